import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqlSourcesDirectory } from '../../../src/platform/db/sql-sources.ts';

/** Matches `create table …;` as written in `tables.sql`: name, body, storage parameters. */
const TABLE = /^create table (\w+) \(\n([\s\S]*?)^\)(?: with \(([^)]*)\))?;/gm;
/** Matches a primary key that starts with `merchant_id`, as a table constraint or of that column alone. */
const OF_A_MERCHANT = /primary key \(merchant_id\b|^[ \t]+merchant_id bigint primary key/m;

/** Tables that stay unpartitioned: they have rules across merchants, and one row per merchant. */
const WHOLE = ['company_sign_ins', 'kyc_submissions', 'merchant_domains', 'scim_settings'];

/**
 * Copies `server/sql` and rewrites it so that every table whose primary key starts with `merchant_id` is partitioned by it.
 * Nothing else is changed; the tests show what else would be needed.
 * @returns the path of a new temporary folder with the sources
 */
export function partitionedSources(partitions: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'daftar-partitioned-'));
  cpSync(sqlSourcesDirectory(), folder, { recursive: true });
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('tables.sql')) continue;
    const path = join(folder, file);
    writeFileSync(path, partitionedSql(readFileSync(path, 'utf8'), partitions));
  }
  return folder;
}

function partitionedSql(text: string, partitions: number): string {
  const parts = [...Array(partitions).keys()];
  return text.replace(TABLE, (statement, name: string, body: string, storage: string | undefined) => {
    if (WHOLE.includes(name) || !OF_A_MERCHANT.test(body)) return statement;
    // The parent has no rows of its own, so storage parameters go to the partitions.
    const each = parts.map((at) => {
      const bound = `for values with (modulus ${partitions}, remainder ${at})`;
      return `create table ${name}_${at} partition of ${name} ${bound}${storage ? ` with (${storage})` : ''};`;
    });
    return [`create table ${name} (`, `${body}) partition by hash (merchant_id);`, ...each].join('\n');
  });
}
