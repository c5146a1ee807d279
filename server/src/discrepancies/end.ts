/** Ends discrepancies on behalf of operators: each once, together with its correction in the same transaction. */
import type { DiscrepancyKind } from '@daftar/contract/ops-discrepancies';
import { recordProviderAudit } from '../audit/record.ts';
import { findDisputeOf } from '../chargebacks/service.ts';
import {
  amountFact,
  askSecondOperator,
  ChangedSince,
  type Executor,
  textFact,
} from '../ops-approvals/index.ts';
import type { App, Operator } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { bookCameBack, bookUnnamedRefund } from '../refunds/by-hand.ts';
import { ChargebackTooSmall, NoSuchChargeback, NothingWaits } from './errors.ts';
import * as store from './store.ts';

/** An operator. */
interface By {
  actor: string;
  address?: string;
}

type End = Omit<store.Ending, 'by' | 'now'>;

/** Ends a discrepancy of certain kinds by an action. @throws NothingWaits */
async function end(
  app: App,
  ref: store.DiscrepancyRef,
  by: By,
  kinds: readonly DiscrepancyKind[] | 'any',
  act: (inside: App & { db: Tx }, found: store.OpenDiscrepancy) => Promise<End & { audit?: object }>,
): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const found = await store.lockOpen(tx, ref);
    if (!found || (kinds !== 'any' && !kinds.includes(found.kind))) throw new NothingWaits();
    const { audit = {}, ...done } = await act({ ...app, db: tx }, found);
    await store.writeEnding(tx, ref, { ...done, by: by.actor, now });
    const { ending, reason } = done;
    const { merchantId, mode, transactionId, reference, kind, said } = found;
    // In the provider's log, because of the reason; the merchant is notified of the refund itself.
    await recordProviderAudit(tx, by, now, {
      action: `discrepancy.${ending}`,
      subject: `transaction:${transactionId}`,
      after: { merchant: merchantId, mode, reference, kind, said, ...audit, ...(reason ? { reason } : {}) },
    });
  });
}

/** A refund that an operator has seen at the processor. */
export interface SeenRefund {
  amountPiastres: number;
  /** The processor's id or reference of it. */
  processorRefundId: string;
  reason: string;
}

/**
 * Books a refund without a processor id, like every refund made in its dashboard.
 * @throws NothingWaits; ExceedsRefundable and RefundIdTaken 422: nothing changes
 */
export const bookRefund = (app: App, ref: store.DiscrepancyRef, by: By, seen: SeenRefund): Promise<void> =>
  end(app, ref, by, ['refund-unnamed'], async (inside, { merchantId, attemptId, accountId }) => {
    const { amountPiastres, processorRefundId, reason } = seen;
    const payment = { merchantId, id: attemptId, accountId };
    const refund = await bookUnnamedRefund(inside, payment, { id: processorRefundId, amountPiastres });
    const audit = { refund, amountPiastres, processorRefundId };
    return { ending: 'refunded', bookedRefundId: refund, reason, audit };
  });

/** The state that a second operator approves; after another report by the processor, the request no longer applies. */
interface CameBack {
  id: number;
  said: string;
}

/**
 * Asks a second operator to book that the money of a refund came back, so that it is the merchant's again.
 * @throws NothingWaits, WaitsAlready
 */
export async function askReversed(
  app: App,
  operator: Operator,
  ref: store.DiscrepancyRef,
  reason: string,
): Promise<void> {
  await transaction(app.db, async (tx) => {
    const found = await store.lockOpen(tx, ref);
    if (found?.kind !== 'refund-failed') throw new NothingWaits();
    const { merchantId, reference, amountPiastres, said } = found;
    await askSecondOperator({ ...app, db: tx }, operator, {
      kind: 'refund-came-back',
      subject: `discrepancy:${ref.id}`,
      name: reference,
      merchantId,
      facts: [
        textFact('payment', reference),
        amountFact('givenBack', amountPiastres ?? 0),
        textFact('processorSaid', said),
      ],
      change: { id: ref.id, said } satisfies CameBack,
      reason,
    });
  });
}

/** Carries out {@link askReversed}. @throws NothingWaits, ChangedSince */
export const bookReversed: Executor = async (app, { merchantId, change, reason, askedBy }, by) => {
  const { id: ofDiscrepancy, said } = change as CameBack;
  if (merchantId === null) throw new NothingWaits();
  const ref = { merchantId, id: ofDiscrepancy };
  await end(app, ref, by, ['refund-failed'], async (inside, { refundId, said: saidNow }) => {
    if (saidNow !== said) throw new ChangedSince();
    await bookCameBack(inside, { merchantId, id: refundId! });
    return { ending: 'reversed', reason, audit: { refund: refundId, askedBy } };
  });
};

/**
 * Links the chargeback that was opened for a discrepancy.
 * @throws NothingWaits; NoSuchChargeback, ChargebackTooSmall 422
 */
export const linkChargeback = (
  app: App,
  ref: store.DiscrepancyRef,
  by: By,
  chargebackReference: string,
): Promise<void> =>
  end(app, ref, by, ['dispute-unnamed', 'payment-failed'], async (inside, found) => {
    const chargeback = await findDisputeOf(inside, found, chargebackReference);
    if (!chargeback) throw new NoSuchChargeback();
    const { merchantId, attemptId, accountId } = found;
    const paid = await store.lockPayment(inside.db, { merchantId, id: attemptId, accountId });
    if (!paid || !isCovered(paid, found)) throw new ChargebackTooSmall();
    const audit = { chargeback: chargeback.reference };
    return { ending: 'disputed', chargebackId: chargeback.id, audit };
  });

/**
 * Returns whether chargebacks account for the whole amount that the processor reports; otherwise the rest would never
 * be reported again and stay unbooked.
 */
const isCovered = (paid: store.LockedPayment, { kind, amountPiastres }: store.OpenDiscrepancy): boolean =>
  kind === 'payment-failed'
    ? paid.gonePiastres >= paid.chargedPiastres
    : paid.disputedPiastres >= (amountPiastres ?? 1);

/** Ends a discrepancy without changing our books. @throws NothingWaits */
export const letStand = (app: App, ref: store.DiscrepancyRef, by: By, reason: string): Promise<void> =>
  end(app, ref, by, 'any', async () => ({ ending: 'stands', reason }));
