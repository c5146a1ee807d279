/** What the provider does about the demo's risks: rules, reviews, lists, a monthly limit, a rolling reserve, documents. */
import { RiskRuleForm } from '@daftar/contract/ops-risk';
import { validate } from '@daftar/contract/validate';
import { saveExpiry } from '../src/document-expiry/service.ts';
import type { App, Caller, Operator } from '../src/platform/context.ts';
import { transaction } from '../src/platform/db/transaction.ts';
import { cairoDay } from '../src/platform/time/cairo.ts';
import { FakeClock } from '../src/platform/time/clock.ts';
import { setTerms } from '../src/reserve/writes.ts';
import { addTyped } from '../src/risk/entries.ts';
import { keyOf } from '../src/risk/facts.ts';
import { runDry } from '../src/risk/jobs.ts';
import { liftRisk } from '../src/risk/lift.ts';
import { approveReview, reviews } from '../src/risk/reviews.ts';
import { addRule, readRule, startDryRun, switchOn } from '../src/risk/service.ts';
import { monthOf, writeLimit } from '../src/volume-limits/limits.ts';

const RESERVE_DAYS_AGO = 20;
const RULES_DAYS_AGO = 4;
/** In the last hour. */
const PAID_MINUTES_AGO = [50, 35, 20];
const DECISION_MINUTES_AGO = 10;
const RESERVE = { shareBps: 500, days: 30 };
/** Far above what the demo takes in a month. */
const LIMIT_PIASTRES = 300_000_000;
const DAY_MILLISECONDS = 86_400_000;
const DAY_MINUTES = 1440;

const PROVIDER = {
  email: 'risk@daftar.example',
  address: '127.0.0.1',
  locale: 'en',
  operatorId: 0,
} as Operator;

const RULES = [
  { name: 'Large payments', condition: 'amount', amount: 4000, outcome: 'review' },
  {
    name: 'Many attempts by one number',
    condition: 'count',
    by: 'mobile',
    times: 5,
    window_minutes: 60,
    outcome: 'block',
  },
] as const;

/** From some day on a part of each settlement is held. */
export async function reserveOn(app: App, { merchantId }: Caller, daysAgo: number): Promise<void> {
  if (daysAgo === RESERVE_DAYS_AGO)
    await transaction(app.db, (tx) => setTerms(app, tx, merchantId, RESERVE, PROVIDER.email));
}

/**
 * Once all else has happened, rules are switched on, and payments of the last hour are reviewed: one of them is approved.
 * @param pay makes a payment of more than the rules let pass, at a moment
 */
export async function guard(
  app: App,
  { merchantId }: Caller,
  today: Date,
  pay: (when: Date) => Promise<void>,
): Promise<void> {
  const ago = (days: number) => new Date(today.getTime() - days * DAY_MILLISECONDS);
  await watch({ ...app, clock: new FakeClock(ago(RULES_DAYS_AGO)) }, merchantId);
  for (const minutes of PAID_MINUTES_AGO) await pay(ago(minutes / DAY_MINUTES));
  await decide({ ...app, clock: new FakeClock(ago(DECISION_MINUTES_AGO / DAY_MINUTES)) });
}

async function watch(app: App, merchantId: number): Promise<void> {
  const now = app.clock.now();
  for (const rule of RULES) {
    const form = validate(RiskRuleForm, { mode: 'live', ...rule });
    if (!form.ok) throw new Error(`The demo rule ${rule.name} is not valid: ${JSON.stringify(form.errors)}`);
    const id = await addRule(app, PROVIDER, form.value);
    await startDryRun(app, PROVIDER, id);
    const run = (await readRule(app, PROVIDER, id)).dry_run;
    if (run) await runDry(app, { id: run.id });
    await switchOn(app, PROVIDER, id, 'Looked at its dry run');
  }
  const blocked = {
    list: 'blocked',
    kind: 'network',
    value: '203.0.113.0/24',
    reason: 'Card testing',
  } as const;
  await addTyped(app, PROVIDER, blocked);
  const mobile = '01005550101';
  await liftRisk(
    app,
    {
      merchantId: null,
      reason: 'Buys for the whole school every month',
      askedBy: PROVIDER.email,
      change: {
        do: 'trust',
        kind: 'mobile',
        key: keyOf(app, 'mobile', mobile).toString('hex'),
        shown: '010••••0101',
        reason: 'Buys for the whole school every month',
        expiresAt: null,
      },
    } as Parameters<typeof liftRisk>[1],
    { actor: PROVIDER.email },
  );
  const by = { actor: PROVIDER.email, now, month: monthOf(now) };
  await transaction(app.db, (tx) => writeLimit(tx, merchantId, { limitPiastres: LIMIT_PIASTRES }, by));
  const dayIn = (days: number) => cairoDay(new Date(now.getTime() + days * DAY_MILLISECONDS));
  const seen = 'As read on the document';
  const author = { actor: PROVIDER.email, address: PROVIDER.address };
  await saveExpiry(app, author, merchantId, { kind: 'tax_card', expiresOn: dayIn(23), reason: seen });
  await saveExpiry(app, author, merchantId, {
    kind: 'commercial_register',
    expiresOn: dayIn(400),
    reason: seen,
  });
}

/** Approves the payment that waits longest; the others still wait. */
async function decide(app: App): Promise<void> {
  const paging = { page: 1, pageSize: 2, sortBy: 'waiting_since', sortType: 'asc' } as const;
  const { rows } = await reviews.page(app, PROVIDER, paging, { mode: 'live' });
  const [first, second] = rows;
  if (!first || !second) return;
  const ref = { merchantId: first.merchant.id, id: first.id };
  const next = cairoDay(new Date(app.clock.now().getTime() + DAY_MILLISECONDS));
  await approveReview(app, PROVIDER, ref, 'The payer answered the phone', async () => next);
}
