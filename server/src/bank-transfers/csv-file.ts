/** Writes transfers as a CSV file according to a profile. */
import type { TransferField } from '@daftar/contract/ops-bank-transfer-accounts';
import { oneLine } from '@daftar/contract/text';
import type { CreditTransfer } from '../platform/bank-files/pain001.ts';

const FORMULA = /^[=+\-@\t\r]/;

/** Returns text as a CSV cell that neither a bank's software nor a spreadsheet reads as a formula. */
const cell = (text: string): string => {
  const line = oneLine(text);
  const safe = FORMULA.test(line) ? `'${line}` : line;
  return /[",;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A transfer for a CSV file, with the branch of its bank and the holder's name as the merchant writes it. */
export type CsvTransfer = CreditTransfer & { branch: string; accountName: string };

const pounds = (piastres: number) =>
  `${Math.floor(piastres / 100)}.${String(piastres % 100).padStart(2, '0')}`;

const cellOf: Record<TransferField, (transfer: CsvTransfer, day: string) => string> = {
  end_to_end_id: ({ endToEndId }) => endToEndId,
  amount: ({ amountPiastres }) => pounds(amountPiastres),
  currency: () => 'EGP',
  name: ({ accountName }) => accountName,
  latin_name: ({ to }) => to.name,
  town: ({ to }) => to.address?.town ?? '',
  iban: ({ to }) => to.iban,
  account_number: ({ to }) => to.accountNumber,
  bank: ({ to }) => to.bankName,
  branch: ({ branch }) => branch,
  bic: ({ to }) => to.bic,
  text: ({ text }) => text,
  day: (_, day) => day,
};

/** Writes a CSV file according to a profile, in UTF-8 with a byte order mark, so that spreadsheets read Arabic. */
export function writeCsv(
  columns: readonly { field: TransferField; heading: string }[],
  day: string,
  transfers: readonly CsvTransfer[],
): string {
  const rows = [
    columns.map(({ heading }) => heading),
    ...transfers.map((transfer) => columns.map(({ field }) => cellOf[field](transfer, day))),
  ];
  return `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}
