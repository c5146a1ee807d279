import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App, Scope } from '../platform/context.ts';
import { fillTables } from '../platform/testing/fill.ts';
import { type PlanWatch, rowsRead, watchPlans } from '../platform/testing/plans.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { findTransactions, meaningOf } from './store.ts';

const MANY = 24_000;
/** A tenth of what there is: nothing walks from one end until something fits. */
const BOUND = 3_000;

let daftar: TestServer;
let watch: PlanWatch;
let app: App;
let scope: Scope;

beforeAll(async () => {
  daftar = await startTestServer();
  const owner = await daftar.merchant();
  scope = { merchantId: owner.merchantId, mode: 'live' };
  const { sql } = daftar.database;
  await fillTables(sql, ['transactions'], async (tx) => {
    await tx`
      insert into transactions (merchant_id, mode, reference, source_kind, source_id, source_name, payment_method, status,
        currency, subtotal, total, value_piastres, charged_piastres, fee_piastres, net_piastres, customer_name,
        customer_email, customer_mobile, created_at, updated_at)
      select ${owner.merchantId}::bigint, 'live', 'TRX-' || upper(substr(md5(n || 'r'), 1, 8)), 'payment-link', n % 50, 'Some',
             1 + n % 5, 1, 'EGP', 100 * n, 100 * n, 100 * n, 100 * n, 300, 100 * n - 300,
             'Payer ' || md5(n::text), md5('e' || n) || '@example.com', '010' || lpad(n::text, 8, '0'),
             ${daftar.clock.now()}::timestamptz - n * interval '7 minutes', ${daftar.clock.now()}
        from generate_series(1, ${MANY}::int) n`;
  });
  watch = await watchPlans(daftar.database.url);
  app = { ...daftar.app, db: watch.sql };
}, 120_000);
afterAll(async () => {
  await watch?.end();
  await daftar.close();
});

test.each([
  'TRX-ABCDEF00',
  'abc',
  '777',
  '01000000007',
  '+20 100 002 9999',
  'nobody is called this',
  'payer',
  'c4ca42',
])('%j is looked for without reading the rest', async (typed) => {
  watch.taken();
  await findTransactions(app.db, scope, meaningOf(typed));
  const nodes = watch.taken().flat();
  expect(nodes.length).toBeGreaterThan(0);
  for (const node of nodes) {
    expect(rowsRead(node), `${node['Node Type']} ${node['Index Name'] ?? ''}`).toBeLessThanOrEqual(BOUND);
  }
});
