/**
 * Patience is counted in parts, each of them once, however late it ends: time in which this process itself did not run (it
 * has just started, the machine was paused or gives it no turn) says nothing about the database.
 */
const PARTS_OF_PATIENCE = 10;

/** Resolves when an answer is late; `end` gives up counting. */
export function patience(milliseconds: number): { over: Promise<'late'>; end: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<'late'>((resolve) => {
    // Two turns more: after a stall of our own, the answer may be there and only be unread.
    const giveUp = () => setImmediate(() => setImmediate(() => resolve('late')));
    const wait = (parts: number) => {
      timer = setTimeout(() => (parts > 1 ? wait(parts - 1) : giveUp()), milliseconds / PARTS_OF_PATIENCE);
    };
    wait(PARTS_OF_PATIENCE);
  });
  return { over, end: () => clearTimeout(timer) };
}
