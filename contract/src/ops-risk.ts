import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done, file, list } from './envelope.ts';
import { exportQuery } from './exports.ts';
import { PAYMENT_METHOD_IDS, PaymentMethodItem } from './lookups.ts';
import { PositiveAmount } from './money.ts';
import { count } from './numbers.ts';
import { listQuery } from './paging.ts';
import { Id, IdParams, oneOf, paragraphs, text } from './text.ts';

/** One of these, required in a form. */
export const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: 'Required' });
/** One of these, in a list's query. */
export const filterOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.optional(z.enum(values, { error: 'Invalid' }));

export const RISK_MODES = ['live', 'test'] as const;

/**
 * What a rule asks of an attempt.
 * - `count`: the attempt would be more than `times` in the window, with the same `by`
 * - `sum`: with it, the attempts of the window with the same `by` come to more than `amount`
 * - `amount`: it is of more than `amount`
 * - `declines`: the last `times` attempts in the window with the same `by` that ended were all declined
 * - `first`: it is of more than `amount`, and its mobile number has paid nothing before; without a number, it has not
 * - `listed`: its `by` is in the list of blocked ones
 */
export const RISK_CONDITIONS = ['count', 'sum', 'amount', 'declines', 'first', 'listed'] as const;
export type RiskCondition = (typeof RISK_CONDITIONS)[number];

/** What attempts have in common. `address`: the payer's IP address, of IPv6 the first 64 bits. */
export const RISK_FACTS = ['mobile', 'address', 'card', 'bin', 'merchant', 'country'] as const;
export type RiskFact = (typeof RISK_FACTS)[number];

/** By which facts each condition can ask; none: it needs none. */
export const CONDITION_FACTS: Readonly<Record<RiskCondition, readonly RiskFact[]>> = {
  count: ['mobile', 'address', 'card', 'bin', 'merchant'],
  sum: ['mobile', 'address', 'card', 'bin'],
  amount: [],
  declines: ['mobile', 'address', 'card'],
  first: [],
  listed: ['mobile', 'address', 'card', 'bin', 'country'],
};

/** What becomes of an attempt, the weakest first. `allow`: nothing, it is only noted. */
export const RISK_OUTCOMES = ['allow', 'challenge', 'review', 'block'] as const;
export type RiskOutcome = (typeof RISK_OUTCOMES)[number];
/** What becomes of an attempt whose payer cannot be challenged. */
export const RISK_OTHERWISE = ['allow', 'review', 'block'] as const;

/** Minutes that a window can have: ten minutes, an hour, six hours, a day, a week, thirty days. */
export const RISK_WINDOWS = [10, 60, 360, 1440, 10_080, 43_200] as const;

/** The most that `times` can be: a rule looks at so many attempts at most. */
export const MAX_TIMES = 1000;
export const MAX_DECLINES = 20;

/** For how many days facts are looked at by a dry run, and for how many hours its result lets a rule be switched on. */
export const DRY_RUN_DAYS = 90;
export const DRY_RUN_FRESH_HOURS = 24;

const needsTimes = (condition: RiskCondition) => condition === 'count' || condition === 'declines';
const needsAmount = (condition: RiskCondition) => ['sum', 'amount', 'first'].includes(condition);
const needsWindow = (condition: RiskCondition) => ['count', 'sum', 'declines'].includes(condition);

/** Which fields a condition needs, for forms. */
export const conditionNeeds = (condition: RiskCondition) => ({
  by: CONDITION_FACTS[condition].length > 0,
  times: needsTimes(condition),
  amount: needsAmount(condition),
  window: needsWindow(condition),
});

const Times = count({ least: 1, most: MAX_TIMES, error: 'Invalid' });

const RuleFields = z.object({
  name: text(80),
  mode: choice(RISK_MODES),
  /** Left out: of all merchants. */
  merchant_id: z.optional(z.nullable(Id)),
  /** Left out: by all methods. */
  payment_method_id: z.optional(z.nullable(oneOf(PAYMENT_METHOD_IDS))),
  condition: choice(RISK_CONDITIONS),
  by: z.optional(z.nullable(z.enum(RISK_FACTS, { error: 'Required' }))),
  times: z.optional(z.nullable(Times)),
  /** In EGP. */
  amount: z.optional(z.nullable(PositiveAmount)),
  window_minutes: z.optional(z.nullable(oneOf(RISK_WINDOWS))),
  outcome: choice(RISK_OUTCOMES),
  otherwise: z.optional(z.nullable(z.enum(RISK_OTHERWISE, { error: 'Required' }))),
});

