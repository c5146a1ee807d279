import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';

/** Statement triggers replace the foreign key on who added a customer (ADR 25). */
let daftar: TestServer;
let owner: Actor;
let stranger: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
  owner = await daftar.merchant();
  stranger = await daftar.merchant();
});
afterAll(() => daftar.close());

let serial = 0;
/** Adds a customer of the owner's merchant for each maker, in one statement. */
const add = (makers: readonly number[], whenTaken = '') => {
  const { sql } = daftar.database;
  const rows = makers.map((maker) => {
    serial += 1;
    return { maker, email: `m${serial}@example.com`, mobile: `010${String(serial).padStart(8, '0')}` };
  });
  return sql`
    insert into customers (merchant_id, mode, name, email, mobile, created_by, created_at, updated_at)
    select ${owner.merchantId}, 'live', 'M', r.email, r.mobile, r.maker, now(), now()
    from jsonb_to_recordset(${sql.json(rows)}) r (maker bigint, email text, mobile text)
    ${sql.unsafe(whenTaken)}`;
};
const count = async () =>
  (await daftar.database.sql`select from customers where merchant_id = ${owner.merchantId}`).length;

const noUser = { code: '23503', constraint_name: 'customers_created_by' };
const keptUser = { code: '23001', constraint_name: 'users_are_kept' };

test('a customer must be created by a user of its merchant, in every row of a statement', async () => {
  const colleague = await daftar.colleague(owner, ['add-customer']);
  await add([owner.userId, colleague.userId, owner.userId]);
  const before = await count();
  for (const makers of [[987_654_321], [stranger.userId], [owner.userId, stranger.userId, owner.userId]]) {
    await expect(add(makers)).rejects.toMatchObject(noUser);
    await expect(add(makers, 'on conflict do nothing')).rejects.toMatchObject(noUser);
  }
  expect(await count()).toBe(before);
});

test('the creator of a customer cannot be changed', async () => {
  const { sql } = daftar.database;
  const colleague = await daftar.colleague(owner, ['add-customer']);
  await add([owner.userId]);
  const refused = { code: '23001', constraint_name: 'customers_created_by' };
  for (const maker of [colleague.userId, stranger.userId, 987_654_321]) {
    await expect(
      sql`update customers set created_by = ${maker} where merchant_id = ${owner.merchantId}`,
    ).rejects.toMatchObject(refused);
  }
  await expect(
    sql`update customers set merchant_id = ${stranger.merchantId} where merchant_id = ${owner.merchantId}`,
  ).rejects.toMatchObject(refused);
  // As it was is no change.
  await sql`update customers set created_by = created_by, name = 'N' where merchant_id = ${owner.merchantId}`;
});

test('a user can be neither deleted nor given another id, referenced or not', async () => {
  const { sql } = daftar.database;
  const colleague = await daftar.colleague(owner, []);
  for (const { userId } of [owner, colleague]) {
    await expect(sql`delete from users where id = ${userId}`).rejects.toMatchObject(keptUser);
    await expect(sql`update users set id = default where id = ${userId}`).rejects.toMatchObject(keptUser);
    await expect(
      sql`update users set merchant_id = ${stranger.merchantId} where id = ${userId}`,
    ).rejects.toMatchObject(keptUser);
  }
  await expect(sql`truncate users cascade`).rejects.toMatchObject(keptUser);
  expect(await sql`select from users where id = any(${[owner.userId, colleague.userId]})`).toHaveLength(2);
});
