/** Imports settlement files from the command line, for scripts and for files that are too large for the console. */

import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import { readWhole } from '@daftar/contract/numbers';
import type { ImportResult } from '@daftar/contract/ops-settlement-files';
import { UnreadableFile } from '../processors/account-errors.ts';
import { importFile, previewFile } from '../reconciliation/import.ts';
import { listProfiles } from '../reconciliation/service.ts';
import type { Command } from './money.ts';

const said = ({ id, lines, matched, sums, skipped, breaks, invalid, errors }: ImportResult): string =>
  [
    ...(id === null ? [] : [`file ${id}`]),
    `${lines} lines, ${matched} matched, ${skipped} rows left out`,
    ...sums.map(
      ({ currency, kind, lines: count, net }) =>
        `  ${kind}: ${count} lines, net ${net.toFixed(2)} ${currency}`,
    ),
    ...breaks.map(
      ({ kind, currency, count, amount }) => `  ${kind}: ${count} (${amount.toFixed(2)} ${currency})`,
    ),
    ...(invalid > 0 ? [`${invalid} rows cannot be read:`] : []),
    ...errors.map(({ row, column, value, message }) => `  row ${row} · ${column}: ${message} (${value})`),
  ].join('\n');

/** Commands by the first argument of `npm run ops --`. */
export const settlementFileCommands: Readonly<Record<string, Command>> = {
  'settlement-file': async (app, [what, profile, path], actor) => {
    if (what === 'profiles') {
      const profiles = await listProfiles(app);
      return profiles
        .map(({ id, name, account }) => `${id}  ${account.name} (${account.mode}): ${name}`)
        .join('\n');
    }
    const number = readWhole(profile ?? '');
    if ((what !== 'check' && what !== 'import') || number === null || !path) return null;
    await access(path).catch((error: Error) => {
      throw new UnreadableFile(path, error.message);
    });
    const file = { name: basename(path), open: () => createReadStream(path) as AsyncIterable<Buffer> };
    const work = what === 'check' ? previewFile : importFile;
    return said(await work(app, { actor, locale: 'en' }, number, file, {}));
  },
};
