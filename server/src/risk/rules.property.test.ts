/** Rules are evaluated in SQL: any rule over any history must agree with this plain model of the contract. */
import type { RiskFact } from '@daftar/contract/ops-risk';
import { CONDITION_FACTS, RISK_CONDITIONS, RISK_WINDOWS } from '@daftar/contract/ops-risk';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takenBack } from '../../tests/kit/changes.ts';
import { startTestCheckout, type TestCheckout } from '../../tests/kit/checkout.ts';

let checkout: TestCheckout;
beforeAll(async () => {
  checkout = await startTestCheckout();
});
afterAll(() => checkout?.close());

const MERCHANTS = [901, 902] as const;
const NOW = Date.parse('2026-06-15T10:00:00Z');
const letter = (...letters: string[]) => fc.option(fc.constantFrom(...letters), { nil: null });

const attempts = fc.array(
  fc.record({
    merchantId: fc.constantFrom(...MERCHANTS),
    method: fc.constantFrom(1, 4),
    mobile: letter('m', 'n'),
    address: letter('a', 'b'),
    network: letter('x'),
    card: letter('c', 'd'),
    bin: letter('411111', '424242'),
    country: letter('EG', 'SA'),
    amount: fc.constantFrom(100, 500, 1_000),
    /** Before the last one. */
    minutes: fc.constantFrom(0, 5, 9, 10, 11, 60, 61, 1_440, 2_000),
    state: fc.constantFrom('succeeded', 'failed', 'pending', 'canceled', 'expired'),
    reason: fc.constantFrom(null, 'declined', 'processing_error', 'stopped'),
    outcome: fc.constantFrom('allow', 'review', 'block'),
  }),
  { minLength: 1, maxLength: 14 },
);
const rules = fc.record({
  condition: fc.constantFrom(...RISK_CONDITIONS),
  by: fc.nat(),
  merchantId: letter('901', '902'),
  method: fc.option(fc.constantFrom(1, 4), { nil: null }),
  times: fc.integer({ min: 1, max: 4 }),
  amount: fc.constantFrom(100, 500, 1_500, 3_000),
  window: fc.constantFrom(...RISK_WINDOWS),
});
const entries = fc.uniqueArray(
  fc.record({
    list: fc.constantFrom('blocked', 'trusted'),
    kind: fc.constantFrom('mobile', 'address', 'network', 'card', 'bin', 'country'),
    key: fc.constantFrom('m', 'n', 'a', 'b', 'x', 'c', 'd', '411111', 'EG'),
    removed: fc.boolean(),
    /** Minutes before the last attempt; null: it does not expire. */
    expired: fc.option(fc.constantFrom(-10, 0, 10, 1_000), { nil: null }),
  }),
  { selector: ({ list, kind, key }) => `${list} ${kind} ${key}`, maxLength: 6 },
);

interface Attempt {
  id: number;
  at: number;
  merchantId: number;
  method: number;
  mobile: string | null;
  address: string | null;
  network: string | null;
  card: string | null;
  bin: string | null;
  country: string | null;
  amount: number;
  state: string;
  reason: string | null;
  outcome: string;
}
interface Rule {
  condition: (typeof RISK_CONDITIONS)[number];
  by: RiskFact | null;
  merchantId: number | null;
  method: number | null;
  times: number;
  amount: number;
  window: number;
}
interface Entry {
  list: string;
  kind: string;
  key: string;
  removed: boolean;
  expired: number | null;
}

const factIn = (attempt: Attempt, by: string): string | number | null =>
  by === 'merchant' ? attempt.merchantId : (attempt as unknown as Record<string, string | null>)[by]!;

/** Returns whether an attempt meets a rule according to the contract. */
function meets(
  rule: Rule,
  attempt: Attempt,
  all: readonly Attempt[],
  list: readonly Entry[],
  isLive: boolean,
) {
  if (rule.merchantId !== null && rule.merchantId !== attempt.merchantId) return false;
  if (rule.method !== null && rule.method !== attempt.method) return false;
  const others = (by: string, minutes: number) =>
    all
      .filter((other) => other.id !== attempt.id && factIn(other, by) !== null)
      .filter((other) => factIn(other, by) === factIn(attempt, by))
      .filter((other) => rule.merchantId === null || other.merchantId === attempt.merchantId)
      .filter((other) => other.at >= attempt.at - minutes * 60_000)
      .filter(
        (other) => isLive || other.at < attempt.at || (other.at === attempt.at && other.id < attempt.id),
      )
      .sort((a, b) => b.at - a.at || b.id - a.id);
  switch (rule.condition) {
    case 'amount':
      return attempt.amount > rule.amount;
    case 'count':
      return others(rule.by!, rule.window).length >= rule.times;
    case 'sum': {
      if (factIn(attempt, rule.by!) === null) return false;
      return (
        others(rule.by!, rule.window).reduce((sum, { amount }) => sum + amount, attempt.amount) > rule.amount
      );
    }
    case 'declines': {
      const ended = others(rule.by!, rule.window)
        .filter(({ outcome }) => outcome !== 'block')
        .filter(({ state }) => state === 'succeeded' || state === 'failed')
        .filter(({ reason }) => reason !== 'processing_error')
        .slice(0, rule.times);
      return ended.length === rule.times && ended.every(({ state }) => state === 'failed');
    }
    case 'first':
      return (
        attempt.amount > rule.amount &&
        !others('mobile', Number.POSITIVE_INFINITY).some(({ state }) => state === 'succeeded')
      );
    case 'listed': {
      const kinds = rule.by === 'address' ? ['address', 'network'] : [rule.by!];
      return list.some(
        (entry) =>
          entry.list === 'blocked' &&
          !entry.removed &&
          kinds.includes(entry.kind) &&
          entry.key === factIn(attempt, entry.kind) &&
          (entry.expired === null || NOW - entry.expired * 60_000 > attempt.at),
      );
    }
  }
}

