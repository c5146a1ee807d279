import { setImmediate } from 'node:timers/promises';
import { extensionOf } from '@daftar/contract/files';
import type { UploadedFile } from '../http/multipart.ts';
import { Turns } from '../turns.ts';
import { SheetRefused } from './errors.ts';
import { readInThread } from './reader.ts';
import type { Sheet, SheetLimits } from './sheet.ts';

/** Sheets unpack to many times their size, so only a few are read at once. */
const turns = new Turns(2, 4);

/** A name without an extension is accepted. */
const ENDINGS = ['xlsx', 'csv', ''];

/**
 * Reads the first sheet of an uploaded .xlsx or .csv file in chunks of rows with the same headings, so that the first
 * rows can be processed while later ones are read; later errors are thrown when they are reached. Names with another
 * extension are refused; the content determines the file type, because names are the sender's claim. Bounded in memory
 * and time, and run beside the other work of the process.
 * @param whose a merchant, whose files wait for each other.
 * @throws SheetRefused 422 on `file`; TooManyError 429
 */
export async function* readChunks(
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
    for await (const chunk of readInThread(content, limits)) {
      yield chunk;
      // Lets other requests run between two chunks.
      await setImmediate();
    }
  } finally {
    end();
  }
}
