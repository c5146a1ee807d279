import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationsDirectory } from '../db/migrate.ts';

/** Matches `create table …;` as written in the migrations: name, body, storage parameters. */
const TABLE = /^create table (\w+) \(\n([\s\S]*?)^\)(?: with \(([^)]*)\))?;/gm;
/** Matches `alter table … set (…);`: other storage parameters. */
const STORAGE = /^alter table (\w{1,63}) set \(([\w =]{1,63})\);$/gm;
/** Matches a primary key that starts with `merchant_id`, as a table constraint or of that column alone. */
const OF_A_MERCHANT = /primary key \(merchant_id\b|^[ \t]+merchant_id bigint primary key/m;

/** Tables that stay unpartitioned: they have rules across merchants, and one row per merchant. */
const WHOLE = ['company_sign_ins', 'kyc_submissions', 'merchant_domains', 'scim_settings'];

/**
 * Rewrites the migrations so that every table whose primary key starts with `merchant_id` is partitioned by it. Nothing
 * else is changed; the tests show what else would be needed.
 * @returns the path of a new temporary folder with them
 */
export function partitionedMigrations(partitions: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'daftar-partitioned-'));
  const files = readdirSync(migrationsDirectory()).filter((name) => name.endsWith('.sql'));
  const partitioned = new Set<string>();
  for (const file of files.sort()) {
    const text = readFileSync(join(migrationsDirectory(), file), 'utf8');
    writeFileSync(join(folder, file), partitionedSql(text, partitions, partitioned));
  }
  return folder;
}

/** @param partitioned names of the tables that are partitioned, to which those of the text are added */
function partitionedSql(text: string, partitions: number, partitioned: Set<string>): string {
  const parts = [...Array(partitions).keys()];
  const created = text.replace(
    TABLE,
    (statement, name: string, body: string, storage: string | undefined) => {
      if (WHOLE.includes(name) || !OF_A_MERCHANT.test(body)) return statement;
      partitioned.add(name);
      // The parent has no rows of its own, so storage parameters go to the partitions.
      const each = parts.map((at) => {
        const bound = `for values with (modulus ${partitions}, remainder ${at})`;
        return `create table ${name}_${at} partition of ${name} ${bound}${storage ? ` with (${storage})` : ''};`;
      });
      return [`create table ${name} (`, `${body}) partition by hash (merchant_id);`, ...each].join('\n');
    },
  );
  return created.replace(STORAGE, (statement, name: string, storage: string) =>
    partitioned.has(name)
      ? parts.map((at) => `alter table ${name}_${at} set (${storage});`).join('\n')
      : statement,
  );
}
