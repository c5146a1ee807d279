/** A merchant's approval settings. Loosening them needs approval itself. */
import { type ApprovalSettings, MONEY_PERMISSIONS } from '@daftar/contract/approvals';
import { toPounds } from '@daftar/contract/money';
import type { StepUp } from '@daftar/contract/step-up';
import { recordAudit } from '../audit/record.ts';
import { proveIf, requireStepUp } from '../auth/step-up.ts';
import * as merchants from '../merchants/writes.ts';
import { notify } from '../notifications/service.ts';
import type { App, Caller } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { ask, needsSecondPerson } from './ask.ts';
import { NeedsTwoPeople } from './errors.ts';
import { onApproval } from './registry.ts';
import { type ApprovalRule, isLooser } from './rules.ts';
import * as store from './store.ts';

const settingsOf = (rule: ApprovalRule, waiting: boolean): ApprovalSettings => ({
  enabled: rule.enabled,
  refund_above: toPounds(rule.refundAbovePiastres),
  waiting,
});

/** Returns the approval settings, and whether a change of them waits for approval. */
export async function readSettings(app: App, caller: Caller): Promise<ApprovalSettings> {
  const waiting = await store.isWaiting(app.db, caller, 'settings', app.clock.now());
  return settingsOf(await store.readRule(app.db, caller), waiting);
}

/**
 * Changes the approval settings; pending requests keep waiting. Loosening requires step-up and a second person's
 * approval. An owner without a second person does it alone, unless one left only days ago.
 * @throws NeedsTwoPeople, SecondPersonLeftRecently, ChangeWaits, InvalidError 422 for a wrong password
 */
export async function saveSettings(
  app: App,
  caller: Caller,
  rule: ApprovalRule,
  proof: StepUp,
): Promise<ApprovalSettings> {
  const isAsked = isLooser(await store.readRule(app.db, caller), rule);
  const proven = await proveIf(isAsked, () => requireStepUp(app, caller, proof));
  return transaction(app.db, async (tx) => {
    const before = await store.lockRule(tx, caller);
    if (!isLooser(before, rule)) {
      await applySettings(app, tx, caller, rule);
      return settingsOf(rule, await store.isWaiting(tx, caller, 'settings', app.clock.now()));
    }
    proven.recheck(true);
    if (await needsSecondPerson(app, tx, caller)) {
      await ask(app, tx, caller, {
        kind: 'settings',
        amountPiastres: 0,
        change: { enabled: rule.enabled, refundAbovePiastres: rule.refundAbovePiastres },
        single: 'settings',
      });
      return settingsOf(before, true);
    }
    await applySettings(app, tx, caller, rule);
    return settingsOf(rule, false);
  });
}

/** Does the same without step-up and approval, for the demo. */
export async function writeSettings(app: App, caller: Caller, rule: ApprovalRule): Promise<void> {
  await transaction(app.db, (tx) => applySettings(app, tx, caller, rule));
}

async function applySettings(app: App, tx: Tx, caller: Caller, rule: ApprovalRule): Promise<void> {
  const before = await store.lockRule(tx, caller);
  if (rule.enabled && !before.enabled) {
    for (const permission of MONEY_PERMISSIONS) {
      if ((await store.countHolders(tx, caller, permission)) < 2) throw new NeedsTwoPeople();
    }
  }
  await merchants.setApprovalRule(tx, caller, rule);
  await recordAudit(tx, caller, app.clock.now(), {
    action: 'approvals.settings',
    subject: `merchant:${caller.merchantId}`,
    before: { ...before },
    after: { ...rule },
  });
  if (before.enabled === rule.enabled && before.refundAbovePiastres === rule.refundAbovePiastres) return;
  await notify({ ...app, db: tx }, caller, {
    kind: rule.enabled ? 'approvals-on' : 'approvals-off',
    params: { name: await store.nameOf(tx, caller), amountPiastres: rule.refundAbovePiastres },
    href: null,
    exceptUserId: caller.userId,
  });
}

onApproval('settings', (app, caller, request, write) =>
  transaction(app.db, async (tx) => {
    await write(tx);
    await applySettings(app, tx, caller, request.change as unknown as ApprovalRule);
  }),
);
