import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, migrationsDirectory } from '../db/migrate.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** A test database as an earlier release left it. */
export interface EarlierDatabase extends TestDatabase {
  /** Applies the remaining migrations. */
  upgrade(): Promise<void>;
}

/** Creates a database with the migrations before a number (`0046`) and no rows. */
export async function createEarlierDatabase(before: string): Promise<EarlierDatabase> {
  const database = await createTestDatabase({ isEmpty: true });
  const directory = mkdtempSync(join(tmpdir(), 'daftar-before-'));
  try {
    for (const file of readdirSync(migrationsDirectory())) {
      if (file < before) cpSync(join(migrationsDirectory(), file), join(directory, file));
    }
    await migrate(database.url, { directory });
  } finally {
    rmSync(directory, { recursive: true });
  }
  const upgrade = async () => {
    await migrate(database.url);
  };
  return { ...database, upgrade };
}
