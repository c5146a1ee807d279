/** Changes of refunds caused by other nouns. */
import type { Tx } from '../platform/db/connect.ts';

/**
 * Leaves the unsent refunds of a locked, disputed payment to a person, if with them the payer would get back more than
 * was charged.
 */
export async function stopUnsentRefunds(
  tx: Tx,
  { merchantId, transactionId }: { merchantId: number; transactionId: number },
): Promise<void> {
  await tx`
    update refunds r set for_operator = 'disputed'
      from transactions t
     where r.merchant_id = ${merchantId} and r.transaction_id = ${transactionId} and r.state = 'pending'
       and r.tried_at is null and r.processor_refund_id is null
       and coalesce(r.for_operator, 'transfer') = 'transfer'
       and t.merchant_id = r.merchant_id and t.id = r.transaction_id
       and t.refunded_piastres + t.refunding_piastres + t.disputed_piastres > t.charged_piastres`;
}
