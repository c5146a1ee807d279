import { addTyped } from '../../src/risk/entries.ts';
import { pay } from './money.ts';
import { aRule, aRuleThatIsOn, riskOperator, ruleForm, runOver } from './risk.ts';
import { next, type Sample, type World } from './world.ts';

/** A mobile number that no other case uses. */
const aMobile = () => `0122${String(1_000_000 + next())}`;

/** A rule that no payment of another case meets. */
const NOBODY = { mode: 'live', amount: 9_000_000, outcome: 'allow' };

const rule = async ({ daftar }: World) => ({ id: await aRule(daftar.app, NOBODY) });
const ruleOn = async ({ daftar }: World) => ({ id: await aRuleThatIsOn(daftar.app, NOBODY) });
const ruleRunOver = async ({ daftar }: World) => {
  const id = await aRule(daftar.app, NOBODY);
  await runOver(daftar.app, id);
  return { id };
};

const ruleThatRan = async ({ daftar }: World) => ({
  id: await runOver(daftar.app, await aRule(daftar.app, NOBODY)),
});

async function entry({ daftar }: World) {
  const value = aMobile();
  await addTyped(daftar.app, riskOperator(), { list: 'blocked', kind: 'mobile', value, reason: 'Fraud' });
  const [row] = await daftar.app.db<{ id: number }[]>`select id from risk_entries order by id desc limit 1`;
  return { id: row!.id };
}

const payment = async ({ daftar }: World) => {
  const actor = await daftar.merchant();
  const { id } = await pay(daftar, actor);
  return { merchantId: actor.merchantId, id };
};

/** A payment that waits for a decision: of a merchant of its own, whose rule is off again. */
async function review(world: World) {
  const { daftar } = world;
  const actor = await daftar.merchant();
  const id = await aRuleThatIsOn(daftar.app, {
    mode: 'live',
    amount: 1,
    outcome: 'review',
    merchant_id: actor.merchantId,
  });
  const paid = await pay(daftar, actor);
  await daftar.app.db`update risk_rules set is_on = false where id = ${id}`;
  return { merchantId: actor.merchantId, id: paid.id };
}

const reason = () => ({ reason: 'Looked at' });

/** Returns the samples of rules of risk. */
export const riskSamples: Record<string, Sample> = {
  'ops-risk.rule': { params: rule },
  'ops-risk.addRule': { body: () => ruleForm(NOBODY) },
  'ops-risk.changeRule': { params: rule, body: () => ruleForm(NOBODY) },
  'ops-risk.dryRun': { params: rule },
  'ops-risk.dryRunRows': { params: ruleThatRan },
  'ops-risk.exportDryRun': { params: ruleThatRan },
  'ops-risk.switchOn': { params: ruleRunOver, body: reason },
  'ops-risk.switchOff': { params: ruleOn, body: reason },
  'ops-risk-entries.add': {
    body: () => ({ list: 'blocked', kind: 'mobile', value: aMobile(), reason: 'Fraud' }),
  },
  'ops-risk-entries.remove': { params: entry, body: reason },
  'ops-risk-reviews.payment': { params: payment },
  'ops-risk-entries.addOfPayment': {
    params: payment,
    body: () => ({ list: 'trusted', kind: 'mobile', reason: 'Known' }),
  },
  'ops-risk-reviews.approve': { params: review, body: reason },
  'ops-risk-reviews.refuse': { params: review, body: reason },
};
