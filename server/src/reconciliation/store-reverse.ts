import type { PatientTx } from '../platform/db/long-work.ts';
import type { OpenBatch } from './store-book.ts';

/** Marks a batch and its lines as not booked, and closes the breaks of its deposit and of its missing bank line. */
export async function unbook(
  tx: PatientTx,
  batch: OpenBatch,
  { actor, now }: { actor: string; now: Date },
): Promise<void> {
  // The settlement is kept on record, so that the sums at any earlier moment can still be computed.
  await tx`
    insert into reconciliation_unsettled (processor_account_id, file_id, line_no, batch_id, item, merchant_id, item_id,
                                          settled_piastres, rounded_piastres, settled_at, unsettled_at)
    select processor_account_id, file_id, line_no, batch_id, item, merchant_id, item_id, settled_piastres, rounded_piastres,
           coalesce(settled_at, ${batch.bookedAt}), ${now}
      from reconciliation_lines
     where file_id = ${batch.fileId} and batch_id = ${batch.id} and settled_piastres is not null`;
  await tx`
    update reconciliation_lines set settled_piastres = null, rounded_piastres = null, settled_at = null
     where file_id = ${batch.fileId} and batch_id = ${batch.id} and settled_piastres is not null`;
  await tx`
    update reconciliation_batches
       set booked_at = null, booked_by = null, bank_reference = null, received_on = null, received_piastres = null,
           reversals = reversals + 1
     where id = ${batch.id}`;
  // Closes the break of a manually booked batch without a bank line, because the batch is no longer booked.
  await tx`
    update reconciliation_breaks set state = 'resolved', ended_as = 'undone', closed_at = ${now}, closed_by = ${actor}
     where batch_id = ${batch.id} and kind = 'booked_without_line' and closed_at is null`;
  const difference = (batch.receivedPiastres ?? 0) - batch.netPiastres;
  await tx`
    update reconciliation_breaks set state = 'resolved', ended_as = 'undone', closed_at = ${now}, closed_by = ${actor}
     where id = (select id from reconciliation_breaks
                  where processor_account_id = ${batch.accountId} and kind = 'deposit' and closed_at is null
                    and reference = ${batch.bankReference} and amount_piastres = ${difference} order by id limit 1)`;
}
