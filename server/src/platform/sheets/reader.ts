import { Worker } from 'node:worker_threads';
import { SheetRefused } from './errors.ts';
import type { Sheet, SheetLimits } from './sheet.ts';
import type { ThreadMessage, ThreadTask } from './thread.ts';
import code from './thread.ts?thread';

/** What one file may take. An ordinary import takes a tenth of a second and a tenth of the memory. */
export interface Bounds {
  milliseconds: number;
  heapMegabytes: number;
}

const BOUNDS: Bounds = { milliseconds: 10_000, heapMegabytes: 256 };

/** Stretches on their way between the two threads: enough that neither waits for the other. */
const AHEAD = 4;

type Told = ThreadMessage | { kind: 'failed'; error: Error } | { kind: 'late' };

/**
 * Reads a file in a thread of its own, so that nobody else waits, and takes that thread away when the file takes too long
 * or too much, or when whoever asked has had enough.
 * @throws SheetRefused
 */
export async function* readInThread(
  content: Buffer,
  limits: SheetLimits,
  { milliseconds, heapMegabytes }: Bounds = BOUNDS,
): AsyncGenerator<Sheet> {
  // A copy: a small file lies in memory that it shares with others.
  const bytes = new Uint8Array(content);
  const task: ThreadTask = { content: bytes, limits, ahead: AHEAD };
  const worker = new Worker(code, {
    eval: true,
    name: 'sheet',
    workerData: task,
    transferList: [bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 32 },
    // It needs no secret of ours, and no option of this process.
    env: {},
    execArgv: [],
  });
  const told: Told[] = [];
  let wake = () => {};
  const tell = (what: Told) => {
    told.push(what);
    wake();
  };
  const timer = setTimeout(() => tell({ kind: 'late' }), milliseconds);
  worker.on('message', (message: ThreadMessage) => tell(message));
  worker.on('error', (error: Error) => tell({ kind: 'failed', error }));
  try {
    for (;;) {
      const next = told.shift();
      if (!next) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      } else if (next.kind === 'stretch') {
        worker.postMessage('more');
        yield next.sheet;
      } else if (next.kind === 'end') return;
      else throw errorOf(next);
    }
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

function errorOf(told: Exclude<Told, { kind: 'stretch' | 'end' }>): Error {
  if (told.kind === 'problem') return new SheetRefused(told.key, told.params);
  const isTooMuch =
    told.kind === 'late' || (told.error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isTooMuch ? new SheetRefused('SheetTooLarge') : told.error;
}
