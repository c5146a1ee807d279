import { setImmediate } from 'node:timers/promises';
import { extensionOf } from '@daftar/contract/files';
import type { UploadedFile } from '../http/multipart.ts';
import { SheetRefused } from './errors.ts';
import { readInThread } from './reader.ts';
import type { Sheet, SheetLimits } from './sheet.ts';
import { Turns } from './turns.ts';

/** Sheets unpack to many times their size, so only a few are read at once. */
const turns = new Turns(2);

/** A name without an ending says nothing against a file. */
const ENDINGS = ['xlsx', 'csv', ''];

/**
 * The first sheet of an uploaded .xlsx or .csv file, a stretch of rows at a time under the same headings, so that something
 * can be done with the first while the others are being read; what is wrong further down is thrown when it is come to. A
 * name with another ending is refused; which of the two it is, its content says: names are the sender's claim. Bounded in
 * memory and time whatever the file is, and read beside whatever else this process does.
 * @param whose a merchant: who sends many files waits for themselves.
 * @throws SheetRefused 422 on `file`; TooManyError 429
 */
export async function* readStretches(
  whose: number,
  file: UploadedFile | null,
  limits: SheetLimits,
): AsyncGenerator<Sheet> {
  if (!file) throw new SheetRefused('Required');
  const { content, name } = file;
  if (!ENDINGS.includes(extensionOf(name))) throw new SheetRefused('InvalidFileType');
  if (content.length === 0) throw new SheetRefused('EmptySheet');
  const end = await turns.take(whose);
  try {
    for await (const stretch of readInThread(content, limits)) {
      yield stretch;
      // Lets other requests run between two stretches.
      await setImmediate();
    }
  } finally {
    end();
  }
}
