import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Sql } from './db/connect.ts';
import { openRootSecret, retireOtherSecrets, WrongSecret } from './root-secret.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';

const FIRST = 'the first secret of this database, 1';
const SECOND = 'the secret that takes its place, 2 2';
const STRANGER = 'a secret of another database, 3 3 3 3';
const NOW = new Date('2026-11-21T10:00:00Z');

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = database.sql;
});
afterAll(() => database?.drop());
beforeEach(async () => {
  await sql`delete from root_secrets`;
});

const open = (current: string, other: string | null = null) => openRootSecret(sql, { current, other }, NOW);

describe('the root secret', () => {
  test('is the first secret of a database, and the same at each start', async () => {
    expect([await open(FIRST), await open(FIRST)]).toEqual([FIRST, FIRST]);
  });

  test('stays when the secret is replaced, in either order and with both servers at work', async () => {
    await open(FIRST);
    // The servers are given the next secret one after the other, then change to it, then forget the former.
    expect(await open(FIRST, SECOND)).toBe(FIRST);
    expect(await open(SECOND, FIRST)).toBe(FIRST);
    expect(await open(FIRST)).toBe(FIRST);
    expect(await open(SECOND)).toBe(FIRST);
  });

  test('is not opened by a stranger, who leaves nothing behind', async () => {
    await open(FIRST);
    await expect(open(STRANGER)).rejects.toThrow(WrongSecret);
    await expect(open(STRANGER, SECOND)).rejects.toThrow(WrongSecret);
    expect(await sql`select from root_secrets`).toHaveLength(1);
    expect(await open(FIRST)).toBe(FIRST);
  });

  test('is not opened by a former secret once that is retired', async () => {
    await open(FIRST);
    await open(SECOND, FIRST);
    expect(await retireOtherSecrets(sql, SECOND)).toBe(1);
    await expect(open(FIRST)).rejects.toThrow(WrongSecret);
    expect(await open(SECOND)).toBe(FIRST);
  });

  test('is one for processes that start at the same moment', async () => {
    const roots = await Promise.all(Array.from({ length: 8 }, () => open(FIRST, SECOND)));
    expect(new Set(roots)).toEqual(new Set([FIRST]));
    expect(await sql`select from root_secrets`).toHaveLength(2);
  });

  test('cannot be read in the database', async () => {
    await open(FIRST);
    const [row] = await sql<
      { sealed: Buffer; openedBy: string }[]
    >`select sealed, opened_by as "openedBy" from root_secrets`;
    expect(row?.sealed.toString('latin1')).not.toContain(FIRST);
    expect(row?.openedBy).not.toContain(Buffer.from(FIRST).toString('hex'));
  });
});
