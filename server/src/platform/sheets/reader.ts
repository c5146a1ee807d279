import { Worker } from 'node:worker_threads';
import { SheetRefused } from './errors.ts';
import type { Sheet, SheetLimits } from './sheet.ts';
import type { ThreadAsk, ThreadMessage, ThreadTask } from './thread.ts';
import code from './thread.ts?thread';

/** Limits of one file. An ordinary import takes a tenth of a second and a tenth of the memory. */
export interface Bounds {
  milliseconds: number;
  heapMegabytes: number;
}

const BOUNDS: Bounds = { milliseconds: 10_000, heapMegabytes: 256 };

/** Chunks in transit between the threads: enough that neither waits for the other. */
const AHEAD = 4;

type Told = ThreadMessage | { kind: 'failed'; error: Error } | { kind: 'late' };

/** An idle thread is kept for this long, because the next file then needs half the time, with compiled code. */
const KEPT_MILLISECONDS = 60_000;
const MAX_KEPT = 2;

interface Kept {
  thread: Worker;
  letGo: () => void;
}
const kept: Kept[] = [];

function newThread(heapMegabytes: number): Worker {
  return new Worker(code, {
    eval: true,
    name: 'sheet',
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 32 },
    // It needs none of our secrets or process options.
    env: {},
    execArgv: [],
  });
}

/** Takes an idle thread, or starts one. */
function takeThread(heapMegabytes: number): Worker {
  const found = heapMegabytes === BOUNDS.heapMegabytes ? kept.pop() : undefined;
  if (!found) return newThread(heapMegabytes);
  found.letGo();
  found.thread.ref();
  return found.thread;
}

/** Keeps a thread for the next file, without keeping the process alive. */
function keepThread(thread: Worker): void {
  const drop = () => {
    const place = kept.findIndex((each) => each.thread === thread);
    if (place >= 0) kept.splice(place, 1);
    void thread.terminate();
  };
  const timer = setTimeout(drop, KEPT_MILLISECONDS).unref();
  thread.on('error', drop).on('exit', drop);
  kept.push({
    thread,
    letGo() {
      clearTimeout(timer);
      thread.off('error', drop).off('exit', drop);
    },
  });
  thread.unref();
}

/**
 * Reads a file in a separate thread, which is terminated when the file is refused, exceeds a limit, or the caller stops
 * reading.
 * @throws SheetRefused
 */
export async function* readInThread(
  content: Buffer,
  limits: SheetLimits,
  { milliseconds, heapMegabytes }: Bounds = BOUNDS,
): AsyncGenerator<Sheet> {
  // Copied, because a small file shares its buffer with others.
  const bytes = new Uint8Array(content);
  const thread = takeThread(heapMegabytes);
  const told: Told[] = [];
  let wake = () => {};
  const tell = (what: Told) => {
    told.push(what);
    wake();
  };
  const timer = setTimeout(() => tell({ kind: 'late' }), milliseconds);
  const onFailure = (error: Error) => tell({ kind: 'failed', error });
  const onExit = () => onFailure(new Error('The thread that read a sheet ended'));
  // Removed one by one: a worker without any listener receives nothing any more.
  thread.on('message', tell).on('error', onFailure).on('exit', onExit);
  const task: ThreadTask = { kind: 'read', content: bytes, limits, ahead: AHEAD };
  thread.postMessage(task, [bytes.buffer]);
  let isWhole = false;
  try {
    for (;;) {
      const next = told.shift();
      if (!next) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      } else if (next.kind === 'chunk') {
        thread.postMessage({ kind: 'more' } satisfies ThreadAsk);
        yield next.sheet;
      } else if (next.kind === 'end') {
        isWhole = true;
        return;
      } else throw errorOf(next);
    }
  } finally {
    clearTimeout(timer);
    thread.off('message', tell).off('exit', onExit);
    if (isWhole && kept.length < MAX_KEPT && heapMegabytes === BOUNDS.heapMegabytes)
      keepThread(thread.off('error', onFailure));
    else await thread.terminate();
  }
}

function errorOf(told: Exclude<Told, { kind: 'chunk' | 'end' }>): Error {
  if (told.kind === 'problem') return new SheetRefused(told.key, told.params);
  const isTooMuch =
    told.kind === 'late' || (told.error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isTooMuch ? new SheetRefused('SheetTooLarge') : told.error;
}