/** A rule as it is entered; what its condition does not need is left out of it. */
export const RiskRuleForm = z.pipe(
  RuleFields,
  z.transform((form: z.output<typeof RuleFields>, ctx) => {
    const need = conditionNeeds(form.condition);
    const refuse = (path: string, message = 'Required') =>
      ctx.issues.push({ code: 'custom', message, input: form, path: [path] });
    if (need.by && !form.by) refuse('by');
    if (form.by && need.by && !CONDITION_FACTS[form.condition].includes(form.by)) refuse('by', 'Invalid');
    if (need.times && form.times == null) refuse('times');
    if (form.condition === 'declines' && (form.times ?? 1) > MAX_DECLINES) refuse('times', 'Invalid');
    if (need.amount && form.amount == null) refuse('amount');
    if (need.window && form.window_minutes == null) refuse('window_minutes');
    if (form.outcome === 'challenge' && !form.otherwise) refuse('otherwise');
    return {
      name: form.name,
      mode: form.mode,
      merchant_id: form.merchant_id ?? null,
      payment_method_id: form.payment_method_id ?? null,
      condition: form.condition,
      by: need.by ? (form.by ?? null) : null,
      times: need.times ? (form.times ?? null) : null,
      amount: need.amount ? (form.amount ?? null) : null,
      window_minutes: need.window ? (form.window_minutes ?? null) : null,
      outcome: form.outcome,
      otherwise: form.outcome === 'challenge' ? (form.otherwise ?? null) : null,
    };
  }),
);
export type RiskRuleForm = z.output<typeof RiskRuleForm>;

export const RiskReasonForm = z.object({ reason: paragraphs(500) });
/** The reason is required where a second operator has to read it; the server says so. */
export const RiskOffForm = z.object({ reason: paragraphs(500) });

const Merchant = z.object({ id: z.number(), name: z.string() });
const Mode = z.enum(RISK_MODES);

/** What a rule would have done to the attempts of the last ninety days. Amounts in EGP. */
export const RiskDryRun = z.object({
  id: z.number(),
  state: z.enum(['running', 'done', 'failed']),
  since: z.string(),
  until: z.string(),
  /** Since when facts are kept: later than `since` when it covers fewer days. Null: none were kept, or it is of an earlier release. */
  facts_since: z.nullable(z.string()),
  asked_by: z.string(),
  started_at: z.string(),
  finished_at: z.nullable(z.string()),
  /** Attempts that were looked at. */
  looked_at: z.number(),
  /** Those that meet the rule. */
  met: z.number(),
  met_amount: z.number(),
  /** Of these, the payments that succeeded, … */
  paid: z.number(),
  paid_amount: z.number(),
  /** … and of these the ones with a chargeback. */
  disputed: z.number(),
  disputed_amount: z.number(),
  /** It is of the rule as it is now, and recent enough to switch it on. */
  is_fresh: z.boolean(),
});
export type RiskDryRun = z.output<typeof RiskDryRun>;

export const RiskRule = z.object({
  id: z.number(),
  name: z.string(),
  mode: Mode,
  merchant: z.nullable(Merchant),
  payment_method: z.nullable(PaymentMethodItem),
  condition: z.enum(RISK_CONDITIONS),
  by: z.nullable(z.enum(RISK_FACTS)),
  times: z.nullable(z.number()),
  amount: z.nullable(z.number()),
  window_minutes: z.nullable(z.number()),
  outcome: z.enum(RISK_OUTCOMES),
  otherwise: z.nullable(z.enum(RISK_OTHERWISE)),
  is_on: z.boolean(),
  version: z.number(),
  created_by: z.string(),
  created_at: z.string(),
  switched_by: z.nullable(z.string()),
  switched_at: z.nullable(z.string()),
});
export type RiskRule = z.output<typeof RiskRule>;

