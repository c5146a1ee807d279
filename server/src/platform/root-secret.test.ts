import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../tests/kit/platform/database.ts';
import type { Config } from '../config.ts';
import type { Sql } from './db/connect.ts';
import { guestKey, serverKey } from './keys.ts';
import { openRootSecret, retireOtherSecrets, WrongSecret } from './root-secret.ts';

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
  await sql`delete from signing_salts`;
});

const openWhole = (current: string, other: string | null = null) =>
  openRootSecret(sql, { current, other }, NOW);
const open = async (...given: Parameters<typeof openWhole>) => (await openWhole(...given)).secret;

describe('the root secret', () => {
  test('of a new database is random, and the same at each start', async () => {
    const root = await openWhole(FIRST);
    expect(root.secret).toMatch(/^[\w-]{64}$/);
    expect(root.salt).toMatch(/^[\w-]{64}$/);
    expect(await openWhole(FIRST)).toEqual(root);
    await sql`delete from root_secrets`;
    await sql`delete from signing_salts`;
    expect((await openWhole(FIRST)).secret).not.toBe(root.secret);
  });

  test('of a database older than root secrets is its first DAFTAR_SECRET; guest keys are derived with an additional salt', async () => {
    await sql`
      insert into operators (email, role, created_at) values ('mona@example.com', 'admin', now())`;
    const root = await openWhole(FIRST);
    expect(root.secret).toBe(FIRST);
    const app = { config: { secret: root.secret, signingSalt: root.salt } as Config };
    const derivable = { config: { secret: FIRST, signingSalt: null } as Config };
    for (const purpose of ['sandbox callback', 'payment form', 'challenge']) {
      expect(guestKey(app, purpose)).not.toEqual(guestKey(derivable, purpose));
      expect(guestKey(app, purpose)).not.toEqual(serverKey(derivable, purpose));
    }
    // Deliberately abandoned because the secret was lost: the next one is drawn at random, too.
    await sql`delete from root_secrets`;
    expect(await open(SECOND)).not.toBe(SECOND);
    await sql`delete from operators`;
  });

  test('survives a change of DAFTAR_SECRET, whichever server changes first', async () => {
    const root = await open(FIRST);
    // The servers are given the next secret one after the other, then switch to it, then drop the previous one.
    expect(await open(FIRST, SECOND)).toBe(root);
    expect(await open(SECOND, FIRST)).toBe(root);
    expect(await open(FIRST)).toBe(root);
    expect(await open(SECOND)).toBe(root);
  });

  test('is not opened by an unknown secret, which leaves no row behind', async () => {
    const root = await open(FIRST);
    await expect(open(STRANGER)).rejects.toThrow(WrongSecret);
    await expect(open(STRANGER, SECOND)).rejects.toThrow(WrongSecret);
    expect(await sql`select from root_secrets`).toHaveLength(1);
    expect(await open(FIRST)).toBe(root);
  });

  test('is not opened by a retired secret', async () => {
    const root = await open(FIRST);
    await open(SECOND, FIRST);
    expect(await retireOtherSecrets(sql, SECOND)).toBe(1);
    await expect(open(FIRST)).rejects.toThrow(WrongSecret);
    expect(await open(SECOND)).toBe(root);
  });

  test('is the same for processes that start at the same moment', async () => {
    const roots = await Promise.all(Array.from({ length: 8 }, () => open(FIRST, SECOND)));
    expect(new Set(roots).size).toBe(1);
    expect(await sql`select from root_secrets`).toHaveLength(2);
  });

  test('is stored encrypted', async () => {
    const root = await open(FIRST);
    const [row] = await sql<
      { sealed: Buffer; openedBy: string }[]
    >`select sealed, opened_by as "openedBy" from root_secrets`;
    expect(row?.sealed.toString('latin1')).not.toContain(FIRST);
    expect(row?.sealed.toString('latin1')).not.toContain(root);
    expect(row?.openedBy).not.toContain(Buffer.from(FIRST).toString('hex'));
  });
});
