/** What happens to the demo's payments: settled, paid out, refunded, disputed; every status occurs. */
import { issueFeeInvoices } from '../src/fee-invoices/issue.ts';
import { listPayoutAccounts } from '../src/payouts/accounts.ts';
import { endPayoutByCode, expirePayouts } from '../src/payouts/end.ts';
import { availableBalance, requestPayoutOrApproval } from '../src/payouts/service.ts';
import type { App, Caller } from '../src/platform/context.ts';
import { createRefund } from '../src/refunds/service.ts';
import { simulateFailedRefund, simulatePendingRefund } from '../src/refunds/simulate.ts';
import { settleAllDue } from '../src/settlements/service.ts';
import { askColleague } from './approvals.ts';
import { bankOn } from './bank.ts';
import type { Chance } from './chance.ts';
import { disputeOn } from './disputes.ts';
import { reserveOn } from './risk.ts';
import { listRefundable } from './store.ts';

const ACTOR = 'demo';
const PAYOUT_EVERY_DAYS = 9;
/** Days ago of a payout that nobody collects, and of one that is returned. */
const FORGOTTEN_DAYS_AGO = 36;
const RETURNED_DAYS_AGO = 18;
/** Days ago of payouts to the bank account: one that a bank has transferred, and one that waits for its transfer. */
const TRANSFERRED_DAYS_AGO = 9;
const WAITING_DAYS_AGO = 5;
/** Days ago of refunds that fail. */
const REFUSED_DAYS_AGO: readonly number[] = [52, 23, 1];
/** Days ago of refunds that are still pending, and for how long. */
const HELD_DAYS_AGO: readonly number[] = [2, 1];
const HELD_DAYS = 4;
const BANK = {
  account_name: 'Sara Ahmed',
  bank_name: 'National Bank',
  iban: 'EG380019000500000000263180002',
};
const NO_BANK = { account_name: '', bank_name: '', iban: '' };
const CARD = 1;
const KIOSK = 4;

/** Simulates the morning of a day: settlements, and the occasional actions of the merchant and its payers. */
export async function moveMoney(app: App, caller: Caller, daysAgo: number, chance: Chance): Promise<void> {
  await settleAllDue(app);
  await expirePayouts(app);
  if (caller.mode === 'live') {
    await issueFeeInvoices(app, caller.merchantId);
    await disputeOn(app, caller, daysAgo, chance);
    await bankOn(app, caller, daysAgo);
    await reserveOn(app, caller, daysAgo);
    await askColleague(app, caller, daysAgo, chance);
    if (REFUSED_DAYS_AGO.includes(daysAgo)) await makeFailedRefund(app, caller, chance);
    if (HELD_DAYS_AGO.includes(daysAgo)) await makePendingRefund(app, caller, chance);
  }
  if (daysAgo === 0 || chance.next() < 0.3) await makeRefund(app, caller, chance);
  if (daysAgo % PAYOUT_EVERY_DAYS === 0 || daysAgo === WAITING_DAYS_AGO) await payOut(app, caller, daysAgo);
}

async function makeRefund(app: App, caller: Caller, chance: Chance): Promise<void> {
  const payments = await listRefundable(app.db, caller);
  if (payments.length === 0) return;
  const payment = chance.pick(payments);
  const amount = chance.next() < 0.5 ? payment.valuePiastres : Math.ceil(payment.valuePiastres / 3);
  const reason = chance.pick(['وصل المنتج مكسورًا', 'Changed their mind', 'أُلغيت الورشة', 'Paid twice']);
  const bank = payment.method === KIOSK ? BANK : NO_BANK;
  await createRefund(app, caller, payment.id, { amount, reason, ...bank });
}

async function makeFailedRefund(app: App, caller: Caller, chance: Chance): Promise<void> {
  const payments = (await listRefundable(app.db, caller)).filter(({ method }) => method === CARD);
  if (payments.length > 0)
    await simulateFailedRefund(app, caller, chance.pick(payments).id, 'بطاقة العميل أُلغيت');
}

async function makePendingRefund(app: App, caller: Caller, chance: Chance): Promise<void> {
  const payments = (await listRefundable(app.db, caller)).filter(({ method }) => method === CARD);
  if (payments.length === 0) return;
  const until = new Date(app.clock.now().getTime() + HELD_DAYS * 86_400_000);
  const reason = chance.pick(['العميل ألغى الطلب قبل الشحن', 'Ordered twice by mistake']);
  await simulatePendingRefund(app, caller, chance.pick(payments).id, { reason, until });
}

async function payOut(app: App, caller: Caller, daysAgo: number): Promise<void> {
  const available = Math.floor((await availableBalance(app.db, caller)) * 0.6) * 100;
  if (available <= 0) return;
  const toBank = caller.mode === 'live' && (daysAgo === TRANSFERRED_DAYS_AGO || daysAgo === WAITING_DAYS_AGO);
  const [account] = toBank ? await listPayoutAccounts(app, caller) : [];
  const { code } = await requestPayoutOrApproval(app, caller, available, account?.id ?? null);
  // The newest still waits for collection, or for its transfer.
  if (code === null || daysAgo === 0 || daysAgo === FORGOTTEN_DAYS_AGO || daysAgo === WAITING_DAYS_AGO)
    return;
  if (account) {
    const bankReference = `NBE-PAYOUT-${daysAgo}`;
    await endPayoutByCode(app, code, { state: 'handed-over', bankReference, actor: ACTOR });
    return;
  }
  if (daysAgo === RETURNED_DAYS_AGO) {
    const reason = 'The name on the identity card differs';
    await endPayoutByCode(app, code, { state: 'returned', reason, actor: ACTOR });
  } else await endPayoutByCode(app, code, { state: 'handed-over', actor: ACTOR });
}
