import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { connect, type Sql } from '../../../src/platform/db/connect.ts';

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
 *
 * @param options `isEmpty`: without our tables
 */
export async function createTestDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  const shared = process.env.TEST_SHARED_DATABASE_URL;
  if (shared) return sharedDatabase(shared);
  const { adminUrl, template } = inject('testDatabase');
  const name = `${template.replace('_template_', '_test_')}_${randomBytes(4).toString('hex')}`;
  // Copying the files takes half the time of copying page by page through the log.
  const copied = `create database ${name} template ${isEmpty ? 'template1' : template} strategy file_copy`;
  await adminOf(adminUrl).unsafe(copied);
  const url = urlOf(adminUrl, name);
  const sql = connect(url, { max: 5, applicationName: 'daftar test', statementTimeoutMs: 60_000 });
  return {
    url,
    sql,
    async drop() {
      await sql.end({ timeout: 1 });
      await adminOf(adminUrl).unsafe(`drop database if exists ${name} with (force)`);
    },
  };
}

/**
 * Returns the single database of all test files, which contains the rows of earlier ones: on a cluster, databases
 * cannot be copied (docs/scale.md).
 */
function sharedDatabase(url: string): TestDatabase {
  const sql = connect(url, { max: 5, applicationName: 'daftar test', statementTimeoutMs: 60_000 });
  return { url, sql, drop: () => sql.end({ timeout: 1 }) };
}

/** Returns the URL of another database on the same server. */
export function urlOf(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

let admin: Sql | undefined;

/**
 * Returns the single connection for all files of this process, which ends with it: opening one takes 12 ms of processor
 * time.
 */
function adminOf(url: string): Sql {
  admin ??= connect(url, { max: 1, applicationName: 'daftar test admin', statementTimeoutMs: 60_000 });
  return admin;
}
