import * as z from 'zod/mini';

/**
 * What was tolerated in a bank's file. `encoding`: it is in the encoding `detail`; `account`: our account is written as `detail`,
 * in another form than its IBAN; `expected`: entries that are not booked were left out; `form`: lines in another form than the
 * standard's; `foreign`: amounts of details in other currencies were not used; `interim`: the closing balance is one of in
 * between; `order`: the newest statement comes first; `open`: statuses that are not final change nothing; `rows`: rows above or
 * below the lines, such as titles and totals, were left out.
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
  /** The first line that it is about, from 1; 0: the whole file. */
  line: z.number(),
  count: z.number(),
  /** As `key` says; empty without. */
  detail: z.string(),
});
export type BankFileNote = z.output<typeof BankFileNote>;
