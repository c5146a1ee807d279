/** What brings about the kinds of notifications that are about approvals, and the bank account that they protect. */

import { approvalJobs } from '../../../src/approvals/jobs.ts';
import { writeSettings } from '../../../src/approvals/settings.ts';
import type { Caller } from '../../../src/platform/context.ts';
import { bankAccountForm, newBankAccount } from '../account.ts';
import { pay, refund, settleAll } from '../money.ts';
import { PASSWORD, withPassword } from '../profile.ts';
import { type Cause, type Causes, call, inDays, type Scene } from './cause.ts';

const approvals = (scene: Scene) =>
  call(scene, 'POST', 'approvals/settings', { enabled: true, refund_above: 0 });

/** Returns the id of the waiting request. */
const waiting = async (scene: Scene): Promise<number> =>
  (await call(scene, 'GET', 'approvals')).body.data[0].id;

type Asked = (scene: Scene) => Promise<number>;

/** Makes the maker request a refund, which waits for the reader. @returns the request's id */
async function askedRefund(scene: Scene): Promise<number> {
  const { id } = await pay(scene.daftar, scene.maker);
  await settleAll(scene.daftar, scene.maker);
  await approvals(scene);
  return (await refund(scene.daftar, scene.maker, id, { amount: 10 })).body.data.approval_id;
}

async function askedPayout(scene: Scene): Promise<number> {
  await pay(scene.daftar, scene.maker);
  await settleAll(scene.daftar, scene.maker);
  await approvals(scene);
  return (await call(scene, 'POST', 'payment_links/payout', { amount: 10 })).body.data.approval_id;
}

/** Requests weaker approval rules. */
async function askedLess(scene: Scene): Promise<number> {
  await approvals(scene);
  await withPassword(scene.daftar, scene.maker);
  const body = { enabled: false, refund_above: 0, current_password: PASSWORD };
  await call(scene, 'POST', 'approvals/settings', body);
  return waiting(scene);
}

/** Turns an account's receiving on, or off when it was on. @returns the account's id */
async function receive(scene: Scene, known?: number): Promise<number> {
  await withPassword(scene.daftar, scene.maker);
  const bankAccountId = known ?? (await newBankAccount(scene.daftar, scene.maker));
  const body = { bankAccountId, current_password: PASSWORD };
  await call(scene, 'POST', 'AccountSettings/ToggleReceiveSettlement', body);
  return bankAccountId;
}

/** Requests that settlements go to an account. */
async function askedAccount(scene: Scene): Promise<number> {
  await approvals(scene);
  await receive(scene);
  return waiting(scene);
}

const decided = (asked: Asked, verb: 'approve' | 'decline'): Cause => ({
  forMaker: true,
  bring: async (scene) =>
    call(scene, 'POST', `approvals/${await asked(scene)}/${verb}`, { reason: 'Too much' }, scene.reader),
});

const expired = (asked: Asked): Cause => ({
  forMaker: true,
  bring: async (scene) => {
    await asked(scene);
    await approvalJobs['expire-approvals']!(inDays(scene, 8), {});
  },
});

export const approvalCauses = {
  'approval-refund-asked': { bring: askedRefund },
  'approval-refund-approved': decided(askedRefund, 'approve'),
  'approval-refund-declined': decided(askedRefund, 'decline'),
  'approval-refund-expired': expired(askedRefund),
  'approval-payout-asked': { bring: askedPayout },
  'approval-payout-approved': decided(askedPayout, 'approve'),
  'approval-payout-declined': decided(askedPayout, 'decline'),
  'approval-payout-expired': expired(askedPayout),
  'approval-settings-asked': { bring: askedLess },
  'approval-settings-approved': decided(askedLess, 'approve'),
  'approval-settings-declined': decided(askedLess, 'decline'),
  'approval-settings-expired': expired(askedLess),
  'approval-bank-account-asked': { bring: askedAccount },
  'approval-bank-account-approved': decided(askedAccount, 'approve'),
  'approval-bank-account-declined': decided(askedAccount, 'decline'),
  'approval-bank-account-expired': expired(askedAccount),
  'approvals-on': { bring: approvals },
  'approvals-off': {
    bring: async (scene) => {
      await approvals(scene);
      const caller = { ...scene.maker, mode: 'live', locale: 'en', address: '' } as unknown as Caller;
      await writeSettings(scene.daftar.app, caller, { enabled: false, refundAbovePiastres: 0 });
    },
  },
  'bank-account-changed': { bellOnly: true, bring: (scene) => receive(scene) },
  'bank-account-details-changed': {
    bellOnly: true,
    bring: async (scene) => {
      const bankAccountId = String(await receive(scene));
      const form = bankAccountForm({ bankAccountId, latinName: 'Nour Trading', current_password: PASSWORD });
      await call(scene, 'POST', 'AccountSettings/UpdateBankAccount', form);
    },
  },
  'bank-account-stopped': {
    bellOnly: true,
    bring: async (scene) => receive(scene, await receive(scene)),
  },
} as const satisfies Causes;
