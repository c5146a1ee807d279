/** Risk rules: their content, and whether they are on. */
import { toPounds } from '@daftar/contract/money';
import {
  DRY_RUN_DAYS,
  DRY_RUN_FRESH_HOURS,
  type RiskDryRun,
  type RiskRule,
  type RiskRuleDetails,
  type RiskRuleForm,
} from '@daftar/contract/ops-risk';
import type { Paging } from '@daftar/contract/paging';
import { recordProviderAudit } from '../audit/record.ts';
import { methodItem } from '../lookups/service.ts';
import { at, egp, opsList } from '../ops-lists/list.ts';
import type { App, Operator } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { InvalidError } from '../platform/http/errors.ts';
import type { Locale } from '../platform/i18n/translate.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import {
  DryRunNeeded,
  DryRunUnderWay,
  RiskNotFound,
  RuleIsOn,
  RuleUnchanged,
  TooManyRules,
} from './errors.ts';
import * as store from './store.ts';
import * as runs from './store-dry-runs.ts';

/** Maximum number of rules of a mode that can be on; each attempt evaluates all of them. */
export const MAX_RULES_ON = 50;
const DAY_MILLISECONDS = 86_400_000;
const MET_LATELY_DAYS = 7;
/** A dry run that has not ended by then is lost, and may be started again. */
const LOST_MILLISECONDS = 2 * 3_600_000;

export const DRY_RUN_JOB = 'risk-dry-run';
export const ruleSubject = (id: number) => `risk-rule:${id}` as const;
export const authorOf = ({ email: actor, address }: Operator) => ({ actor, address });

const definitionOf = (form: RiskRuleForm): store.Definition => ({
  name: form.name,
  mode: form.mode,
  merchantId: form.merchant_id,
  method: form.payment_method_id,
  condition: form.condition,
  by: form.by,
  times: form.times,
  amountPiastres: form.amount,
  windowMinutes: form.window_minutes,
  outcome: form.outcome,
  otherwise: form.otherwise,
});

const ruleOf = (locale: Locale, row: store.RuleRow): RiskRule => ({
  id: row.id,
  name: row.name,
  mode: row.mode,
  merchant: row.merchantId === null ? null : { id: row.merchantId, name: row.merchantName ?? '' },
  payment_method: row.method === null ? null : methodItem(locale, row.method),
  condition: row.condition,
  by: row.by,
  times: row.times,
  amount: row.amountPiastres === null ? null : toPounds(row.amountPiastres),
  window_minutes: row.windowMinutes,
  outcome: row.outcome,
  otherwise: row.otherwise,
  is_on: row.isOn,
  version: row.version,
  created_by: row.createdBy,
  created_at: row.createdAt.toISOString(),
  switched_by: row.switchedBy,
  switched_at: row.switchedAt?.toISOString() ?? null,
});

/** The list of rules, as a page and as a file. */
export const rules = opsList<Paging<'created_at' | 'name'>, store.RuleFilters, store.RuleRow, RiskRule>({
  what: 'risk-rules',
  find: (_app, paging, filters) => (db) => store.ruleSource(db, paging, filters),
  wireOf: (row, locale) => ruleOf(locale, row),
  cells: (say) => ({
    name: (row) => row.name,
    riskCondition: (row) => say(`ops.riskCondition.${row.condition}`),
    riskBy: (row) => (row.by === null ? '' : say(`ops.riskBy.${row.by}`)),
    times: (row) => row.times,
    moreThan: (row) => egp(row.amount),
    windowMinutes: (row) => row.window_minutes,
    outcome: (row) => say(`ops.riskOutcome.${row.outcome}`),
    otherwise: (row) => (row.otherwise === null ? '' : say(`ops.riskOutcome.${row.otherwise}`)),
    merchant: (row) => row.merchant?.name ?? '',
    merchantId: (row) => row.merchant?.id ?? null,
    method: (row) => row.payment_method?.name ?? '',
    mode: (row) => say(`ops.mode.${row.mode}`),
    status: (row) => say(`ops.riskRule.${row.is_on ? 'on' : 'off'}`),
    createdBy: (row) => row.created_by,
    created: (row) => at(row.created_at),
    switchedBy: (row) => row.switched_by ?? '',
    switched: (row) => at(row.switched_at),
  }),
});

/** Reads a rule with its newest dry run and its history. @throws RiskNotFound */
export async function readRule(app: App, { locale }: Operator, id: number): Promise<RiskRuleDetails> {
  const row = await store.findRule(app.db, id);
  if (!row) throw new RiskNotFound();
  const now = app.clock.now();
  const run = await runs.findNewest(app.db, id);
  const since = new Date(now.getTime() - MET_LATELY_DAYS * DAY_MILLISECONDS);
  const history = await store.listEvents(app.db, id);
  return {
    ...ruleOf(locale, row),
    dry_run: run ? dryRunOf(run, row, now) : null,
    met_lately: await store.countMet(app.db, id, since),
    history: history.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
  };
}

/** Returns whether a dry run is recent, and of the rule's current version. */
const isFresh = (run: runs.DryRunRow, { version }: store.RuleRow, now: Date): boolean =>
  run.state === 'done' &&
  run.version === version &&
  run.until.getTime() >= now.getTime() - DRY_RUN_FRESH_HOURS * 3_600_000;

