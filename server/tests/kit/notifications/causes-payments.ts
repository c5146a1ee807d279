/** What brings about the kinds of notifications that are about payments, refunds, chargebacks and orders. */

import {
  decideByReference,
  moveChargeback,
  openByReference,
  takeDecisionBack,
} from '../../../src/chargebacks/decide.ts';
import { chargebackJobs } from '../../../src/chargebacks/index.ts';
import { checkoutJobs } from '../../../src/checkout/index.ts';
import { transaction } from '../../../src/platform/db/transaction.ts';
import { refuseReview } from '../../../src/risk/refuse.ts';
import { approveReview } from '../../../src/risk/reviews.ts';
import { hasRoom, monthOf, noteVolume, writeLimit } from '../../../src/volume-limits/limits.ts';
import { pay, refund, reportRefund } from '../money.ts';
import { aRuleThatIsOn, riskOperator } from '../risk.ts';
import { orderOf } from '../samples-store.ts';
import { ACTOR, type Causes, inDays, jobsOf, type Scene } from './cause.ts';

/** Takes a payment of 100 EGP for the owner, and runs its jobs. @returns the transaction's id */
async function paid(scene: Scene): Promise<number> {
  const { id } = await pay(scene.daftar, scene.maker);
  for (const payload of await jobsOf(scene, 'payment-captured'))
    await checkoutJobs['payment-captured']!(scene.daftar.app, payload);
  return id;
}

/** Puts a payment under review, and optionally decides it. */
async function reviewed(scene: Scene, decide?: 'approve' | 'refuse'): Promise<void> {
  const { app } = scene.daftar;
  const { merchantId } = scene.maker;
  const isHeld = { mode: 'live', amount: 1, outcome: 'review', merchant_id: merchantId } as const;
  const rule = await aRuleThatIsOn(app, isHeld);
  const { id } = await pay(scene.daftar, scene.maker);
  await app.db`update risk_rules set is_on = false where id = ${rule}`;
  for (const payload of await jobsOf(scene, 'payment-captured'))
    await checkoutJobs['payment-captured']!(app, payload);
  const ref = { merchantId, id };
  const form = { reason: 'A stolen card', account_name: '', bank_name: '', iban: '' };
  const expected = async () => '2026-12-01';
  if (decide === 'approve') await approveReview(app, riskOperator(), ref, form.reason, expected);
  if (decide === 'refuse') await refuseReview(app, riskOperator(), ref, form, expected);
}

/** Takes a payment of 100 EGP for the owner under a monthly limit. */
async function usedUp(scene: Scene, limitPounds: number): Promise<void> {
  const { app, clock } = scene.daftar;
  const by = { actor: ACTOR, now: clock.now(), month: monthOf(clock.now()) };
  await transaction(app.db, (tx) =>
    writeLimit(tx, scene.maker.merchantId, { limitPiastres: limitPounds * 100 }, by),
  );
  await paid(scene);
}

const liveScope = ({ maker }: Scene) => ({ merchantId: maker.merchantId, mode: 'live' }) as const;

/** Refunds 10 EGP of a payment. @returns the refund's id */
async function refunded({ daftar, maker }: Scene): Promise<number> {
  const { body } = await refund(daftar, maker, (await pay(daftar, maker)).id, { amount: 10 });
  return body.data.id;
}

/** Opens a chargeback. @returns its reference */
const disputed = async ({ daftar, maker }: Scene): Promise<string> =>
  openByReference(daftar.app, (await pay(daftar, maker)).reference, { reason: 'fraudulent', actor: ACTOR });

const decided = async (scene: Scene, outcome: 'applied' | 'withdrawn') =>
  decideByReference(scene.daftar.app, await disputed(scene), outcome, ACTOR);

export const paymentCauses = {
  'payment-received': { bring: paid },
  'review-started': { bring: (scene) => reviewed(scene) },
  'review-approved': { bring: (scene) => reviewed(scene, 'approve') },
  'review-refused': { bring: (scene) => reviewed(scene, 'refuse') },
  'volume-near': { bellOnly: true, bring: (scene) => usedUp(scene, 110) },
  'volume-full': { bellOnly: true, bring: (scene) => usedUp(scene, 100) },
  'volume-refused': {
    bellOnly: true,
    bring: async (scene) => {
      const { app } = scene.daftar;
      await usedUp(scene, 1000);
      const begun = { chargePiastres: 100_000 };
      await transaction(app.db, (tx) => hasRoom(app, tx, liveScope(scene), begun));
    },
  },
  'volume-held': {
    bellOnly: true,
    bring: async (scene) => {
      const { app } = scene.daftar;
      await usedUp(scene, 100);
      const taken = { isHeld: true, chargedPiastres: 10_000, reference: 'TRX-1' };
      await transaction(app.db, (tx) => noteVolume(app, tx, liveScope(scene), taken));
    },
  },
  'refund-succeeded': { bring: refunded },
  'refund-failed': {
    mode: 'test',
    bring: async ({ daftar, maker }) =>
      daftar.call({
        method: 'POST',
        path: '/api/sandbox/merchant/simulations/money',
        as: maker,
        body: { scenario: 'refund-failed' },
      }),
  },
  'refund-reversed': {
    bring: async (scene) => reportRefund(scene.daftar, await refunded(scene), 'reversed'),
  },
  'chargeback-opened': { bring: disputed },
  'chargeback-moved': {
    bring: async (scene) => {
      const reference = await disputed(scene);
      const [row] = await scene.daftar.database.sql<{ merchantId: number; id: number }[]>`
        select merchant_id as "merchantId", id from chargebacks where reference = ${reference}`;
      await moveChargeback(scene.daftar.app, row!, { stage: 'arbitration', actor: ACTOR });
    },
  },
  'chargeback-due': {
    bring: async (scene) => {
      await disputed(scene);
      await chargebackJobs['remind-of-disputes']!(inDays(scene, 12), {});
    },
  },
  'chargeback-applied': { bring: (scene) => decided(scene, 'applied') },
  'chargeback-withdrawn': { bring: (scene) => decided(scene, 'withdrawn') },
  'chargeback-reopened': {
    bring: async (scene) => {
      const row = await decided(scene, 'applied');
      await takeDecisionBack(scene.daftar.app, row, { reason: 'The wrong button', actor: ACTOR });
    },
  },
  'order-placed': { bring: ({ daftar, maker }) => orderOf({ daftar, actor: maker, mode: 'live' }) },
} as const satisfies Causes;
