/** Bookings of refunds that an operator looked up at the processor. */
import type { App } from '../platform/context.ts';
import { refusedKey } from '../platform/db/refused-key.ts';
import type { ObservedPayment } from '../processors/observers.ts';
import { ExceedsRefundable, RefundIdTaken } from './errors.ts';
import { observeRefund, UnexpectedRefund } from './observed.ts';
import { bookReversal } from './reverse.ts';
import { findReported, getRefund, type RefundRef } from './store.ts';

/**
 * Books a refund that was made in a processor's dashboard, as if the processor had reported it. If a refund of the same
 * amount waits to be made by hand, that one is booked.
 * @returns the refund's id. @throws ExceedsRefundable, RefundIdTaken
 */
export async function bookUnnamedRefund(
  app: App,
  payment: ObservedPayment,
  { id, amountPiastres }: { id: string; amountPiastres: number },
): Promise<number> {
  const report = { id, refundKey: null, amountPiastres, state: 'refunded' } as const;
  const attempt = { merchantId: payment.merchantId, attemptId: payment.id, accountId: payment.accountId };
  const known = await findReported(app.db, attempt, report);
  if (known && (await getRefund(app.db, known)).processorRefundId !== null) throw new RefundIdTaken();
  try {
    const booked = await observeRefund(app, payment, report);
    if (!booked) throw new Error(`the refund ${id} was not booked`);
    return booked.id;
  } catch (error) {
    if (error instanceof UnexpectedRefund) throw new ExceedsRefundable();
    throw (await refusedKey(app.pool, error)) === 'refunds_once_at_processor' ? new RefundIdTaken() : error;
  }
}

/** Books that the money of a completed refund came back, once. */
export const bookCameBack = async (app: App, ref: RefundRef): Promise<void> =>
  bookReversal(app, await getRefund(app.db, ref));
