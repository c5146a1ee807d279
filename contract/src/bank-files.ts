import * as z from 'zod/mini';

/**
 * Deviations that were tolerated in a bank's file. `encoding`: it has the encoding `detail`; `account`: our account is
 * written as `detail` instead of its IBAN; `expected`: entries that are not booked were skipped; `form`: lines deviate
 * from the standard's form; `foreign`: amounts in other currencies in details were not used; `interim`: the closing
 * balance is an interim one; `order`: the newest statement comes first; `open`: statuses that are not final change
 * nothing; `rows`: rows above or below the lines, such as titles and totals, were skipped.
 */
export const BANK_FILE_NOTES = [
  'encoding',
  'account',
  'expected',
  'form',
  'foreign',
  'interim',
  'order',
  'open',
  'rows',
] as const;
export type BankFileNoteKey = (typeof BANK_FILE_NOTES)[number];

/** A note on a file that was read. */
export const BankFileNote = z.object({
  key: z.enum(BANK_FILE_NOTES),
  /** The first line concerned, from 1; 0 for the whole file. */
  line: z.number(),
  count: z.number(),
  /** Detail of the note, depending on `key`; empty if there is none. */
  detail: z.string(),
});
export type BankFileNote = z.output<typeof BankFileNote>;
