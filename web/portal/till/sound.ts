/** Two notes, made by the browser: no file is loaded. */
const NOTES = [
  { hertz: 880, at: 0 },
  { hertz: 1318.5, at: 0.14 },
] as const;
const NOTE_SECONDS = 0.32;
const LOUDNESS = 0.25;

let context: AudioContext | null = null;

/** Allows a sound later: browsers permit one only after a press, so this runs in one. */
export function allowSound(): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  // A phone suspends it when the screen is locked.
  if (context.state !== 'running') void context.resume().catch(() => undefined);
}

/** Plays the sound of a payment, where one was allowed. */
export function playPaid(): void {
  if (context?.state !== 'running') return;
  const { currentTime, destination } = context;
  for (const { hertz, at } of NOTES) {
    const begin = currentTime + at;
    const volume = context.createGain();
    volume.gain.setValueAtTime(LOUDNESS, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + NOTE_SECONDS);
    volume.connect(destination);
    const note = context.createOscillator();
    note.frequency.value = hertz;
    note.connect(volume);
    note.start(begin);
    note.stop(begin + NOTE_SECONDS);
  }
}
