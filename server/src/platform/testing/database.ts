import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { connect, type Sql } from '../db/connect.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Set by global-setup.ts: the server of this test run and its migrated template. */
    testDatabase: { adminUrl: string; template: string };
  }
}

/** A database of one test file, with the complete schema and no rows. */
export interface TestDatabase {
  url: string;
  /** A pool of five connections to it. */
  sql: Sql;
  /** Ends the pool and drops the database, even with open connections. */
  drop(): Promise<void>;
}

/**
 * Creates a copy of the migrated template database for one test file:
 *
 *     let database: TestDatabase;
 *     beforeAll(async () => { database = await createTestDatabase(); });
 *     afterAll(() => database.drop());
 *
 * A database that is not dropped is removed at the end of the test run.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { adminUrl, template } = inject('testDatabase');
  const name = `${template.replace('_template_', '_test_')}_${randomBytes(4).toString('hex')}`;
  // Copying the files takes half the time of copying page by page through the log.
  const copied = `create database ${name} template ${template} strategy file_copy`;
  await withAdmin(adminUrl, (admin) => admin.unsafe(copied));
  const url = urlOf(adminUrl, name);
  const sql = connect(url, { max: 5, applicationName: 'daftar test', statementTimeoutMs: 60_000 });
  return {
    url,
    sql,
    async drop() {
      await sql.end({ timeout: 1 });
      await withAdmin(adminUrl, (admin) => admin.unsafe(`drop database if exists ${name} with (force)`));
    },
  };
}

/** Returns the URL of another database on the same server. */
export function urlOf(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

async function withAdmin(url: string, work: (admin: Sql) => Promise<unknown>): Promise<void> {
  const admin = connect(url, { max: 1, applicationName: 'daftar test admin', statementTimeoutMs: 60_000 });
  try {
    await work(admin);
  } finally {
    await admin.end({ timeout: 1 });
  }
}
