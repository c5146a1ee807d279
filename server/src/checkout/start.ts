/** Starting a payment: the attempt is written, then its processor is called. */
import { ATTEMPT_HOLD_MINUTES, type CheckoutLocale, type ClosedReason } from '@daftar/contract/checkout';
import type { PaymentMethodId } from '@daftar/contract/lookups';
import { originAt } from '../branding/origin.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { newReference, newToken } from '../platform/references.ts';
import type { CardDetails } from '../processors/card.ts';
import { ProcessorError } from '../processors/errors.ts';
import { newExternalRef } from '../processors/external-ref.ts';
import type { PaymentOrder, Route, Step } from '../processors/gateway.ts';
import { isTestCard } from '../processors/sandbox/test-cards.ts';
import { assessAttempt, type Verdict } from '../risk/assess.ts';
import { hasRoom } from '../volume-limits/limits.ts';
import { pricedAt, quantityOf } from './choice.ts';
import { paymentRefOf } from './gateways.ts';
import { applyOutcome, recordReport } from './outcomes.ts';
import { type Payable, sourceOf } from './payable-source.ts';
import { chargesOf, isOver, KIOSK, KIOSK_HOURS, minutesAfter } from './rules.ts';
import { feeTermsOf, type Offer } from './service.ts';
import {
  type AttemptRef,
  type AttemptRow,
  findSubmission,
  getAttempt,
  insertAttempt,
  moveAttempt,
  releasePlace,
  writeOutcome,
} from './store.ts';

/** A validated payment form. */
export interface PaymentStart {
  method: PaymentMethodId;
  payer: { name: string; email: string; mobile: string; address: string };
  card: { details: CardDetails; brand: string; last4: string } | null;
  walletMobile: string | null;
  /** IP address of the payer's request. */
  address: string;
  /** The payer's choice, if the link offers one; null otherwise. */
  chosen: number | null;
  /** The charge shown to the payer; null if unknown. */
  shownPiastres: number | null;
  locale: CheckoutLocale;
  /** The key of the submitted form; submitting it twice makes one attempt. */
  submissionKey: string | null;
}

/**
 * `again`: the form had started this attempt before. `goesOn`: the payer continues to the processor's page. `changed`:
 * the charge differs from the one that the payer saw; nothing was started.
 */
export type Started =
  | { attempt: string; again?: boolean; goesOn?: boolean }
  | { closed: ClosedReason }
  | { changed: true };

/**
 * Starts a payment: takes a place of the payable for 15 minutes and writes the attempt with its pending transaction;
 * then calls the processor, outside any transaction, and records its answer.
 * @returns the attempt's token, or the reason why nothing was started.
 */
export async function startAttempt(app: App, offer: Offer, start: PaymentStart): Promise<Started> {
  const [route, ...others] = offer.routes.filter((each) => each.methods[start.method]);
  if (!route || offer.closed === 'unavailable') return { closed: 'unavailable' };
  const opened = await transaction(app.db, (tx) => openAttempt(app, tx, offer, start, route));
  if ('again' in opened) return { attempt: opened.again, again: true };
  if (!('ref' in opened)) return opened;
  const { collects } = route.methods[start.method]!;
  // Fallbacks must collect the same data, because the payer filled in the form of the first choice.
  const alike = others.filter((each) => each.methods[start.method]?.collects === collects);
  if (opened.verdict === 'block') return { attempt: opened.token };
  const attempt = await getAttempt(app.db, opened.ref);
  const challenge = opened.verdict === 'challenge';
  const next = await callProcessor(app, attempt, offer, { ...start, challenge }, [route, ...alike]);
  return next === 'redirect' ? { attempt: opened.token, goesOn: true } : { attempt: opened.token };
}

/** Milliseconds for starting a payment, while the payer waits. */
const START_MILLISECONDS = 20_000;

/** Starts a written attempt at the first account that accepts it. @returns the next step, if it is known */
async function callProcessor(
  app: App,
  attempt: AttemptRow,
  { payable, merchant, face }: Offer,
  start: PaymentStart & { challenge: boolean },
  routes: readonly Route[],
): Promise<Step['state'] | null> {
  const address = `${payable.token}/${attempt.token}`;
  const order: Omit<PaymentOrder, 'notificationUrl' | 'card'> = {
    ...(await paymentRefOf(app, attempt)),
    mode: attempt.mode,
    reference: attempt.reference,
    description: payable.view.title,
    merchantName: merchant.name,
    locale: start.locale,
    payer: { name: start.payer.name, email: start.payer.email, mobile: start.payer.mobile },
    walletMobile: start.walletMobile,
    challenge: start.challenge,
    // The host where the payer most likely is: only there is it known what this browser has paid.
    returnUrl: `${originAt(app, face.host)}/pay/return/${address}`,
  };
  for (const [index, route] of routes.entries()) {
    if (index > 0 && !(await moveAttempt(app.db, attempt, route))) return null;
    const notificationUrl = `${app.config.publicUrl}${route.notificationPath}`;
    try {
      const gateway = await app.processors.open(app, route);
      if (!gateway) throw new ProcessorError('refused', `there is no processor ${route.processor}`);
      // Card details are sent to the sandbox only.
      const card = route.accountId === null ? (start.card?.details ?? null) : null;
      const report = await gateway.start(
        { ...order, card, notificationUrl },
        AbortSignal.timeout(START_MILLISECONDS),
      );
      await recordReport(app, attempt, route, report);
      return report.step.state;
    } catch (error) {
      app.log.error(
        { err: error, attempt: attempt.id, account: route.accountId },
        'starting a payment failed',
      );
      // It is unknown whether the processor got the request: the attempt stays pending, and the job asks for its
      // status.
      if (!(error instanceof ProcessorError) || error.kind === 'unknown') return null;
    }
  }
  await applyOutcome(app, attempt, { state: 'failed', reason: 'processing_error' });
  return 'failed';
}

