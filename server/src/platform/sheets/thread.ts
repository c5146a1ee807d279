/** The thread that reads one file: everything it says is a {@link ThreadMessage}; told anything, it goes on. */
import { parentPort, workerData } from 'node:worker_threads';
import { parseSheet } from './parse.ts';
import { type ProblemKey, SheetProblem } from './problem.ts';
import type { Sheet, SheetLimits } from './sheet.ts';

/** What the thread is given. */
export interface ThreadTask {
  content: Uint8Array;
  limits: SheetLimits;
  /** Stretches that may be on their way before somebody has asked for more. */
  ahead: number;
}

/** What the thread says: stretches, and at last how it ended. */
export type ThreadMessage =
  | { kind: 'stretch'; sheet: Sheet }
  | { kind: 'end' }
  | { kind: 'problem'; key: ProblemKey; params: { maximum: number } | undefined };

const { content, limits, ahead } = workerData as ThreadTask;
const say = (message: ThreadMessage) => parentPort?.postMessage(message);

let mayGo = ahead;
let wake = () => {};
parentPort?.on('message', () => {
  mayGo += 1;
  wake();
});

async function read(): Promise<void> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  for await (const sheet of parseSheet(bytes, limits)) {
    say({ kind: 'stretch', sheet });
    mayGo -= 1;
    while (mayGo <= 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
}

// No `await` out here: the thread's code is CommonJS.
read()
  .then(
    () => say({ kind: 'end' }),
    (error: unknown) => {
      if (!(error instanceof SheetProblem)) throw error;
      say({ kind: 'problem', key: error.key, params: error.params });
    },
  )
  .finally(() => parentPort?.close());
