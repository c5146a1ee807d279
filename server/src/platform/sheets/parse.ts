import { readCsv } from './csv-sheet.ts';
import { SheetProblem } from './problem.ts';
import type { Sheet, SheetLimits } from './sheet.ts';
import { readXlsx } from './xlsx.ts';

/**
 * Parses the first sheet of a file in chunks of rows. The content determines the file type. The work is limited by the
 * file's size, but too long for a thread that others wait for: see `reader.ts`.
 * @throws SheetProblem
 */
export function parseSheet(content: Buffer, limits: SheetLimits): Iterable<Sheet> | AsyncIterable<Sheet> {
  const start = content.toString('latin1', 0, 4);
  if (start === 'PK\u0003\u0004') return readXlsx(content, limits);
  // Excel before 2007, and every encrypted workbook.
  if (start === '\u00d0\u00cf\u0011\u00e0' || start === '%PDF') throw new SheetProblem('InvalidFileType');
  return readCsv(content, limits);
}
