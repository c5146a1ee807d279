import type { FieldMessages } from '@daftar/contract/validate';
import { InvalidError } from '../http/errors.ts';
import { type ThreadPool, ThreadProblem, TooMuch } from '../threads/pool.ts';

/** Reads a bank's file in a worker thread. @throws InvalidError 422 on `file` with place and cause */
export async function readBankFile<Task, Chunk>(
  threads: ThreadPool<Task, Chunk>,
  content: Uint8Array,
  task: Task,
): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  try {
    for await (const chunk of threads.run(content, task)) chunks.push(chunk);
  } catch (error) {
    if (error instanceof TooMuch) throw InvalidError.field('file', 'BankFileTooLarge');
    if (!(error instanceof ThreadProblem)) throw error;
    throw new InvalidError({ file: [error.problem] } as FieldMessages);
  }
  return chunks;
}
