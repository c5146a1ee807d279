import type { Db, Tx } from '../../platform/db/connect.ts';
import { lock } from '../store-locks.ts';
import type { OpenAmount, WriteOff } from './rules.ts';

/** Reads a break and its open amounts in the ledger. */
export async function findOpen(db: Db, id: number): Promise<OpenAmount | undefined> {
  const [row] = await db<OpenAmount[]>`
    select b.id, b.kind, b.closed_at is not null as "isClosed", b.state = 'written_off' as "isWrittenOff", b.reference,
           b.amount_piastres as "amountPiastres", b.currency, b.processor_account_id as "accountId",
           b.bank_account_id as "bankAccountId", coalesce(a.name, p.name) as "accountName", a.merchant_id as "accountMerchantId", coalesce(a.mode, 'live') as mode,
           b.item, b.merchant_id as "merchantId", b.item_id as "itemId",
           exists (select from reconciliation_lines i
                    where i.item_id = b.item_id and i.merchant_id = b.merchant_id and i.item = b.item) as "hasLine",
           l.net_piastres as "lineNetPiastres", coalesce(l.kind = 'fee', false) as "isLineFee", l.merchant_id as "lineMerchantId", coalesce(l.item is not null, false) as "isLineMatched",
           coalesce(l.settled_piastres is not null, false) as "isLineSettled",
           coalesce(t.booked_at is not null, false) as "isBatchBooked"
      from reconciliation_breaks b
      left join processor_accounts a on a.id = b.processor_account_id
      left join provider_bank_accounts p on p.id = b.bank_account_id
      left join reconciliation_lines l on l.file_id = b.file_id and l.line_no = b.line_no
      left join reconciliation_batches t on t.id = l.batch_id
     where b.id = ${id}`;
  return row;
}

/**
 * Locks a break that is to be written off; prevents matches, bookings, reversals and undoing of its items until the
 * transaction ends.
 */
export async function lockOpen(tx: Tx, id: number): Promise<OpenAmount | undefined> {
  const [about] = await tx<{ accountId: number | null }[]>`
    select processor_account_id as "accountId" from reconciliation_breaks where id = ${id}`;
  if (!about) return undefined;
  await lock(tx, { links: about.accountId === null, accountId: about.accountId, breakId: id });
  return findOpen(tx, id);
}

const columns = (db: Db) => db`
  w.id, w.break_id as "breakId", w.account, w.merchant_id as "merchantId", w.mode,
  w.processor_account_id as "processorAccountId", w.amount_piastres as "amountPiastres"`;

/** Inserts a write-off and closes its break. @returns its id */
export async function insertWriteOff(
  tx: Tx,
  writeOff: Omit<WriteOff, 'id'> & { item: string | null; itemId: number | null },
  by: { reason: string; askedBy: string; approvedBy: string; now: Date },
): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into reconciliation_write_offs (break_id, account, merchant_id, mode, processor_account_id, amount_piastres, item,
                                           item_id, reason, asked_by, approved_by, created_at)
    values (${writeOff.breakId}, ${writeOff.account}, ${writeOff.merchantId}, ${writeOff.mode}, ${writeOff.processorAccountId},
            ${writeOff.amountPiastres}, ${writeOff.item}, ${writeOff.itemId}, ${by.reason}, ${by.askedBy}, ${by.approvedBy},
            ${by.now})
    returning id`;
  await tx`
    update reconciliation_breaks
       set state = 'written_off', ended_as = 'written_off', resolution = ${by.reason}, closed_at = ${by.now}, closed_by = ${by.approvedBy}
     where id = ${writeOff.breakId}`;
  return row!.id;
}

/** Finds the write-off of a break that is not undone. */
export async function findOfBreak(tx: Tx, breakId: number): Promise<WriteOff | undefined> {
  const [row] = await tx<WriteOff[]>`
    select ${columns(tx)} from reconciliation_write_offs w where w.break_id = ${breakId} and w.undone_at is null for update`;
  return row;
}

/**
 * Lists the write-offs of payments, refunds and chargebacks whose lines have arrived in a batch. `lineNo`: one line
 * alone.
 */
export function listArrived(
  tx: Tx,
  batch: { id: number; fileId: number },
  lineNo?: number,
): Promise<WriteOff[]> {
  return tx<WriteOff[]>`
    select ${columns(tx)}
      from reconciliation_lines l
      join reconciliation_write_offs w
        on w.merchant_id = l.merchant_id and w.item = l.item and w.item_id = l.item_id and w.undone_at is null
     where l.file_id = ${batch.fileId} and l.batch_id = ${batch.id} and l.item is not null
       and ${lineNo === undefined ? tx`true` : tx`l.line_no = ${lineNo}`}
     order by w.merchant_id, w.id for update of w`;
}

/** Marks write-offs as undone. Their breaks are open again, or closed because the money came. */
export async function undo(
  tx: Tx,
  writeOffs: readonly WriteOff[],
  by: { actor: string; reason: string; now: Date; reopens: boolean },
): Promise<void> {
  const ids = writeOffs.map(({ id }) => id);
  const breaks = writeOffs.map(({ breakId }) => breakId);
  await tx`
    update reconciliation_write_offs set undone_at = ${by.now}, undone_by = ${by.actor}, undone_reason = ${by.reason}
     where id = any (${ids}::bigint[])`;
  if (by.reopens) {
    await tx`
      update reconciliation_breaks set state = 'open', ended_as = null, resolution = null, closed_at = null, closed_by = null
       where id = any (${breaks}::bigint[])`;
  } else {
    await tx`
      update reconciliation_breaks
         set state = 'resolved', ended_as = 'arrived', resolution = null, closed_at = ${by.now}, closed_by = ${by.actor}
       where id = any (${breaks}::bigint[])`;
  }
}

/** Returns whether an open amount of a booked batch is written off: of its lines, or the difference of its deposit. */
export async function isWrittenOff(
  tx: Tx,
  batch: { id: number; fileId: number; accountId: number; bankReference: string | null },
): Promise<boolean> {
  const rows = await tx`
    select from reconciliation_write_offs w
      join reconciliation_breaks b on b.id = w.break_id
      left join reconciliation_lines l on l.file_id = b.file_id and l.line_no = b.line_no
     where w.undone_at is null
       and (l.file_id = ${batch.fileId} and l.batch_id = ${batch.id}
            or b.kind = 'deposit' and b.processor_account_id = ${batch.accountId} and b.reference = ${batch.bankReference})
     limit 1`;
  return rows.length > 0;
}
