import { extensionOf } from '@daftar/contract/files';
import type { UploadedFile } from '../http/multipart.ts';
import { readCsv } from './csv-sheet.ts';
import { SheetRefused } from './errors.ts';
import { breathe, type Sheet, type SheetLimits, wholeSheet } from './sheet.ts';
import { readXlsx } from './xlsx.ts';

/** Sheets inflate to many times their size, so only a few are read at once. */
const AT_ONCE = 2;
let running = 0;
const waiting: (() => void)[] = [];

/** A name without an ending says nothing against a file. */
const ENDINGS = ['xlsx', 'csv', ''];

/**
 * The first sheet of an uploaded .xlsx or .csv file. A name with another ending is refused; which of the
 * two it is, its content says: names are the sender's claim. Bounded in memory and time whatever the file is.
 * @throws SheetRefused 422 on `file`.
 */
export function readSheet(file: UploadedFile | null, limits: SheetLimits): Promise<Sheet> {
  return wholeSheet(readStretches(file, limits));
}

/**
 * The same, a stretch of rows at a time under the same headings, so that something can be done with the first while the
 * others are being read. What is wrong further down is thrown when it is come to.
 */
export async function* readStretches(file: UploadedFile | null, limits: SheetLimits): AsyncGenerator<Sheet> {
  if (!file) throw new SheetRefused('Required');
  const { content, name } = file;
  if (!ENDINGS.includes(extensionOf(name))) throw new SheetRefused('InvalidFileType');
  if (content.length === 0) throw new SheetRefused('EmptySheet');
  if (running < AT_ONCE) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    for await (const stretch of stretchesOf(content, limits)) {
      yield stretch;
      await breathe();
    }
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

function stretchesOf(content: Buffer, limits: SheetLimits): AsyncIterable<Sheet> | Iterable<Sheet> {
  const start = content.toString('latin1', 0, 4);
  if (start === 'PK\u0003\u0004') return readXlsx(content, limits);
  // Excel before 2007, and every encrypted workbook.
  if (start === '\u00d0\u00cf\u0011\u00e0' || start === '%PDF') throw new SheetRefused('InvalidFileType');
  return readCsv(content, limits);
}
