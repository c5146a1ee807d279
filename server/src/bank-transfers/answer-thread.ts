/** A thread that reads banks' answers. */
import type { MessageRef } from '@daftar/contract/validate';
import { BankFileProblem } from '../platform/bank-files/problem.ts';
import { serve } from '../platform/threads/serve.ts';
import { type ReadAnswer, readAnswer } from './read-answer.ts';
import type { OwnHeadings } from './read-table.ts';

serve<OwnHeadings, ReadAnswer>(
  async function* (content, own) {
    yield await readAnswer(content, own);
  },
  (error): MessageRef | undefined =>
    error instanceof BankFileProblem ? { key: error.key, params: error.params } : undefined,
);
