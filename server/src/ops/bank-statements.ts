/** Imports bank statements from the command line, for scripts and for files that are too large for the console. */

import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { readWhole } from '@daftar/contract/numbers';
import { StatementFileForm, type StatementResult } from '@daftar/contract/ops-bank-statements';
import { validate } from '@daftar/contract/validate';
import { BANK_FILE_BYTES } from '../platform/bank-files/statement.ts';
import { InvalidError } from '../platform/http/errors.ts';
import { UnreadableFile } from '../processors/account-errors.ts';
import { importStatement, previewStatement } from '../reconciliation/statements/import.ts';
import { listAccounts } from '../reconciliation/statements/service.ts';
import type { Command } from './money.ts';

const said = ({ id, format, lines, known, matched, open, notes, ...rest }: StatementResult): string =>
  [
    ...(id === null ? [] : [`statement ${id}`]),
    `${format}, ${rest.first_day} to ${rest.last_day}, from ${rest.opening.toFixed(2)} to ${rest.closing.toFixed(2)} EGP`,
    `${lines} new lines, ${known} known, ${matched} matched, ${open} open`,
    ...notes.map(({ key, count, line, detail }) => `note: ${key} ${detail} (${count}, line ${line})`),
  ].join('\n');

/**
 * Reads a file into memory, if it is not larger than a statement may be.
 * @throws UnreadableFile, InvalidError on `file`
 */
async function contentOf(path: string): Promise<Buffer> {
  try {
    if ((await stat(path)).size > BANK_FILE_BYTES) throw InvalidError.field('file', 'BankFileTooLarge');
    return await readFile(path);
  } catch (error) {
    if (error instanceof InvalidError) throw error;
    throw new UnreadableFile(path, (error as Error).message);
  }
}

/** Commands by the first argument of `npm run ops --`. */
export const bankStatementCommands: Readonly<Record<string, Command>> = {
  'bank-statement': async (app, [what, account, path, opening, closing, lastDay], actor) => {
    if (what === 'accounts') {
      const accounts = await listAccounts(app);
      return accounts
        .map(({ id, name, iban, covered }) => `${id}  ${name} ${iban}, up to ${covered?.last_day ?? '–'}`)
        .join('\n');
    }
    const number = readWhole(account ?? '');
    if ((what !== 'check' && what !== 'import') || number === null || !path) return null;
    // For files without balances.
    const typed = validate(StatementFileForm, { opening, closing, last_day: lastDay });
    if (!typed.ok) throw new InvalidError(typed.errors);
    const file = { name: basename(path), content: await contentOf(path) };
    const work = what === 'check' ? previewStatement : importStatement;
    return said(await work(app, { actor }, number, file, typed.value));
  },
};
