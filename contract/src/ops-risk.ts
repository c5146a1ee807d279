import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done, file, list } from './envelope.ts';
import { exportQuery } from './exports.ts';
import { PAYMENT_METHOD_IDS, PaymentMethodItem } from './lookups.ts';
import { PositiveAmount } from './money.ts';
import { count } from './numbers.ts';
import { listQuery } from './paging.ts';
import { Id, IdParams, oneOf, paragraphs, text } from './text.ts';

/** One of these values, required in a form. */
export const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: 'Required' });
/** One of these values, in a list's query. */
export const filterOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.optional(z.enum(values, { error: 'Invalid' }));

export const RISK_MODES = ['live', 'test'] as const;

/**
 * The conditions of a rule.
 * - `count`: there would be more than `times` attempts in the window with the same `by`, this one included
 * - `sum`: the attempts of the window with the same `by`, this one included, exceed `amount`
 * - `amount`: the attempt exceeds `amount`
 * - `declines`: the last `times` finished attempts in the window with the same `by` were all declined
 * - `first`: the attempt exceeds `amount`, and its mobile number has never paid before; an attempt without a number
 * counts as such
 * - `listed`: its `by` is in the list of blocked ones
 */
export const RISK_CONDITIONS = ['count', 'sum', 'amount', 'declines', 'first', 'listed'] as const;
export type RiskCondition = (typeof RISK_CONDITIONS)[number];

/** Facts by which attempts are compared. `address`: the payer's IP address, of IPv6 the first 64 bits. */
export const RISK_FACTS = ['mobile', 'address', 'card', 'bin', 'merchant', 'country'] as const;
export type RiskFact = (typeof RISK_FACTS)[number];

/** The facts that each condition can use; empty if it uses none. */
export const CONDITION_FACTS: Readonly<Record<RiskCondition, readonly RiskFact[]>> = {
  count: ['mobile', 'address', 'card', 'bin', 'merchant'],
  sum: ['mobile', 'address', 'card', 'bin'],
  amount: [],
  declines: ['mobile', 'address', 'card'],
  first: [],
  listed: ['mobile', 'address', 'card', 'bin', 'country'],
};

/** Outcomes for an attempt, the weakest first. `allow`: it is only recorded. */
export const RISK_OUTCOMES = ['allow', 'challenge', 'review', 'block'] as const;
export type RiskOutcome = (typeof RISK_OUTCOMES)[number];
/** Outcomes for an attempt whose payer cannot be challenged. */
export const RISK_OTHERWISE = ['allow', 'review', 'block'] as const;

/** Lengths of a window in minutes: ten minutes, an hour, six hours, a day, a week, thirty days. */
export const RISK_WINDOWS = [10, 60, 360, 1440, 10_080, 43_200] as const;

/** Maximum of `times`: the number of attempts that a rule examines at most. */
export const MAX_TIMES = 1000;
export const MAX_DECLINES = 20;

/** Days of facts that a dry run examines, and hours for which its result allows a rule to be switched on. */
export const DRY_RUN_DAYS = 90;
export const DRY_RUN_FRESH_HOURS = 24;

const needsTimes = (condition: RiskCondition) => condition === 'count' || condition === 'declines';
const needsAmount = (condition: RiskCondition) => ['sum', 'amount', 'first'].includes(condition);
const needsWindow = (condition: RiskCondition) => ['count', 'sum', 'declines'].includes(condition);

/** Returns which fields a condition requires, for forms. */
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
  /** Absent: all merchants. */
  merchant_id: z.optional(z.nullable(Id)),
  /** Absent: all methods. */
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

/** A rule as entered; fields that its condition does not use are removed. */
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
/** The reason is required if a second operator must approve; the server checks that. */
export const RiskOffForm = z.object({ reason: paragraphs(500) });

const Merchant = z.object({ id: z.number(), name: z.string() });
const Mode = z.enum(RISK_MODES);

/** The result of a rule for the attempts of the last ninety days. Amounts in EGP. */
export const RiskDryRun = z.object({
  id: z.number(),
  state: z.enum(['running', 'done', 'failed']),
  since: z.string(),
  until: z.string(),
  /**
   * Since when facts are kept; later than `since` if they cover fewer days. Null: none were kept, or the dry run is
   * from an earlier release.
   */
  facts_since: z.nullable(z.string()),
  asked_by: z.string(),
  started_at: z.string(),
  finished_at: z.nullable(z.string()),
  /** Number of examined attempts. */
  looked_at: z.number(),
  /** Attempts that meet the rule. */
  met: z.number(),
  met_amount: z.number(),
  /** Successful payments among these. */
  paid: z.number(),
  paid_amount: z.number(),
  /** Payments with a chargeback among the successful ones. */
  disputed: z.number(),
  disputed_amount: z.number(),
  /** True: it was made for the rule in its current form, recently enough to switch the rule on. */
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
  /** The newest dry run. */
  dry_run: z.nullable(RiskDryRun),
  /** Number of attempts that met it in the last seven days. */
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
  /** Its position among them. */
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
    /** Words of the rule's name, of its merchant's name or of its creator's address. */
    q: z.optional(z.string().check(z.maxLength(255))),
    mode: filterOf(RISK_MODES),
    is_on: filterOf(['yes', 'no']),
    condition: filterOf(RISK_CONDITIONS),
    outcome: filterOf(RISK_OUTCOMES),
    merchant_id: z.optional(Id),
  },
} as const;

/** The result of a payment that a dry run found. */
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
  /** Exports the rows of the list, at most 100,000. */
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
  /** Refused while the rule is on. */
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
  /** Requires a fresh dry run of the rule in its current form. */
  switchOn: {
    method: 'POST',
    path: '/ops/risk/rules/:id/on',
    base,
    access,
    params: IdParams,
    body: RiskReasonForm,
    reply: done,
  },
  /** Takes effect at once if the caller switched it on within a day, otherwise after a second operator's approval. */
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
