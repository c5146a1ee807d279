/**
 * A thread that reads files one after the other: it gets a {@link ThreadTask}, sends {@link ThreadMessage}s and keeps
 * nothing.
 */
import { parentPort } from 'node:worker_threads';
import { parseSheet } from './parse.ts';
import { type ProblemKey, SheetProblem } from './problem.ts';
import type { Sheet, SheetLimits } from './sheet.ts';

/** A file to be read. */
export interface ThreadTask {
  kind: 'read';
  content: Uint8Array;
  limits: SheetLimits;
  /** Chunks that may be in transit before more are requested. */
  ahead: number;
}

/** The signal that a chunk was taken and another may come. */
export interface ThreadAsk {
  kind: 'more';
}

/** The thread's messages: chunks, and finally how it ended. */
export type ThreadMessage =
  | { kind: 'chunk'; sheet: Sheet }
  | { kind: 'end' }
  | { kind: 'problem'; key: ProblemKey; params: { maximum: number } | undefined };

const say = (message: ThreadMessage) => parentPort?.postMessage(message);

let mayGo = 0;
let wake = () => {};

async function read({ content, limits, ahead }: ThreadTask): Promise<void> {
  mayGo = ahead;
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  try {
    for await (const sheet of parseSheet(bytes, limits)) {
      say({ kind: 'chunk', sheet });
      mayGo -= 1;
      while (mayGo <= 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
    say({ kind: 'end' });
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error;
    say({ kind: 'problem', key: error.key, params: error.params });
  }
}

parentPort?.on('message', (told: ThreadTask | ThreadAsk) => {
  if (told.kind === 'read') {
    void read(told);
    return;
  }
  mayGo += 1;
  wake();
});
