/**
 * A deadline is split into this many timers that run one after the other. A pause of this process (start-up, a suspended or
 * overloaded machine) then uses up only one of them, because it says nothing about the database.
 */
const PARTS_OF_PATIENCE = 10;

/** Starts a deadline: `over` resolves when it has passed, `end` cancels it. */
export function patience(milliseconds: number): { over: Promise<'late'>; end: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<'late'>((resolve) => {
    // Two more turns of the event loop: after a pause of this process, the answer may have arrived unread.
    const giveUp = () => setImmediate(() => setImmediate(() => resolve('late')));
    const wait = (parts: number) => {
      timer = setTimeout(() => (parts > 1 ? wait(parts - 1) : giveUp()), milliseconds / PARTS_OF_PATIENCE);
    };
    wait(PARTS_OF_PATIENCE);
  });
  return { over, end: () => clearTimeout(timer) };
}
