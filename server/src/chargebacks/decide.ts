/** What happens to a dispute: opened, applied, withdrawn; each with its money, in one database transaction. */
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

/** A merchant has this long to answer. */
export const ANSWER_DAYS = 14;

/** A dispute to be opened. */
export interface Opening {
  /** All that is left of the payment when absent. */
  amountPiastres?: number | undefined;
  reason: string;
  /** Who opens it: `ops:mona`, `system`. */
  actor: string;
  /** Not when there was a dispute of this payment before. */
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
    const amountPiastres = opening.amountPiastres ?? payment?.leftPiastres ?? 0;
    if (!payment || amountPiastres <= 0 || amountPiastres > payment.leftPiastres) throw new NotDisputable();
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
    await tellOf(tx, { ...payment, id, reference, amountPiastres }, 'opened', now);
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

const tellOf = (
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

/** Opens the dispute of the payment that a reference names. @throws ChargebackNotFound, NotDisputable */
export async function openByReference(app: App, reference: string, opening: Opening): Promise<string> {
  const [found, another] = await store.findPaymentsByReference(app.db, reference.trim().toUpperCase());
  if (!found || another) throw new ChargebackNotFound();
  return openChargeback(app, found, opening);
}

/** The same for the dispute that a reference names. @throws ChargebackNotFound, AlreadyDecided */
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
 * Decides a dispute: applied, the money goes back to the payer; withdrawn, it is the merchant's again.
 * @param readAnswer when the answer that was read was given; null: there was none; undefined: it was not asked.
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
    await tellOf(tx, decided, decision, now);
    await postTransfer(tx, {
      merchantId,
      mode,
      kind: isApplied ? 'chargeback_applied' : 'chargeback_won',
      reference: decided.reference,
      idempotencyKey: `chargeback:${decided.id}:decided`,
      effectiveAt: now,
      currency: 'EGP',
      lines: isApplied ? chargebackAppliedLines({ amountPiastres }) : chargebackWonLines({ amountPiastres }),
    });
    return decided;
  });
}
