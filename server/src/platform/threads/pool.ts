import { Worker } from 'node:worker_threads';
import type { ThreadAsk, ThreadMessage, ThreadTask } from './serve.ts';

/** Limits of one file. */
export interface Bounds {
  milliseconds: number;
  heapMegabytes: number;
}

interface PoolOptions {
  /** Number of idle threads kept for the next file (default 2); 0 for tasks that leave much memory behind. */
  kept?: number;
}

/** The thread took too much time or memory. */
export class TooMuch extends Error {}

/** A problem that the thread found. */
export class ThreadProblem extends Error {
  readonly problem: unknown;
  constructor(problem: unknown) {
    super('The thread has found a problem');
    this.problem = problem;
  }
}

/** Chunks in transit between the threads: enough that neither waits for the other. */
const AHEAD = 4;
/** An idle thread is kept for this long, because the next file then needs half the time, with compiled code. */
const KEPT_MILLISECONDS = 60_000;
const KEPT = 2;

interface Kept {
  thread: Worker;
  letGo: () => void;
}

type Told<Chunk> = ThreadMessage<Chunk> | { kind: 'failed'; error: Error } | { kind: 'late' };

/** Threads that run the same code: one task at a time each. */
export class ThreadPool<Task, Chunk> {
  readonly #code: string;
  readonly #name: string;
  readonly #bounds: Bounds;
  readonly #mostKept: number;
  readonly #kept: Kept[] = [];

  /** @param code of a module that calls `serve` */
  constructor(code: string, name: string, bounds: Bounds, { kept = KEPT }: PoolOptions = {}) {
    this.#code = code;
    this.#name = name;
    this.#bounds = bounds;
    this.#mostKept = kept;
  }

  /** Takes an idle thread, or starts one. */
  #take(heapMegabytes: number): Worker {
    const found = heapMegabytes === this.#bounds.heapMegabytes ? this.#kept.pop() : undefined;
    if (found) {
      found.letGo();
      found.thread.ref();
      return found.thread;
    }
    return new Worker(this.#code, {
      eval: true,
      name: this.#name,
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 32 },
      // It needs none of our secrets or process options.
      env: {},
      execArgv: [],
    });
  }

  /** Keeps a thread for the next file, without keeping the process alive. */
  #keep(thread: Worker): void {
    const drop = () => {
      const place = this.#kept.findIndex((each) => each.thread === thread);
      if (place >= 0) this.#kept.splice(place, 1);
      void thread.terminate();
    };
    const timer = setTimeout(drop, KEPT_MILLISECONDS).unref();
    thread.on('error', drop).on('exit', drop);
    this.#kept.push({
      thread,
      letGo() {
        clearTimeout(timer);
        thread.off('error', drop).off('exit', drop);
      },
    });
    thread.unref();
  }

  /**
   * Runs a task in a thread, which is terminated when it fails, exceeds a limit, or the caller stops reading.
   * @param content is copied, because a small file shares its buffer with others
   * @throws ThreadProblem, TooMuch
   */
  async *run(content: Uint8Array, task: Task, bounds: Bounds = this.#bounds): AsyncGenerator<Chunk> {
    const bytes = new Uint8Array(content);
    const { heapMegabytes } = bounds;
    const thread = this.#take(heapMegabytes);
    const told: Told<Chunk>[] = [];
    let wake = () => {};
    const tell = (what: Told<Chunk>) => {
      told.push(what);
      wake();
    };
    const timer = setTimeout(() => tell({ kind: 'late' }), bounds.milliseconds);
    const onFailure = (error: Error) => tell({ kind: 'failed', error });
    const onExit = () => onFailure(new Error('The thread that read a file ended'));
    // Removed one by one: a worker without any listener receives nothing any more.
    thread.on('message', tell).on('error', onFailure).on('exit', onExit);
    const message: ThreadTask<Task> = { kind: 'run', content: bytes, task, ahead: AHEAD };
    thread.postMessage(message, [bytes.buffer]);
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
          yield next.chunk;
        } else if (next.kind === 'end') {
          isWhole = true;
          return;
        } else throw errorOf(next);
      }
    } finally {
      clearTimeout(timer);
      thread.off('message', tell).off('exit', onExit);
      if (isWhole && this.#kept.length < this.#mostKept && heapMegabytes === this.#bounds.heapMegabytes)
        this.#keep(thread.off('error', onFailure));
      else await thread.terminate();
    }
  }
}

function errorOf<Chunk>(told: Exclude<Told<Chunk>, { kind: 'chunk' | 'end' }>): Error {
  if (told.kind === 'problem') return new ThreadProblem(told.problem);
  if (told.kind === 'late') return new TooMuch('late');
  return (told.error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new TooMuch('memory')
    : told.error;
}
