/** What brings about the kinds of notifications that are about settlements, reserve, fees, corrections and payouts. */

import { postCorrection } from '../../../src/ops/ledger/service.ts';
import { endPayoutByCode } from '../../../src/payouts/end.ts';
import { payoutJobs } from '../../../src/payouts/index.ts';
import { transaction } from '../../../src/platform/db/transaction.ts';
import { releaseHeld, setTerms } from '../../../src/reserve/writes.ts';
import { paySettlement, returnSettlement } from '../../../src/settlements/pay.ts';
import { creditOf, issueNext } from '../fee-invoices.ts';
import { pay, receivingAccount, refund, settleAll } from '../money.ts';
import { ACTOR, type Causes, call, inDays, type Scene } from './cause.ts';

/** Settles a test payment. @returns the settlement's id */
async function settled({ daftar, maker }: Scene): Promise<number> {
  await pay(daftar, maker, { mode: 'test' });
  const path = '/api/sandbox/merchant/settlements/settle-now';
  return (await daftar.call({ method: 'POST', path, as: maker })).body.data.id;
}

/** Settles a test payment to an account that receives settlements. */
async function receivable(scene: Scene): Promise<{ merchantId: number; id: number }> {
  await receivingAccount(scene.daftar, scene.maker);
  return { merchantId: scene.maker.merchantId, id: await settled(scene) };
}

/** Requests a payout. @returns its code */
async function payout(scene: Scene): Promise<string> {
  await pay(scene.daftar, scene.maker);
  await settleAll(scene.daftar, scene.maker);
  return (await call(scene, 'POST', 'payment_links/payout', { amount: 10 })).body.data.code;
}

/** Agrees a rolling reserve of a share, in basis points, for thirty days. */
const reserveOf = ({ daftar: { app }, maker }: Scene, shareBps: number) =>
  transaction(app.db, (tx) => setTerms(app, tx, maker.merchantId, { shareBps, days: 30 }, ACTOR));

let corrections = 0;

/** Corrects the available balance by a pound, as approved by a second operator. */
async function corrected({ daftar, maker }: Scene, side: 'credit' | 'debit'): Promise<void> {
  const line = (account: 'available' | 'fees', to: 'credit' | 'debit') => ({
    account,
    side: to,
    amountPiastres: 100,
  });
  corrections += 1;
  const request = {
    id: 1_000_000 + corrections,
    subject: `merchant:${maker.merchantId}`,
    merchantId: maker.merchantId,
    change: {
      mode: 'live',
      lines: [line('available', side), line('fees', side === 'credit' ? 'debit' : 'credit')],
      corrects: null,
      processorAccountId: null,
      reference: 'TRX-1',
    },
    sealed: Buffer.alloc(0),
    reason: 'Charged twice',
    askedBy: 'mona@example.com',
  };
  // The credited fees must have been earned by a payment.
  if (side === 'credit') await pay(daftar, maker);
  await postCorrection(daftar.app, request, { actor: ACTOR });
}

/** Invoices the fee of a payment. @returns the invoice's id */
async function invoiced({ daftar, maker }: Scene): Promise<number> {
  await pay(daftar, maker);
  return issueNext(daftar.app, maker.merchantId);
}

export const balanceCauses = {
  'settlement-made': { mode: 'test', bring: settled },
  'settlement-paid': {
    mode: 'test',
    bring: async (scene) => {
      const ref = await receivable(scene);
      await paySettlement(scene.daftar.app, ref, { bankReference: 'CIB-1', actor: ACTOR });
    },
  },
  'settlement-returned': {
    mode: 'test',
    bring: async (scene) => {
      const { app } = scene.daftar;
      const ref = await receivable(scene);
      const back = { reason: 'AC04', actor: ACTOR };
      await transaction(app.db, (tx) => returnSettlement(app, tx, ref, back));
    },
  },
  'reserve-set': { bellOnly: true, bring: (scene) => reserveOf(scene, 1000) },
  'reserve-lifted': { bellOnly: true, bring: (scene) => reserveOf(scene, 0) },
  'reserve-released': {
    bring: async (scene) => {
      const { daftar, maker } = scene;
      await reserveOf(scene, 1000);
      await pay(daftar, maker);
      await settleAll(daftar, maker);
      await transaction(daftar.app.db, (tx) => releaseHeld(daftar.app, tx, maker.merchantId));
    },
  },
  'reserve-drawn': {
    bring: async (scene) => {
      const { daftar, maker } = scene;
      await reserveOf(scene, 5000);
      const { id } = await pay(daftar, maker);
      await settleAll(daftar, maker);
      await refund(daftar, maker, id, { amount: 90 });
    },
  },
  'fee-invoice-issued': { bring: invoiced },
  'fee-credit-note-issued': {
    bring: async (scene) =>
      creditOf(scene.daftar.app, scene.maker.merchantId, await invoiced(scene), { fee: 100, vat: 14 }),
  },
  'balance-credited': { bellOnly: true, bring: (scene) => corrected(scene, 'credit') },
  'balance-debited': {
    bellOnly: true,
    bring: async (scene) => {
      await corrected(scene, 'credit');
      await corrected(scene, 'debit');
    },
  },
  'payout-handed-over': {
    bring: async (scene) =>
      endPayoutByCode(scene.daftar.app, await payout(scene), { state: 'handed-over', actor: ACTOR }),
  },
  'payout-returned': {
    bring: async (scene) => {
      const end = { state: 'returned', reason: 'Name', actor: ACTOR } as const;
      await endPayoutByCode(scene.daftar.app, await payout(scene), end);
    },
  },
  'payout-expired': {
    bring: async (scene) => {
      await payout(scene);
      await payoutJobs['expire-payouts']!(inDays(scene, 8), {});
    },
  },
} as const satisfies Causes;