test('SQL and model agree on every rule, of the past and live', async () => {
  await fc.assert(
    fc.asyncProperty(attempts, rules, entries, async (given, drawn, list) => {
      const all = given.map((each, n) => ({ ...each, id: n + 1, at: NOW - each.minutes * 60_000 }));
      const facts = CONDITION_FACTS[drawn.condition];
      const rule: Rule = {
        ...drawn,
        by: facts.length > 0 ? facts[drawn.by % facts.length]! : null,
        merchantId: drawn.merchantId === null ? null : Number(drawn.merchantId),
      };
      const found = await evaluated(all, rule, list);
      const expected = all.map((each) => ({
        past: meets(rule, each, all, list, false),
        live: meets(rule, each, all, list, true),
      }));
      expect(found).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

/** Evaluates the rule for each attempt in SQL. */
async function evaluated(all: readonly Attempt[], rule: Rule, list: readonly Entry[]) {
  let found: readonly object[] = [];
  await takenBack(checkout.sql, async (tx) => {
    await tx`set local session_replication_role = replica`;
    const rows = JSON.stringify(all.map(({ at, ...each }) => ({ ...each, at: new Date(at).toISOString() })));
    await tx`
      insert into payment_attempts (merchant_id, id, mode, token, payable_kind, payable_id, transaction_id, payment_method,
        state, holds_place, hold_expires_at, expires_at, processor, value_piastres, charge_piastres, fee_piastres, vat_piastres,
        rate_bps, fixed_fee_piastres, vat_bps, fees_on, locale, failure_reason, created_at, updated_at)
      overriding system value
      select x."merchantId", x.id, 'test', 'token' || x.id, 'payment-link', 1, x.id, x.method, x.state, false, x.at, x.at,
             'sandbox', x.amount, x.amount, 0, 0, 0, 0, 0, 'M', 'ar', x.reason, x.at, x.at
        from jsonb_to_recordset(${rows}::text::jsonb) x ("merchantId" bigint, id bigint, method int, state text, amount bigint,
             reason text, at timestamptz)`;
    await tx`
      insert into risk_facts (merchant_id, attempt_id, transaction_id, mode, payment_method, charge_piastres, created_at,
        mobile_key, address_key, network_key, card_key, bin, country, outcome)
      select x."merchantId", x.id, x.id, 'test', x.method, x.amount, x.at, x.mobile::bytea, x.address::bytea,
             x.network::bytea, x.card::bytea, x.bin, x.country, x.outcome
        from jsonb_to_recordset(${rows}::text::jsonb) x ("merchantId" bigint, id bigint, method int, amount bigint,
             at timestamptz, mobile text, address text, network text, card text, bin text, country text, outcome text)`;
    for (const { list: name, kind, key, removed, expired } of list) {
      const end = expired === null ? null : new Date(NOW - expired * 60_000);
      const gone = removed ? new Date(NOW) : null;
      await tx`
        insert into risk_entries (list, kind, key, shown, reason, added_by, created_at, expires_at, removed_at)
        values (${name}, ${kind}, ${Buffer.from(key)}, '', '', 'test', ${new Date(NOW)}, ${end}, ${gone})`;
    }
    await tx`
      insert into risk_rules (name, mode, merchant_id, payment_method, condition, by_fact, times, amount_piastres,
                              window_minutes, outcome, created_by, created_at, updated_at)
      values ('r', 'test', ${rule.merchantId}, ${rule.method}, ${rule.condition}, ${rule.by}, ${rule.times}, ${rule.amount},
              ${rule.window}, 'block', 'test', now(), now())`;
    found = await tx<object[]>`
      select risk_rule_matches(r, f, false) as past, risk_rule_matches(r, f, true) as live
        from risk_facts f, risk_rules r where r.name = 'r' and f.merchant_id in (901, 902) order by f.attempt_id`;
  });
  return found.map((row) => ({ ...row }));
}
