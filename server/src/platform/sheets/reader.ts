import { Worker } from 'node:worker_threads';
import { SheetRefused } from './errors.ts';
import type { Sheet, SheetLimits } from './sheet.ts';
import type { ThreadAsk, ThreadMessage, ThreadTask } from './thread.ts';
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

/** A thread that has read a file to its end is kept this long: the next is read in half the time, its code being compiled. */
const KEPT_MILLISECONDS = 60_000;
const MOST_KEPT = 2;

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
    // It needs no secret of ours, and no option of this process.
    env: {},
    execArgv: [],
  });
}

/** A thread that reads nothing: one that was kept, or a new one. */
function takeThread(heapMegabytes: number): Worker {
  const found = heapMegabytes === BOUNDS.heapMegabytes ? kept.pop() : undefined;
  if (!found) return newThread(heapMegabytes);
  found.letGo();
  found.thread.ref();
  return found.thread;
}

/** Keeps a thread for the next file; it does not keep this process from ending. */
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
 * Reads a file in a thread of its own, so that nobody else waits, and takes that thread away when the file is refused, takes
 * too long or too much, or when whoever asked has had enough.
 * @throws SheetRefused
 */
export async function* readInThread(
  content: Buffer,
  limits: SheetLimits,
  { milliseconds, heapMegabytes }: Bounds = BOUNDS,
): AsyncGenerator<Sheet> {
  // A copy: a small file lies in memory that it shares with others.
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
  // One by one below: a worker that is rid of all its listeners hears nothing any more.
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
      } else if (next.kind === 'stretch') {
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
    if (isWhole && kept.length < MOST_KEPT && heapMegabytes === BOUNDS.heapMegabytes)
      keepThread(thread.off('error', onFailure));
    else await thread.terminate();
  }
}

function errorOf(told: Exclude<Told, { kind: 'stretch' | 'end' }>): Error {
  if (told.kind === 'problem') return new SheetRefused(told.key, told.params);
  const isTooMuch =
    told.kind === 'late' || (told.error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isTooMuch ? new SheetRefused('SheetTooLarge') : told.error;
}
