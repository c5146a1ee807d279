/** A thread that reads bank statements. */
import type { MessageRef } from '@daftar/contract/validate';
import { BankFileProblem } from '../../platform/bank-files/problem.ts';
import { serve } from '../../platform/threads/serve.ts';
import type { OwnAccount } from './account.ts';
import { type Balances, OtherStatement, parseStatement, type ReadLine } from './parse.ts';

/** A statement to be read. */
export interface StatementTask {
  format: 'mt940' | 'camt.053';
  own: OwnAccount;
}

/** The first chunk has the facts of the whole file, the others its lines. */
export type StatementChunk = { whole: Omit<Balances, 'lines'> } | { lines: ReadLine[] };

const CHUNK = 500;

function* read(content: Uint8Array, { format, own }: StatementTask): Generator<StatementChunk> {
  const { lines, ...whole } = parseStatement(content, format, own);
  yield { whole };
  for (let from = 0; from < lines.length; from += CHUNK) yield { lines: lines.slice(from, from + CHUNK) };
}

serve<StatementTask, StatementChunk>(read, (error): MessageRef | undefined => {
  if (error instanceof OtherStatement) return { key: `reconciliation.statement.${error.why}` };
  return error instanceof BankFileProblem ? { key: error.key, params: error.params } : undefined;
});
