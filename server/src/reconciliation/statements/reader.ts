/** Reads bank statements in a thread, so that the process can do other work. */
import { readBankFile } from '../../platform/bank-files/reader.ts';
import { ThreadPool } from '../../platform/threads/pool.ts';
import type { Balances } from './parse.ts';
import type { StatementChunk, StatementTask } from './thread.ts';
import code from './thread.ts?thread';

/** The largest statement, of 32 MiB and 200,000 lines, takes a fifth of this time and half of this memory. */
const threads = new ThreadPool<StatementTask, StatementChunk>(code, 'statement', {
  milliseconds: 60_000,
  heapMegabytes: 1_024,
});

/** Reads a file that is not a table. @throws InvalidError 422 on `file` with the place and cause */
export async function readInThread(content: Uint8Array, task: StatementTask): Promise<Balances> {
  const chunks = await readBankFile(threads, content, task);
  const whole = chunks.find((chunk) => 'whole' in chunk)!.whole;
  return { ...whole, lines: chunks.flatMap((chunk) => ('lines' in chunk ? chunk.lines : [])) };
}
