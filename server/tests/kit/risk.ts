/** Test helpers of rules: made and switched on as an operator would. */
import { RiskRuleForm } from '@daftar/contract/ops-risk';
import { validate } from '@daftar/contract/validate';
import type { App, Operator } from '../../src/platform/context.ts';
import { runDry } from '../../src/risk/jobs.ts';
import { addRule, startDryRun, switchOn } from '../../src/risk/service.ts';
import { findNewest } from '../../src/risk/store-dry-runs.ts';

/** Who makes the rules. */
export const riskOperator = (email = 'risk@example.com'): Operator =>
  ({ email, address: '127.0.0.1', locale: 'en', operatorId: 0 }) as Operator;

/** A valid form of a rule: more than five pounds. */
export const ruleForm = (changed: Record<string, unknown> = {}) => ({
  name: 'Large payments',
  mode: 'test',
  condition: 'amount',
  amount: 5,
  outcome: 'block',
  ...changed,
});

/** Adds a rule that is off. @returns its id */
export async function aRule(app: App, changed: Record<string, unknown> = {}): Promise<number> {
  const form = validate(RiskRuleForm, ruleForm(changed));
  if (!form.ok) throw new Error(JSON.stringify(form.errors));
  return addRule(app, riskOperator(), form.value);
}

/** Runs a rule over the past, as the job does. @returns the dry run's id */
export async function runOver(app: App, ruleId: number): Promise<number> {
  await startDryRun(app, riskOperator(), ruleId);
  const run = await findNewest(app.db, ruleId);
  await runDry(app, { id: run!.id });
  return run!.id;
}

/** Adds a rule and switches it on after its dry run. @returns its id */
export async function aRuleThatIsOn(app: App, changed: Record<string, unknown> = {}): Promise<number> {
  const id = await aRule(app, changed);
  await runOver(app, id);
  await switchOn(app, riskOperator(), id, 'After its dry run');
  return id;
}
