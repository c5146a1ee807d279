/** However much is known, a rule reads a bounded number of rows, and by index alone. */
import { RISK_CONDITIONS } from '@daftar/contract/ops-risk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MANY } from '../../tests/kit/by-index.ts';
import { startTestCheckout, type TestCheckout } from '../../tests/kit/checkout.ts';

/** The most rows that a rule looks at, and a few that the index only passes. */
const MOST = 1_010;
const MERCHANT = 7;

let checkout: TestCheckout;
beforeAll(async () => {
  checkout = await startTestCheckout();
  // All of one payer, network, card and merchant.
  await checkout.sql`
    insert into risk_facts (merchant_id, attempt_id, transaction_id, mode, payment_method, charge_piastres, created_at,
      mobile_key, address_key, network_key, card_key, bin, country)
    select ${MERCHANT} + (n % 2), n, n, 'live', 1, 100, now() - n * interval '1 second', 'm', 'a', 'x', 'c', '411111', 'EG'
      from generate_series(1, ${MANY}::int) n`;
  await checkout.sql`analyze risk_facts`;
});
afterAll(() => checkout?.close());

const cases = RISK_CONDITIONS.flatMap((condition) =>
  (['mobile', 'address', 'card', 'bin', 'merchant', 'country'] as const).flatMap((by) =>
    [null, MERCHANT].map((merchantId) => ({ condition, by, merchantId })),
  ),
);

test.each(cases)('$condition by $by, merchant $merchantId', async ({ condition, by, merchantId }) => {
  await checkout.sql.begin(async (tx) => {
    await tx`set local plan_cache_mode = auto`;
    const read = async () => {
      const [row] = await tx<{ seq: number; rows: number }[]>`
        select coalesce(sum(seq_tup_read), 0)::int as seq, coalesce(sum(idx_tup_fetch), 0)::int as rows
          from pg_stat_xact_user_tables where relname = 'risk_facts'`;
      return row!;
    };
    const before = await read();
    await tx`
      select risk_rule_matches(
        row(0, 'r', 'live', ${merchantId}::bigint, null, ${condition}::text, ${by}::text, 1000, 99999999999, 43200, 'block', null, 1, true,
            null, null, '', now(), now())::risk_rules,
        row(${MERCHANT}::bigint, 999999, 999999, 'live', 1, 100, now(), 'm'::bytea, null, 'a'::bytea, 'x'::bytea, null, 'ipv4', 'EG',
            '411111', 'c'::bytea, 'allow')::risk_facts, true)`;
    const after = await read();
    expect(after.seq - before.seq).toBe(0);
    expect(after.rows - before.rows).toBeLessThanOrEqual(MOST);
  });
});
