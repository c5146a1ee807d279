/** The side of a thread that reads files one after the other, and keeps nothing. */
import { parentPort, type Transferable } from 'node:worker_threads';

/** A file to be read. */
export interface ThreadTask<Task> {
  kind: 'run';
  content: Uint8Array;
  task: Task;
  /** Chunks that may be in transit before more are requested. */
  ahead: number;
}

/** The signal that a chunk was taken and another may come. */
export interface ThreadAsk {
  kind: 'more';
}

/** The thread's messages: chunks, and finally how it ended. */
export type ThreadMessage<Chunk> =
  | { kind: 'chunk'; chunk: Chunk }
  | { kind: 'end' }
  | { kind: 'problem'; problem: unknown };

/**
 * Answers every task with the chunks of `work`.
 * @param problemOf returns the description of an error caused by the file; undefined for any other error, which ends
 * the thread
 * @param movedOf returns the buffers of a chunk that are moved to the other thread instead of copied
 */
export function serve<Task, Chunk>(
  work: (content: Uint8Array, task: Task) => Iterable<Chunk> | AsyncIterable<Chunk>,
  problemOf: (error: unknown) => unknown,
  movedOf: (chunk: Chunk) => readonly Transferable[] = () => [],
): void {
  const say = (message: ThreadMessage<Chunk>) =>
    parentPort?.postMessage(message, message.kind === 'chunk' ? movedOf(message.chunk) : []);
  let mayGo = 0;
  let wake = () => {};
  const run = async ({ content, task, ahead }: ThreadTask<Task>) => {
    mayGo = ahead;
    try {
      for await (const chunk of work(content, task)) {
        say({ kind: 'chunk', chunk });
        mayGo -= 1;
        while (mayGo <= 0) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
      say({ kind: 'end' });
    } catch (error) {
      const problem = problemOf(error);
      if (problem === undefined) throw error;
      say({ kind: 'problem', problem });
    }
  };
  parentPort?.on('message', (told: ThreadTask<Task> | ThreadAsk) => {
    if (told.kind === 'run') {
      void run(told);
      return;
    }
    mayGo += 1;
    wake();
  });
}
