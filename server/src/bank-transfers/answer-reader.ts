/** Reads banks' answers in a thread, so that the process can do other work. */
import { readBankFile } from '../platform/bank-files/reader.ts';
import { ThreadPool } from '../platform/threads/pool.ts';
import code from './answer-thread.ts?thread';
import type { ReadAnswer } from './read-answer.ts';
import type { OwnHeadings } from './read-table.ts';

const threads = new ThreadPool<OwnHeadings, ReadAnswer>(code, 'answer', {
  milliseconds: 60_000,
  heapMegabytes: 1_024,
});

/** Reads an answer. @throws InvalidError 422 on `file` with the place and cause */
export async function readAnswerInThread(content: Buffer, own: OwnHeadings): Promise<ReadAnswer> {
  const [answer] = await readBankFile(threads, content, own);
  return answer!;
}
