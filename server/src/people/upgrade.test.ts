import { sameEmail } from '@daftar/contract/text';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEarlierDatabase, type EarlierDatabase } from '../../tests/kit/platform/earlier.ts';

let database: EarlierDatabase;
beforeAll(async () => {
  database = await createEarlierDatabase('1198');
});
afterAll(() => database.drop());

/** Addresses that an earlier release stored as they were typed. */
const STORED = [
  'a@xn--mgb9awbf.xn--wgbh1c',
  'b@xn--mnchen-3ya.de',
  'cafe\u0301@example.com',
  'd@mu\u0308nchen.de',
  'e@xn--fiqs8s.xn--kpry57d',
  'f@xn--strae-oqa.example.xn--p1ai',
  'plain@example.com',
];

test('stored addresses get the form in which they are compared; of two that would become one, both stay', async () => {
  const { sql } = database;
  const rows = [...STORED, 'twice@xn--wgbh1c.com', 'twice@مصر.com'];
  const kept = [...STORED.map(sameEmail), 'twice@xn--wgbh1c.com', 'twice@مصر.com'];
  await sql`insert into operators (email, role, created_at) select email, 'admin', now() from unnest(${rows}::text[]) email`;
  const [merchant] = await sql<{ id: number }[]>`
    insert into merchants (business_name, email, mobile, status) values ('Nour', ${rows[0]!}, '01000000000', 3) returning id`;
  const { id } = merchant!;
  const [role] = await sql<{ id: number }[]>`
    insert into roles (merchant_id, name_en, name_ar, permissions) values (${id}, 'Some', 'بعض', '{}') returning id`;
  for (const [at, email] of rows.entries()) {
    const [user] = await sql<{ id: number }[]>`
      insert into users (merchant_id, role_id, first_name, last_name, email, mobile)
      values (${id}, ${role!.id}, 'Mona', 'Adel', ${email}, ${`0100000000${at}`}) returning id`;
    await sql`
      insert into customers (merchant_id, mode, name, email, mobile, created_by, created_at, updated_at)
      values (${id}, 'live', 'Mona', ${email}, ${`0100000000${at}`}, ${user!.id}, now(), now())`;
  }
  await sql`insert into store_customers select ${id}, 'live', email from unnest(${rows}::text[]) email`;
  await sql.begin(async (tx) => {
    // Only the recipients of reports are examined.
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into report_recipients (merchant_id, report_id, email) select ${id}, 1, email from unnest(${rows}::text[]) email`;
  });

  await database.upgrade();

  const emails = async (table: string): Promise<string[]> =>
    (await sql<{ email: string }[]>`select email from ${sql(table)}`).map(({ email }) => email).sort();
  for (const table of ['operators', 'people', 'users', 'customers', 'report_recipients', 'store_customers'])
    expect(await emails(table), table).toEqual([...kept].sort());
  expect(await emails('merchants')).toEqual([sameEmail(rows[0]!)]);
  const [apart] =
    await sql`select count(*)::int from users u join people p on p.id = u.person_id where p.email <> u.email`;
  expect(apart).toEqual({ count: 0 });
});