export const RiskRuleDetails = z.extend(RiskRule, {
  /** The newest one. */
  dry_run: z.nullable(RiskDryRun),
  /** How many attempts met it in the last seven days. */
  met_lately: z.number(),
  history: z.array(
    z.object({
      kind: z.enum(['created', 'changed', 'on', 'off']),
      at: z.string(),
      actor: z.string(),
      version: z.number(),
      reason: z.string(),
    }),
  ),
});
export type RiskRuleDetails = z.output<typeof RiskRuleDetails>;

/** An attempt that a dry run found. */
export const RiskDryRunRow = z.object({
  /** Its place among them. */
  id: z.number(),
  merchant: Merchant,
  transaction_id: z.number(),
  reference: z.string(),
  amount: z.number(),
  created_at: z.string(),
  is_paid: z.boolean(),
  is_disputed: z.boolean(),
});
export type RiskDryRunRow = z.output<typeof RiskDryRunRow>;

const RULES = {
  dialect: 'snake',
  sort: ['created_at', 'name'],
  filters: {
    /** Words of the rule's name, of its merchant's name or of who made it. */
    q: z.optional(z.string().check(z.maxLength(255))),
    mode: filterOf(RISK_MODES),
    is_on: filterOf(['yes', 'no']),
    condition: filterOf(RISK_CONDITIONS),
    outcome: filterOf(RISK_OUTCOMES),
    merchant_id: z.optional(Id),
  },
} as const;

/** What became of a payment that a dry run found. */
export const RISK_FOUND = ['disputed', 'paid', 'unpaid'] as const;

const FOUND = {
  dialect: 'snake',
  sort: ['created_at', 'amount'],
  filters: {
    /** A reference of ours or of the processor, part of the merchant's name, e-mail or mobile, its number, or an amount. */
    q: z.optional(z.string().check(z.maxLength(255))),
    found: filterOf(RISK_FOUND),
  },
} as const;

const base = 'fixed';
const access = 'ops:risk';

/** Rules of risk and their dry runs. */
export const opsRisk = defineEndpoints({
  rules: {
    method: 'GET',
    path: '/ops/risk/rules',
    base,
    access,
    query: listQuery(RULES),
    reply: list(RiskRule),
  },
  /** The rows of the list as a file; a hundred thousand at most. */
  export: {
    method: 'GET',
    path: '/ops/risk/rules/export',
    base,
    access,
    query: exportQuery(RULES),
    reply: file,
  },
  rule: {
    method: 'GET',
    path: '/ops/risk/rules/:id',
    base,
    access,
    params: IdParams,
    reply: data(RiskRuleDetails),
  },
  addRule: {
    method: 'POST',
    path: '/ops/risk/rules',
    base,
    access,
    body: RiskRuleForm,
    reply: data(z.object({ id: z.number() })),
  },
  /** Refused while it is on. */
  changeRule: {
    method: 'PUT',
    path: '/ops/risk/rules/:id',
    base,
    access,
    params: IdParams,
    body: RiskRuleForm,
    reply: done,
  },
  /** Runs a rule over the last ninety days, in the background. */
  dryRun: {
    method: 'POST',
    path: '/ops/risk/rules/:id/dry-run',
    base,
    access,
    params: IdParams,
    reply: done,
  },
  dryRunRows: {
    method: 'GET',
    path: '/ops/risk/dry-runs/:id/rows',
    base,
    access,
    params: IdParams,
    query: listQuery(FOUND),
    reply: list(RiskDryRunRow),
  },
  exportDryRun: {
    method: 'GET',
    path: '/ops/risk/dry-runs/:id/rows/export',
    base,
    access,
    params: IdParams,
    query: exportQuery(FOUND),
    reply: file,
  },
  /** Needs a fresh dry run of the rule as it is. */
  switchOn: {
    method: 'POST',
    path: '/ops/risk/rules/:id/on',
    base,
    access,
    params: IdParams,
    body: RiskReasonForm,
    reply: done,
  },
  /** At once for who switched it on within a day, otherwise once a second operator has approved it. */
  switchOff: {
    method: 'POST',
    path: '/ops/risk/rules/:id/off',
    base,
    access,
    params: IdParams,
    body: RiskOffForm,
    reply: done,
  },
});