/** A new attempt with its charge, the token of the attempt that this form started before, or a refusal. */
type Opened =
  | { ref: AttemptRef; token: string; verdict: Verdict }
  | { again: string }
  | Exclude<Started, { attempt: string }>;

/** Takes a place and writes the attempt, after validating everything again under the payable's lock. */
async function openAttempt(
  app: App,
  tx: Tx,
  { payable, merchant }: Offer,
  start: PaymentStart,
  account: Route,
): Promise<Opened> {
  const token = newToken();
  const now = app.clock.now();
  const source = sourceOf(payable.kind);
  const held = await source.hold(tx, payable, now);
  const before = start.submissionKey ? await findSubmission(tx, payable, start.submissionKey) : undefined;
  if (before && !isOver(before)) {
    if (held === 'held') await releasePlace(tx, payable, now);
    return { again: before.token };
  }
  if (held !== 'held') return { closed: held };
  // The invoice may have been edited since the page was shown.
  const current = pricedAt((await source.find(tx, payable, now)) ?? payable, start.chosen);
  const terms = feeTermsOf(app, merchant, start.method);
  const charges = chargesOf(current.valuePiastres, terms);
  if (start.shownPiastres !== null && start.shownPiastres !== charges.chargePiastres) {
    await releasePlace(tx, payable, now);
    return { changed: true };
  }
  if (!(await hasRoom(app, tx, payable, charges))) {
    await releasePlace(tx, payable, now);
    return { closed: 'limit' };
  }
  const holdExpiresAt = minutesAfter(now, ATTEMPT_HOLD_MINUTES);
  const ref = await insertAttempt(tx, {
    token,
    reference: newReference('TRX'),
    payable: current,
    source: current.source,
    method: start.method,
    externalRef: newExternalRef(),
    account,
    currency: current.view.currency,
    subtotal: current.view.subtotal,
    total: current.view.total,
    rateScaled: current.rateScaled,
    quantity: quantityOf(current),
    valuePiastres: current.valuePiastres,
    ...charges,
    ...terms,
    locale: start.locale,
    payer: start.payer,
    card: start.card && { brand: start.card.brand, last4: start.card.last4 },
    walletMobile: start.walletMobile,
    submissionKey: start.submissionKey,
    holdExpiresAt,
    expiresAt: start.method === KIOSK ? codeEnd(now, current) : holdExpiresAt,
    now,
  });
  // Before a processor is called: an attempt that is stopped here reaches none.
  const verdict = await assessAttempt(app, tx, ref, {
    mobile: start.walletMobile ?? start.payer.mobile,
    address: start.address,
    card: start.card && cardOf(start.card.details),
    canChallenge: isChallenged(account, start.method),
  });
  if (verdict === 'block') {
    await writeOutcome(tx, ref, { state: 'failed', reason: 'stopped', ours: false }, now);
  }
  return { ref, token, verdict };
}

/** Returns whether the payer of an account can be challenged by a method, or always is. */
const isChallenged = ({ methods }: Route, method: PaymentMethodId): boolean =>
  (methods[method]?.challenge ?? 'no') !== 'no';

/**
 * Returns the data of a test card, typed on our own form, that risk rules may use. Nothing is kept of a real number
 * typed there.
 */
function cardOf(card: CardDetails) {
  const { number } = card.reveal();
  if (!isTestCard(number)) return null;
  return { bin: number.slice(0, 6), fingerprint: number, scope: 'form' };
}

/**
 * Returns when a kiosk code expires: after a day, not after the payable's own end, and not before its place is
 * released.
 */
function codeEnd(now: Date, payable: Payable): Date {
  const day = minutesAfter(now, KIOSK_HOURS * 60).getTime();
  const due = payable.view.dueDate === null ? day : Date.parse(payable.view.dueDate);
  return new Date(Math.max(Math.min(day, due), minutesAfter(now, ATTEMPT_HOLD_MINUTES).getTime()));
}
