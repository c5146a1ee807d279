/** Every merchant's table can be spread by merchant: the schema in parts, and the product on it, unchanged. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger } from '../../src/ledger/check.ts';
import { moneyChecks } from '../../src/money-checks.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../kit/platform/database.ts';
import { partitionedSources } from '../kit/platform/partitioned.ts';
import { CREATE_LINK, cardPost, linkForm, send, signedIn } from './client.ts';
import { type Bundle, buildBundle, type Product, startProduct } from './product.ts';

/**
 * Tables that name a merchant and are not of one: each is found by what somebody outside holds (a token, an address, a
 * key) before anybody knows whose it is. They are small, and stay whole or go by that key. Submissions stay whole as well:
 * no two merchants may be verified with the same number; so does what the provider keeps for itself, across merchants.
 */
const DIRECTORIES = [
  'acquirer_costs',
  'api_key_hashes',
  'bank_transfers',
  'company_sign_ins',
  'email_tokens',
  'fee_document_numbers',
  'key_requests',
  'kyc_submissions',
  'logins',
  'merchant_domains',
  'operator_approvals',
  'passkey_logins',
  'pay_tokens',
  'payment_figures',
  'payment_months',
  'processor_accounts',
  'processor_ids',
  'proofs_awaited',
  'public_files',
  'reconciliation_breaks',
  'reconciliation_costs',
  'reconciliation_cut_off_rows',
  'reconciliation_lines',
  'reconciliation_suspense',
  'reconciliation_unsettled',
  'reconciliation_write_offs',
  'risk_dry_run_rows',
  'risk_rules',
  'scim_settings',
];
const PARTS = 4;

let database: TestDatabase;
let bundle: Bundle;
let folder: string;

beforeAll(async () => {
  [database, bundle] = await Promise.all([createTestDatabase({ isEmpty: true }), buildBundle()]);
  folder = partitionedSources(PARTS);
  await migrate(database.url, { sources: folder });
});
afterAll(async () => {
  if (folder) rmSync(folder, { recursive: true, force: true });
  await database?.drop();
});

interface Table {
  name: string;
  kind: string;
  parts: number;
}

const tablesOfMerchants = () => database.sql<Table[]>`
  select c.relname as name, c.relkind as kind,
         (select count(*)::int from pg_inherits i where i.inhparent = c.oid) as parts
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'merchant_id' and not a.attisdropped
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
   order by c.relname`;

describe('the partitioned schema', () => {
  test('partitions every table with a merchant_id, except the directories', async () => {
    const tables = await tablesOfMerchants();
    expect(tables.filter(({ kind }) => kind !== 'p').map(({ name }) => name)).toEqual(DIRECTORIES);
    const parted = tables.filter(({ kind }) => kind === 'p');
    expect(parted.length).toBeGreaterThan(40);
    expect(parted.filter(({ parts }) => parts !== PARTS)).toEqual([]);
  });

  test('has merchant_id in every unique key, so that none spans partitions', async () => {
    const keys = await database.sql`
      select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
       where c.relkind = 'p' and i.indisunique
         and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'merchant_id'
                           and a.attnum = any (i.indkey))`;
    expect([...keys]).toEqual([]);
  });

  test('has foreign keys only within one merchant, or to merchants, operators and people, which are whole everywhere', async () => {
    const crossing = await database.sql`
      select conrelid::regclass::text as name, conname from pg_constraint f join pg_class c on c.oid = f.conrelid
       where f.contype = 'f' and c.relkind = 'p' and not c.relispartition
         and f.confrelid <> all (array['merchants'::regclass, 'operators'::regclass, 'people'::regclass])
         and not exists (
           select from pg_attribute a, pg_attribute b
            where a.attrelid = f.conrelid and a.attnum = any (f.conkey) and a.attname = 'merchant_id'
              and b.attrelid = f.confrelid and b.attnum = any (f.confkey) and b.attname = 'merchant_id')`;
    expect([...crossing]).toEqual([]);
  });
});

describe('the product on the partitioned schema', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct(bundle, { DATABASE_URL: database.url, DAFTAR_SECRET: 's'.repeat(40) });
  });
  afterAll(async () => {
    product?.kill('SIGTERM');
    await product?.ended;
  });

  test('signs up merchants, makes links, takes payments and lists them, and its ledger balances', async () => {
    for (let serial = 1; serial <= 6; serial += 1) {
      const { authorization } = await signedIn(product, serial);
      const form = linkForm(`Link ${serial}`, 3);
      const made = await send(product.origin, CREATE_LINK, { body: form, headers: { authorization } });
      expect(made.status, made.raw).toBe(200);
      const path = new URL(made.body.data.link).pathname;
      const paid = await send(product.origin, path, { body: cardPost({ email: 'payer@example.com' }) });
      expect(paid.status, paid.raw.slice(0, 300)).toBe(303);
      const listed = await send(product.origin, '/api/sandbox/merchant/transactions', {
        headers: { authorization },
      });
      expect(listed.status, listed.raw.slice(0, 300)).toBe(200);
    }
    const [{ parts }] = (await database.sql`
      select count(distinct tableoid)::int as parts from transactions`) as unknown as [{ parts: number }];
    expect(parts).toBeGreaterThan(1);
    expect(await checkLedger(database.sql, { extraChecks: moneyChecks })).toEqual([]);
  });
});
