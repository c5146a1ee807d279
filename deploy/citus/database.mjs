// What the scripts beside this file share: a connection by the server's driver, and the list of tables.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { Client } = createRequire(new URL('../../server/package.json', import.meta.url))('pg');

/** Works with a connection, which ends afterwards. @returns what the work returns */
export async function connected(url, work) {
  const client = new Client({ connectionString: url, application_name: 'daftar citus' });
  // The next statement says that the connection was lost; nobody would hear it in between.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * @returns `tables`, all tables by kind (`distributed` by merchant, `reference` on every machine, `coordinator`), `left`, triggers
 * that stay behind because they serve the release before alone, and `known`, what the check of the sources lets pass.
 */
export const readTables = () => JSON.parse(readFileSync(new URL('tables.json', import.meta.url), 'utf8'));

/** @returns the kind of each table, of tables by kind */
export const kindsOf = (tables) =>
  new Map(Object.entries(tables).flatMap(([kind, names]) => names.map((name) => [name, kind])));
