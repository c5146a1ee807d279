import { type Bounds, ThreadPool, ThreadProblem, TooMuch } from '../threads/pool.ts';
import { SheetRefused } from './errors.ts';
import type { Sheet, SheetLimits } from './sheet.ts';
import type { ToldProblem } from './thread.ts';
import code from './thread.ts?thread';

/** Limits of reading; an ordinary import takes a tenth of the time and memory. */
const threads = new ThreadPool<SheetLimits, Sheet>(code, 'sheet', {
  milliseconds: 10_000,
  heapMegabytes: 256,
});

/**
 * Reads a file in a separate thread, which is terminated when the file is refused, exceeds a limit, or the caller stops
 * reading.
 * @throws SheetRefused
 */
export async function* readInThread(
  content: Buffer,
  limits: SheetLimits,
  bounds?: Bounds,
): AsyncGenerator<Sheet> {
  try {
    yield* threads.run(content, limits, bounds);
  } catch (error) {
    if (error instanceof TooMuch) throw new SheetRefused('SheetTooLarge');
    if (!(error instanceof ThreadProblem)) throw error;
    const { key, params } = error.problem as ToldProblem;
    throw new SheetRefused(key, params);
  }
}
