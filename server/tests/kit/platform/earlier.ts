import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { migrate, migrationsDirectory } from '../../../src/platform/db/migrate.ts';
import { serverRoot } from '../../../src/platform/paths.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** A test database in the state of an earlier release. */
export interface EarlierDatabase extends TestDatabase {
  /** Applies the remaining migrations. */
  upgrade(): Promise<void>;
}

/**
 * Dumps of the oldest release that can be upgraded (commit 40b9432a): its schema without rows, and the rows of its
 * demo.
 */
const DUMPS = join(serverRoot, 'tests/upgrade');

/**
 * Creates a database in the state of the oldest release that can be upgraded.
 * @param before the first migration that is not applied yet (`1110`); by default none is
 * @param withDemo whether it has the rows of the demo
 */
export async function createEarlierDatabase(before = '', withDemo = false): Promise<EarlierDatabase> {
  const database = await createTestDatabase({ isEmpty: true });
  for (const name of withDemo ? (['schema', 'demo'] as const) : (['schema'] as const))
    await database.sql.begin((tx) => tx.unsafe(dump(name)).simple());
  await applyBefore(database.url, before);
  const upgrade = async () => {
    await migrate(database.url);
  };
  return { ...database, upgrade };
}

function dump(name: 'schema' | 'demo'): string {
  return gunzipSync(readFileSync(join(DUMPS, `${name}.sql.gz`))).toString();
}

async function applyBefore(url: string, before: string): Promise<void> {
  const files = readdirSync(migrationsDirectory()).filter((file) => file < before);
  if (files.length === 0) return;
  const directory = mkdtempSync(join(tmpdir(), 'daftar-before-'));
  try {
    for (const file of files) cpSync(join(migrationsDirectory(), file), join(directory, file));
    await migrate(url, { directory });
  } finally {
    rmSync(directory, { recursive: true });
  }
}
