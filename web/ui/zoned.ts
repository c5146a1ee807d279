/** Converts between wall-clock text (`YYYY-MM-DD HH:mm:ss`) in a zone and moments in UTC. */
import { CAIRO } from './format.ts';

export type Zone = 'utc' | 'cairo';

let made: Intl.DateTimeFormat | undefined;

/** The clock of Cairo, made at the first use: it costs a slow phone 40 ms, and many screens import this file for nothing else. */
function clock(): Intl.DateTimeFormat {
  made ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: CAIRO,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return made;
}

/** Formats a moment as wall-clock text in the zone; an empty string for an invalid moment. */
export function wallClockOf(iso: string, zone: Zone): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  if (zone === 'utc') return date.toISOString().slice(0, 19).replace('T', ' ');
  const parts = Object.fromEntries(
    clock()
      .formatToParts(date)
      .map((part) => [part.type, part.value]),
  );
  return `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}:${parts.second}`;
}

/** Parses wall-clock text of the zone, daylight saving time included. @returns ISO 8601 UTC */
export function momentOf(wallClock: string, zone: Zone): string {
  const asUtc = Date.parse(`${wallClock.slice(0, 19).replace(' ', 'T')}Z`);
  if (Number.isNaN(asUtc)) return '';
  if (zone === 'utc') return new Date(asUtc).toISOString();
  // The offset is looked up at the guess, and once more where the guess lay across a change of the clock.
  let moment = asUtc;
  for (let step = 0; step < 2; step += 1) {
    const shown = Date.parse(`${wallClockOf(new Date(moment).toISOString(), zone).replace(' ', 'T')}Z`);
    moment += asUtc - shown;
  }
  return new Date(moment).toISOString();
}
