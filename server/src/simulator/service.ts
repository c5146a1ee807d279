/** Simulates payers, banks and the provider in test mode, through the same services that they would use. */
import { MERCHANT_STATUS } from '@daftar/contract/auth';
import type { PaymentMethodId } from '@daftar/contract/lookups';
import { PaymentLinkForm } from '@daftar/contract/payment-links';
import type { MoneyScenario, PaymentScenario, Simulated } from '@daftar/contract/simulator';
import { validate } from '@daftar/contract/validate';
import { decideByReference, type Opening, openChargeback } from '../chargebacks/decide.ts';
import { findDisputeOf } from '../chargebacks/service.ts';
import { type DemoEnding, payForDemo } from '../checkout/seed.ts';
import { createLink, findPayAddress } from '../payment-links/service.ts';
import { endPayoutByCode } from '../payouts/end.ts';
import { availableBalance, requestPayout } from '../payouts/service.ts';
import type { App, Caller } from '../platform/context.ts';
import { translate } from '../platform/i18n/translate.ts';
import { FakeClock } from '../platform/time/clock.ts';
import { simulateFailedRefund } from '../refunds/simulate.ts';
import { settleNow } from '../settlements/service.ts';
import { CannotSimulate } from './errors.ts';
import * as store from './store.ts';

export const ACTOR = 'simulator';
const AMOUNT_POUNDS = 100;
const PAYOUT_PIASTRES = 1_000;
const LINK_MILLISECONDS = 86_400_000;

interface Play {
  method: PaymentMethodId;
  ending: DemoEnding;
  card: string;
}

const GOOD_CARD = '4242424242424242';
const BY_CARD: Play = { method: 1, ending: 'pays', card: GOOD_CARD };

/** The payer of each scenario; test cards determine the bank's answer. */
const PLAYS: Readonly<Record<PaymentScenario, Play>> = {
  'payment-succeeded': BY_CARD,
  'card-declined': { ...BY_CARD, ending: 'fails', card: '4000000000000002' },
  'wrong-code': { method: 3, ending: 'fails', card: GOOD_CARD },
  'late-kiosk': { method: 4, ending: 'late', card: GOOD_CARD },
  'chargeback-opened': BY_CARD,
  'chargeback-lost': BY_CARD,
  'chargeback-won': BY_CARD,
};

/** Returns the caller in test mode, because the path has no mode. @throws CannotSimulate */
export function testerOf(caller: Caller): Caller & { mode: 'test' } {
  if (caller.merchantStatus === MERCHANT_STATUS.suspended) throw new CannotSimulate('suspended');
  return { ...caller, mode: 'test' };
}

/** Creates a link for the simulator. @returns its token. */
async function makeLink(app: App, caller: Caller): Promise<string> {
  const now = app.clock.now();
  const form = validate(PaymentLinkForm, {
    invoice_name: translate(caller.locale, 'simulator.link'),
    currency_id: 1,
    amount: AMOUNT_POUNDS,
    due_date: new Date(now.getTime() + LINK_MILLISECONDS).toISOString(),
    language: caller.locale === 'ar' ? 1 : 2,
  });
  if (!form.ok) throw new Error(`The simulator's link is not valid: ${JSON.stringify(form.errors)}`);
  return tokenOf((await createLink(app, caller, form.value)).link);
}

const tokenOf = (url: string) => url.split('/').at(-1) ?? '';

/**
 * Pays a link as a payer.
 * @param link the reference of the merchant's own; one is made without it.
 * @throws LinkNotFound, CannotSimulate when it cannot be paid in this way.
 */
async function play(app: App, caller: Caller, { method, ending, card }: Play, link?: string | null) {
  const token = link ? tokenOf((await findPayAddress(app, caller, link)).url) : await makeLink(app, caller);
  const payer = { ...(await store.getPerson(app.db, caller)), address: '' };
  // The simulator's clock only measures waiting times; rows are written with the current time.
  const waited = new FakeClock(app.clock.now());
  const payment = { method, ending, payer, cardNumber: card, waitMinutes: 0 };
  const began = await payForDemo(app, waited, token, payment);
  const made = began ? await store.findPaymentOf(app.db, caller, token) : undefined;
  if (!made) throw new CannotSimulate(link ? 'notPayable' : 'method');
  return made;
}

