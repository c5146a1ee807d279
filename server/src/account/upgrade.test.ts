/** What the accounts and settlements of an earlier release become when this one is installed over them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEarlierDatabase, type EarlierDatabase } from '../platform/testing/earlier.ts';

const ONE = 'EG380019000500000000263180002';
const OTHER = 'EG920037000112345678901230000';

let database: EarlierDatabase;
beforeAll(async () => {
  database = await createEarlierDatabase('0046');
});
afterAll(() => database.drop());

test('each account starts with its current version, and settlements and documents keep theirs', async () => {
  const { sql } = database;
  const [merchant] = await sql<{ id: number }[]>`
    insert into merchants (business_name, email, mobile, status) values ('Nour', 'nour@example.com', '01000000000', 3)
    returning id`;
  const { id } = merchant!;
  await sql`
    insert into files (merchant_id, path, purpose, type, size_bytes, name, sha256, uploaded_by, created_at, attached_at)
    select ${id}, path, 'document', 'application/pdf', 1, 'letter.pdf', sha256('x'), 1, now(), now()
      from unnest(array['a.pdf', 'b.pdf']) path`;
  const account = async (iban: string, letter: string, receives: boolean): Promise<number> => {
    const [row] = await sql<{ id: number }[]>`
      insert into bank_accounts (merchant_id, account_name, account_number, bank_name, bank_branch, iban, document_path,
                                 receives_settlements, created_at, updated_at)
      values (${id}, 'Nour', '1234567', 'CIB', 'Maadi', ${iban}, ${letter}, ${receives}, now(), now()) returning id`;
    return row!.id;
  };
  const [first, second] = [await account(ONE, 'a.pdf', true), await account(OTHER, 'b.pdf', false)];
  await sql`
    insert into settlements (merchant_id, mode, reference, amount_piastres, total_transactions, created_at,
                             bank_account_id, bank_piastres)
    values (${id}, 'live', 'STL-1', 9344, 1, now(), ${first}, 9344), (${id}, 'live', 'STL-2', 100, 1, now(), null, 0)`;
  const [, kept, filled] = await sql<{ id: number }[]>`
    with made as (
      insert into settlements (merchant_id, mode, reference, amount_piastres, total_transactions, created_at)
      values (${id}, 'live', 'STL-3', 60, 1, now()) returning id)
    select id from settlements union all select id from made order by id`;
  const post = (kind: string, key: string, lines: Record<string, number>) => {
    const arrayOf = (items: unknown[]) => `{${items.join(',')}}`;
    const currencies = Object.keys(lines).map(() => 'EGP');
    return sql`
      select ledger_post(${id}, 'live', ${kind}, 'X', ${key}, now(),
                         ${arrayOf(Object.keys(lines))}::text::ledger_account_kind[],
                         ${arrayOf(currencies)}::text::char(3)[],
                         ${arrayOf(Object.values(lines))}::text::bigint[])`;
  };
  await post('capture', 'capture:1', { clearing: -160, pending: 160 });
  await post('settlement', `settlement:${kept!.id}`, { pending: -100, available: 100 });
  await post('refund', 'refund:1', { available: -150, clearing: 150 });
  await post('settlement', `settlement:${filled!.id}`, { pending: -60, available: 60 });
  await database.upgrade();
  // Earlier releases let a settlement of the balance be transferred by hand; less than its amount, where it filled up a debt.
  expect(
    await sql`select reference, maybe_transferred as maybe from settlements where bank_piastres = 0 order by id`,
  ).toEqual([
    { reference: 'STL-2', maybe: true },
    { reference: 'STL-3', maybe: false },
  ]);
  expect(
    await sql`select bank_account_id as id, version, iban from bank_account_versions order by 1`,
  ).toEqual([
    { id: first, version: 1, iban: ONE },
    { id: second, version: 1, iban: OTHER },
  ]);
  expect(await sql`select bank_account_version as version from settlements order by id`).toEqual([
    { version: 1 },
    { version: null },
    { version: null },
  ]);
  expect(await sql`select path from files where pinned_at is not null`).toEqual([{ path: 'a.pdf' }]);
  // The release that is still running beside this one writes as it did.
  await sql`update bank_accounts set iban = ${OTHER}, document_path = null where id = ${first}`;
  expect(
    await sql`select version from bank_account_versions where bank_account_id = ${first} order by 1`,
  ).toEqual([{ version: 1 }, { version: 2 }]);
});
