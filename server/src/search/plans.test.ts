import { expect, test } from 'vitest';
import { filledWith, MANY } from '../../tests/kit/by-index.ts';
import { rowsRead } from '../../tests/kit/platform/plans.ts';
import { findTransactions, meaningOf } from './store.ts';

/** A tenth of all rows, so that no plan scans from one end until enough rows match. */
const BOUND = 3_000;

const filled = filledWith(['transactions'], async (tx, { merchantId }, now) => {
  await tx`
    insert into transactions (merchant_id, mode, reference, source_kind, source_id, source_name, payment_method, status,
      currency, subtotal, total, value_piastres, charged_piastres, fee_piastres, net_piastres, customer_name,
      customer_email, customer_mobile, created_at, updated_at)
    select ${merchantId}::bigint, 'live', 'TRX-' || upper(substr(md5(n || 'r'), 1, 8)), 'payment-link', n % 50, 'Some',
           1 + n % 5, 1, 'EGP', 100 * n, 100 * n, 100 * n, 100 * n, 300, 100 * n - 300,
           'Payer ' || md5(n::text), md5('e' || n) || '@example.com', '010' || lpad(n::text, 8, '0'),
           ${now}::timestamptz - n * interval '7 minutes', ${now}
      from generate_series(1, ${MANY}::int) n`;
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
])('%j is searched without reading other rows', async (typed) => {
  filled.watch.taken();
  await findTransactions(filled.app.db, filled.caller, meaningOf(typed));
  const nodes = filled.watch.taken().flat();
  expect(nodes.length).toBeGreaterThan(0);
  for (const node of nodes) {
    expect(rowsRead(node), `${node['Node Type']} ${node['Index Name'] ?? ''}`).toBeLessThanOrEqual(BOUND);
  }
});