/** Returns a dispute as a card network reports it. @param reference the transaction's */
export const simulatedCase = (reference: string): Opening => ({
  reason: 'fraudulent',
  caseId: `CASE-${reference}`,
  reasonCode: '10.4',
  origin: 'processor',
  actor: ACTOR,
});

/** Returns a payment's dispute, with its page. */
export async function shownDispute(
  app: App,
  payment: { merchantId: number; transactionId: number },
  reference: string,
): Promise<Simulated> {
  const found = await findDisputeOf(app, payment, reference);
  if (!found) throw new Error(`The simulator's chargeback ${reference} is not there`);
  return { kind: 'chargeback', id: found.id, reference, href: `/charge-backs/${found.id}` };
}

/** Returns a transaction as the result of a simulation. */
export const shownTransaction = ({ id, reference }: { id: number; reference: string }): Simulated => ({
  kind: 'transaction',
  id,
  reference,
  href: `/transactions/${id}`,
});

/** Returns a settlement as the result of a simulation. */
export const shownSettlement = ({ id, reference }: { id: number; reference: string }): Simulated => ({
  kind: 'settlement',
  id,
  reference,
  href: '/settlements',
});

/** Simulates a payer or their bank. @param link see `play`. @throws LinkNotFound, CannotSimulate */
export async function simulatePayment(
  app: App,
  by: Caller,
  scenario: PaymentScenario,
  link?: string | null,
): Promise<Simulated> {
  const caller = testerOf(by);
  const payment = await play(app, caller, PLAYS[scenario], link);
  if (!scenario.startsWith('chargeback-')) return shownTransaction(payment);
  const ref = { merchantId: caller.merchantId, transactionId: payment.id };
  const reference = await openChargeback(app, ref, simulatedCase(payment.reference));
  if (scenario === 'chargeback-lost') await decideByReference(app, reference, 'applied', ACTOR);
  if (scenario === 'chargeback-won') await decideByReference(app, reference, 'withdrawn', ACTOR);
  return shownDispute(app, ref, reference);
}

/** Simulates the provider; makes a payment first where money is needed. @throws CannotSimulate */
export async function simulateMoney(app: App, by: Caller, scenario: MoneyScenario): Promise<Simulated> {
  const caller = testerOf(by);
  if (scenario === 'settlement') {
    const made = (await settleNow(app, caller)) ?? (await playAndSettle(app, caller));
    if (!made) throw new CannotSimulate('noBalance');
    return shownSettlement(made);
  }
  if (scenario === 'refund-failed') {
    const payment = await play(app, caller, BY_CARD);
    await simulateFailedRefund(app, caller, payment.id, translate(caller.locale, 'simulator.refundReason'));
    return shownTransaction(payment);
  }
  if ((await availableBalance(app.db, caller)) * 100 < PAYOUT_PIASTRES) await playAndSettle(app, caller);
  const available = Math.round((await availableBalance(app.db, caller)) * 100);
  if (available <= 0) throw new CannotSimulate('noBalance');
  const { code } = await requestPayout(app, caller, Math.min(available, PAYOUT_PIASTRES));
  const isPaid = scenario === 'payout-handed-over';
  const reason = isPaid ? undefined : translate(caller.locale, 'simulator.payoutReason');
  const ended = await endPayoutByCode(app, code, {
    state: isPaid ? 'handed-over' : 'returned',
    reason,
    actor: ACTOR,
  });
  return { kind: 'payout', id: ended.id, reference: code, href: `/payouts/${ended.id}` };
}

async function playAndSettle(app: App, caller: Caller) {
  await play(app, caller, BY_CARD);
  return settleNow(app, caller);
}