const dryRunOf = (run: runs.DryRunRow, rule: store.RuleRow, now: Date): RiskDryRun => ({
  id: run.id,
  state: run.state,
  since: run.since.toISOString(),
  until: run.until.toISOString(),
  facts_since: run.factsSince?.toISOString() ?? null,
  asked_by: run.askedBy,
  started_at: run.startedAt.toISOString(),
  finished_at: run.finishedAt?.toISOString() ?? null,
  looked_at: run.lookedAt,
  met: run.met,
  met_amount: toPounds(run.metPiastres),
  paid: run.paid,
  paid_amount: toPounds(run.paidPiastres),
  disputed: run.disputed,
  disputed_amount: toPounds(run.disputedPiastres),
  is_fresh: isFresh(run, rule, now),
});

async function requireMerchant(tx: Tx, { merchantId }: store.Definition): Promise<void> {
  if (merchantId !== null && !(await store.merchantExists(tx, merchantId)))
    throw InvalidError.field('merchant_id', 'Invalid');
}

/** Adds a rule, which is off. @returns its id @throws InvalidError for a merchant that does not exist */
export async function addRule(app: App, operator: Operator, form: RiskRuleForm): Promise<number> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const rule = definitionOf(form);
    await requireMerchant(tx, rule);
    const id = await store.insertRule(tx, rule, operator.email, now);
    await store.insertEvent(tx, id, { kind: 'created', actor: operator.email, reason: '' }, now);
    await recordProviderAudit(tx, authorOf(operator), now, {
      action: 'risk-rule.add',
      subject: ruleSubject(id),
      after: { ...rule },
    });
    return id;
  });
}

/** Locks a rule. @throws RiskNotFound */
export async function lockRule(tx: Tx, id: number): Promise<store.RuleRow> {
  const rule = await store.lockRule(tx, id);
  if (!rule) throw new RiskNotFound();
  return rule;
}

/** Changes a rule that is off; its dry runs become invalid. @throws RiskNotFound, RuleIsOn, InvalidError */
export async function changeRule(
  app: App,
  operator: Operator,
  id: number,
  form: RiskRuleForm,
): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const before = await lockRule(tx, id);
    if (before.isOn) throw new RuleIsOn();
    const rule = definitionOf(form);
    await requireMerchant(tx, rule);
    await store.updateRule(tx, id, rule, now);
    await store.insertEvent(tx, id, { kind: 'changed', actor: operator.email, reason: '' }, now);
    await recordProviderAudit(tx, authorOf(operator), now, {
      action: 'risk-rule.change',
      subject: ruleSubject(id),
      before: { ...definitionOfRow(before) },
      after: { ...rule },
    });
  });
}

const definitionOfRow = ({
  name,
  mode,
  merchantId,
  method,
  condition,
  by,
  times,
  amountPiastres,
  windowMinutes,
  outcome,
  otherwise,
}: store.RuleRow): store.Definition => ({
  name,
  mode,
  merchantId,
  method,
  condition,
  by,
  times,
  amountPiastres,
  windowMinutes,
  outcome,
  otherwise,
});

/** Runs a rule over the last ninety days, in a job. @throws RiskNotFound, DryRunUnderWay */
export async function startDryRun(app: App, operator: Operator, id: number): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const rule = await lockRule(tx, id);
    const newest = await runs.findNewest(tx, id);
    if (newest?.state === 'running') {
      if (now.getTime() - newest.startedAt.getTime() < LOST_MILLISECONDS) throw new DryRunUnderWay();
      await runs.endRun(tx, newest.id, 'failed', now);
    }
    const since = new Date(now.getTime() - DRY_RUN_DAYS * DAY_MILLISECONDS);
    const run = { ruleId: id, version: rule.version, since, until: now, askedBy: operator.email };
    const runId = await runs.insertRun(tx, run);
    await addJob(tx, DRY_RUN_JOB, { id: runId }, { queue: DRY_RUN_JOB });
    await recordProviderAudit(tx, authorOf(operator), now, {
      action: 'risk-rule.dry-run',
      subject: ruleSubject(id),
      after: { dryRun: runId, version: rule.version },
    });
  });
}

/** Switches a rule on. @throws RiskNotFound, RuleUnchanged, DryRunNeeded, TooManyRules */
export async function switchOn(app: App, operator: Operator, id: number, reason: string): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const rule = await lockRule(tx, id);
    if (rule.isOn) throw new RuleUnchanged(true);
    const run = await runs.findNewest(tx, id);
    if (!run || !isFresh(run, rule, now)) throw new DryRunNeeded();
    if ((await store.countOn(tx, rule.mode)) >= MAX_RULES_ON) throw new TooManyRules();
    await store.switchRule(tx, id, true, operator.email, now);
    await store.insertEvent(tx, id, { kind: 'on', actor: operator.email, reason }, now);
    await recordProviderAudit(tx, authorOf(operator), now, {
      action: 'risk-rule.on',
      subject: ruleSubject(id),
      after: { name: rule.name, version: rule.version, dryRun: run.id, met: run.met, reason },
    });
  });
}
