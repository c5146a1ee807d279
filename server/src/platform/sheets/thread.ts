/** A thread that reads sheets. */
import { serve } from '../threads/serve.ts';
import { parseSheet } from './parse.ts';
import { type ProblemKey, SheetProblem } from './problem.ts';
import type { Sheet, SheetLimits } from './sheet.ts';

/** The thread's message about a file that cannot be read. */
export interface ToldProblem {
  key: ProblemKey;
  params: { maximum: number } | undefined;
}

serve<SheetLimits, Sheet>(
  (content, limits) =>
    parseSheet(Buffer.from(content.buffer, content.byteOffset, content.byteLength), limits),
  (error): ToldProblem | undefined =>
    error instanceof SheetProblem ? { key: error.key, params: error.params } : undefined,
);
