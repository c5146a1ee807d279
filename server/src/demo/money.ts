/** What became of the demo's payments: settled, paid out, given back, disputed; every status there is appears. */
import { answerChargeback } from '../chargebacks/answer.ts';
import { decideByReference, openByReference } from '../chargebacks/decide.ts';
import { listChargebacks } from '../chargebacks/service.ts';
import { availableBalance, endPayoutByCode, expirePayouts, requestPayout } from '../payouts/service.ts';
import type { App, Caller } from '../platform/context.ts';
import { createRefund } from '../refunds/service.ts';
import { settleAllDue } from '../settlements/service.ts';
import type { Chance } from './chance.ts';
import { listRefundable } from './store.ts';

const ACTOR = 'demo';
const PAYOUT_EVERY_DAYS = 9;
/** Days ago on which a payout is asked for that nobody redeems, and one that comes back. */
const FORGOTTEN_DAYS_AGO = 36;
const RETURNED_DAYS_AGO = 18;
const BANK = {
  account_name: 'Sara Ahmed',
  bank_name: 'National Bank',
  iban: 'EG380019000500000000263180002',
};
const NO_BANK = { account_name: '', bank_name: '', iban: '' };
const KIOSK = 4;

/** Disputes of the demo: when each is opened, and how it is decided a week later. */
const DISPUTES: readonly { daysAgo: number; decision: 'applied' | 'withdrawn' | null; answer?: string }[] = [
  { daysAgo: 60, decision: 'applied' },
  { daysAgo: 40, decision: 'withdrawn', answer: 'تم التسليم يوم الأحد، ومرفق توقيع المستلم لدى شركة الشحن' },
  { daysAgo: 4, decision: null },
  { daysAgo: 2, decision: null, answer: 'The order was collected in person on Thursday' },
];

/** The morning of a day: what is due is settled, and the merchant and its payers do what they do now and then. */
export async function moveMoney(app: App, caller: Caller, daysAgo: number, chance: Chance): Promise<void> {
  await settleAllDue(app);
  await expirePayouts(app, 100);
  if (caller.mode === 'live') await dispute(app, caller, daysAgo);
  if (daysAgo === 0 || chance.next() < 0.3) await giveBack(app, caller, chance);
  if (daysAgo % PAYOUT_EVERY_DAYS === 0) await payOut(app, caller, daysAgo);
}

async function giveBack(app: App, caller: Caller, chance: Chance): Promise<void> {
  const payments = await listRefundable(app.db, caller);
  if (payments.length === 0) return;
  const payment = chance.pick(payments);
  const amount = chance.next() < 0.5 ? payment.valuePiastres : Math.ceil(payment.valuePiastres / 3);
  const reason = chance.pick(['وصل المنتج مكسورًا', 'Changed their mind', 'أُلغيت الورشة', 'Paid twice']);
  const bank = payment.method === KIOSK ? BANK : NO_BANK;
  await createRefund(app, caller, payment.id, { amount, reason, ...bank });
}

async function payOut(app: App, caller: Caller, daysAgo: number): Promise<void> {
  const available = Math.floor((await availableBalance(app.db, caller)) * 0.6) * 100;
  if (available <= 0) return;
  const { code } = await requestPayout(app, caller, available);
  // The newest still waits to be redeemed.
  if (daysAgo === 0 || daysAgo === FORGOTTEN_DAYS_AGO) return;
  if (daysAgo === RETURNED_DAYS_AGO) {
    const reason = 'The name on the identity card differs';
    await endPayoutByCode(app, code, { state: 'returned', reason, actor: ACTOR });
  } else await endPayoutByCode(app, code, { state: 'handed-over', actor: ACTOR });
}

async function dispute(app: App, caller: Caller, daysAgo: number): Promise<void> {
  const opening = DISPUTES.find((each) => each.daysAgo === daysAgo);
  const deciding = DISPUTES.find((each) => each.daysAgo === daysAgo + 7);
  if (deciding?.decision) {
    const paging = { page: 1, pageSize: 1, sortBy: 'id', sortType: 'desc' } as const;
    const { rows } = await listChargebacks(app, caller, paging, { status: 0 });
    if (rows[0]) await decideByReference(app, rows[0].reference, deciding.decision, ACTOR);
  }
  const [payment] = opening ? await listRefundable(app.db, caller) : [];
  if (!opening || !payment) return;
  await openByReference(app, payment.reference, { reason: 'fraudulent', actor: ACTOR });
  if (!opening.answer) return;
  const paging = { page: 1, pageSize: 1, sortBy: 'id', sortType: 'desc' } as const;
  const { rows } = await listChargebacks(app, caller, paging, { status: 0 });
  if (rows[0]) await answerChargeback(app, caller, rows[0].id, { answer: opening.answer });
}
