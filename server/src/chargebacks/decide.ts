/** Opens, applies and withdraws disputes, each with its postings in one transaction. */
import { toPounds } from '@daftar/contract/money';
import { recordAudit } from '../audit/record.ts';
import { chargebackAppliedLines, chargebackOpenedLines, chargebackWonLines } from '../ledger/lines.ts';
import { postTransfer } from '../ledger/post.ts';
import { notify } from '../notifications/service.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { newReference } from '../platform/references.ts';
import { cairoDay } from '../platform/time/cairo.ts';
import { emitEvent } from '../webhooks/emit.ts';
import { AlreadyDecided, AnsweredSince, ChargebackNotFound, NotDisputable } from './errors.ts';
import * as store from './store.ts';

/** Days that a merchant has to respond. */
export const ANSWER_DAYS = 14;

/** A dispute to be opened. */
export interface Opening {
  /** Defaults to the undisputed rest of the payment. */
  amountPiastres?: number | undefined;
  reason: string;
  /** Who opens it: `ops:mona`, `system`. */
  actor: string;
  /** Refuses when the payment was disputed before. */
  onlyFirst?: boolean;
}

/**
 * Opens a dispute and holds its amount.
 * @returns its reference. @throws NotDisputable
 */
export async function openChargeback(app: App, ref: store.PaymentRef, opening: Opening): Promise<string> {
  const now = app.clock.now();
  const dueAt = new Date(now.getTime() + ANSWER_DAYS * 86_400_000);
  return transaction(app.db, async (tx) => {
    const payment = await store.lockPayment(tx, ref);
    const amountPiastres = opening.amountPiastres ?? payment?.disputablePiastres ?? 0;
    if (!payment || amountPiastres <= 0 || amountPiastres > payment.disputablePiastres)
      throw new NotDisputable();
    if (opening.onlyFirst && payment.known) throw new NotDisputable();
    const reference = newReference('CHB');
    const chargeback = { reference, amountPiastres, reason: opening.reason, dueAt, now };
    const id = await store.insertChargeback(tx, payment, chargeback);
    if (id === undefined) throw new NotDisputable();
    const { merchantId, mode } = payment;
    await recordAudit(tx, { merchantId, mode, actor: opening.actor }, now, {
      action: 'chargeback.open',
      subject: `chargeback:${id}`,
      after: { reference, amountPiastres },
    });
    await notify({ ...app, db: tx }, payment, {
      kind: 'chargeback-opened',
      params: { amountPiastres, reference, due: cairoDay(dueAt) },
      href: '/charge-backs',
    });
    await emitChargebackEvent(tx, { ...payment, id, reference, amountPiastres }, 'opened', now);
    await postTransfer(tx, {
      merchantId,
      mode,
      kind: 'chargeback_opened',
      reference,
      idempotencyKey: `chargeback:${id}:opened`,
      effectiveAt: now,
      currency: 'EGP',
      lines: chargebackOpenedLines({ amountPiastres, from: payment.heldFrom }),
    });
    return reference;
  });
}

const emitChargebackEvent = (
  tx: Tx,
  chargeback: store.DecidedChargeback,
  what: 'opened' | 'applied' | 'withdrawn',
  now: Date,
) =>
  emitEvent(
    tx,
    chargeback,
    `chargeback.${what}`,
    {
      id: chargeback.id,
      reference: chargeback.reference,
      transaction_id: chargeback.transactionId,
      amount: toPounds(chargeback.amountPiastres),
      currency: 'EGP',
    },
    { now },
  );

/** Opens a dispute of the payment with this reference. @throws ChargebackNotFound, NotDisputable */
export async function openByReference(app: App, reference: string, opening: Opening): Promise<string> {
  const [found, another] = await store.findPaymentsByReference(app.db, reference.trim().toUpperCase());
  if (!found || another) throw new ChargebackNotFound();
  return openChargeback(app, found, opening);
}

/** Decides the dispute with this reference. @throws ChargebackNotFound, AlreadyDecided */
export async function decideByReference(
  app: App,
  reference: string,
  decision: 'applied' | 'withdrawn',
  actor: string,
): Promise<store.DecidedChargeback> {
  const [found, another] = await store.findByReference(app.db, reference.trim().toUpperCase());
  if (!found || another) throw new ChargebackNotFound();
  return decideChargeback(app, found, decision, actor);
}

/**
 * Decides a dispute. Applied: the money goes to the payer. Withdrawn: it is the merchant's again.
 * @param readAnswer when the response that the operator read was given; null: there was none; undefined: not checked.
 * @throws ChargebackNotFound, AlreadyDecided, AnsweredSince: nothing changes.
 */
export async function decideChargeback(
  app: App,
  ref: { merchantId: number; id: number },
  decision: 'applied' | 'withdrawn',
  actor: string,
  readAnswer?: string | null,
): Promise<store.DecidedChargeback> {
  const now = app.clock.now();
  const isApplied = decision === 'applied';
  return transaction(app.db, async (tx) => {
    const answeredAt = await store.lockAnswer(tx, ref);
    if (answeredAt !== undefined && readAnswer !== undefined) {
      if ((answeredAt?.toISOString() ?? null) !== readAnswer) throw new AnsweredSince();
    }
    const decided = await store.decideChargeback(tx, ref, isApplied ? 1 : 2, now);
    if (!decided) {
      throw (await store.chargebackExists(tx, ref)) ? new AlreadyDecided() : new ChargebackNotFound();
    }
    const { merchantId, mode, amountPiastres } = decided;
    await recordAudit(tx, { merchantId, mode, actor }, now, {
      action: `chargeback.${decision}`,
      subject: `chargeback:${decided.id}`,
      after: { reference: decided.reference },
    });
    await notify({ ...app, db: tx }, decided, {
      kind: `chargeback-${decision}`,
      params: { amountPiastres, reference: decided.reference },
      href: '/charge-backs',
    });
    await emitChargebackEvent(tx, decided, decision, now);
    await postTransfer(tx, {
      merchantId,
      mode,
      kind: isApplied ? 'chargeback_applied' : 'chargeback_won',
      reference: decided.reference,
      idempotencyKey: `chargeback:${decided.id}:decided`,
      effectiveAt: now,
      currency: 'EGP',
      lines: isApplied ? chargebackAppliedLines(decided) : chargebackWonLines({ amountPiastres }),
    });
    return decided;
  });
}
