/** A thread that reads what banks answer. */
import type { MessageRef } from '@daftar/contract/validate';
import { BankFileProblem } from '../platform/bank-files/problem.ts';
import { serve } from '../platform/threads/serve.ts';
import { type OwnHeadings, type ReadAnswer, readAnswer } from './read-answer.ts';

serve<OwnHeadings, ReadAnswer>(
  (content, own) => [readAnswer(content, own)],
  (error): MessageRef | undefined =>
    error instanceof BankFileProblem ? { key: error.key, params: error.params } : undefined,
);
