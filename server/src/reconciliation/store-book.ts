import type { Mode } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { PatientTx } from '../platform/db/long-work.ts';

/** A batch to be booked. */
export interface OpenBatch {
  id: number;
  fileId: number;
  fileState: 'imported' | 'undone';
  name: string;
  currency: string;
  netPiastres: number;
  accountId: number;
  /** The merchant who owns the account; null: the provider. */
  accountMerchantId: number | null;
  mode: Mode;
  isBooked: boolean;
  /** Received amount; null until it is booked. */
  bookedAt: Date | null;
  receivedPiastres: number | null;
  bankReference: string | null;
  accountName: string;
  /** Number of times its booking was reversed. */
  reversals: number;
}

/** Finds a batch, with its account. */
export async function findBatch(tx: Tx, id: number): Promise<OpenBatch | undefined> {
  const [row] = await tx<OpenBatch[]>`
    select b.id, b.file_id as "fileId", f.state as "fileState", b.name, b.currency, b.net_piastres as "netPiastres",
           a.id as "accountId", a.merchant_id as "accountMerchantId", a.mode, b.booked_at is not null as "isBooked",
           b.booked_at as "bookedAt", b.received_piastres as "receivedPiastres", b.bank_reference as "bankReference",
           a.name as "accountName", b.reversals
      from reconciliation_batches b
      join reconciliation_files f on f.id = b.file_id
      join processor_accounts a on a.id = f.processor_account_id
     where b.id = ${id}`;
  return row;
}

/** Returns whether a batch of a file is booked. */
export async function hasBooked(tx: Tx, fileId: number): Promise<boolean> {
  const rows = await tx`
    select from reconciliation_batches where file_id = ${fileId} and booked_at is not null limit 1`;
  return rows.length > 0;
}

/** The deposit of a batch. */
export interface Received {
  bankReference: string;
  receivedOn: string;
  receivedPiastres: number;
  actor: string;
  now: Date;
}

/** Marks a batch as booked. */
export async function markBooked(tx: Tx, id: number, received: Received): Promise<void> {
  await tx`
    update reconciliation_batches
       set booked_at = ${received.now}, booked_by = ${received.actor}, bank_reference = ${received.bankReference},
           received_on = ${received.receivedOn}, received_piastres = ${received.receivedPiastres}
     where id = ${id}`;
}

type BatchOfFile = Pick<OpenBatch, 'id' | 'fileId'>;

/**
 * Stores the amount by which each matched line of a batch reduces `clearing`: its gross amount, less the tolerated
 * difference, and less a cost of the payment that an operator has already booked. A line of such a cost: its full
 * amount.
 * @param lineNo one line alone; a whole batch may take minutes
 */
export async function settleLines(
  ...[tx, batch, now, lineNo]:
    | [tx: PatientTx, batch: BatchOfFile, now: Date]
    | [tx: Tx, batch: BatchOfFile, now: Date, lineNo: number]
): Promise<void> {
  await tx`
    update reconciliation_lines l
       set settled_piastres = case l.item when 'cost' then l.net_piastres else l.gross_piastres - x.rounded - x.booked end,
           rounded_piastres = x.rounded, settled_at = ${now}
      from (
        select l.line_no, coalesce(r.amount_piastres, 0) as rounded,
               case when l.item = 'payment' and l.fee_piastres <> 0 then coalesce((
                 select greatest(sum(k.amount_piastres), 0) from acquirer_costs k
                  where k.merchant_id = l.merchant_id and k.transaction_id = l.item_id and k.kind = 'acquirer_fee'
                    and k.processor_account_id = l.processor_account_id
                    -- Unless a line of its own is about it.
                    and not exists (select from reconciliation_lines c
                                     where c.item = 'cost' and c.item_id = k.transaction_id
                                       and c.merchant_id = k.merchant_id and c.item_key = k.reference)), 0) else 0 end as booked
          from reconciliation_lines l
          left join reconciliation_breaks r on r.file_id = l.file_id and r.line_no = l.line_no and r.kind = 'rounding'
         where l.file_id = ${batch.fileId} and l.batch_id = ${batch.id} and l.item is not null
           and ${lineNo === undefined ? tx`true` : tx`l.line_no = ${lineNo}`}) x
     where l.file_id = ${batch.fileId} and l.line_no = x.line_no`;
}

/** Sums of the settled lines of one merchant. */
export interface MerchantShare {
  merchantId: number;
  /** The amount that leaves `clearing`. */
  settledPiastres: number;
  roundedPiastres: number;
  netPiastres: number;
}

/** Sums up the settled lines of a batch by merchant, in the order in which their ledgers are locked. */
export function listShares(tx: Tx, batch: Pick<OpenBatch, 'id' | 'fileId'>): Promise<MerchantShare[]> {
  return tx<MerchantShare[]>`
    select merchant_id as "merchantId", sum(settled_piastres)::bigint as "settledPiastres",
           sum(rounded_piastres)::bigint as "roundedPiastres", sum(net_piastres)::bigint as "netPiastres"
      from reconciliation_lines
     where file_id = ${batch.fileId} and batch_id = ${batch.id} and item is not null
     group by merchant_id order by merchant_id`;
}

/** Sums up the lines of a batch that match no item of ours: costs without a payment, and unknown money. */
export async function sumUnmatched(tx: Tx, batch: Pick<OpenBatch, 'id' | 'fileId'>) {
  const [row] = await tx<[{ costsPiastres: number; unknownPiastres: number }]>`
    select coalesce(sum(fee_piastres) filter (where kind = 'fee'), 0)::bigint as "costsPiastres",
           coalesce(sum(net_piastres) filter (where kind <> 'fee'), 0)::bigint as "unknownPiastres"
      from reconciliation_lines
     where file_id = ${batch.fileId} and batch_id = ${batch.id} and item is null`;
  return row;
}

/** Opens a break for a deposit that differs from the amount of the batch. */
export async function openDepositBreak(
  tx: Tx,
  batch: OpenBatch,
  amountPiastres: number,
  received: Received,
): Promise<void> {
  await tx`
    insert into reconciliation_breaks (processor_account_id, kind, reference, amount_piastres, currency, opened_at)
    values (${batch.accountId}, 'deposit', ${received.bankReference}, ${amountPiastres}, 'EGP', ${received.now})`;
}

/** Records the processor's cost posted by one transfer of a batch. */
export async function insertCost(
  tx: Tx,
  batch: Pick<OpenBatch, 'id' | 'accountId' | 'mode'>,
  cost: { merchantId: number; ofPayments: boolean; amountPiastres: number; now: Date },
): Promise<void> {
  await tx`
    insert into reconciliation_costs (processor_account_id, batch_id, merchant_id, mode, of_payments, amount_piastres, booked_at)
    values (${batch.accountId}, ${batch.id}, ${cost.merchantId}, ${batch.mode}, ${cost.ofPayments}, ${cost.amountPiastres},
            ${cost.now})`;
}

/** Finds the booked batch of a line; undefined if the batch is not booked. */
export async function findBookedBatch(
  tx: Tx,
  fileId: number,
  lineNo: number,
): Promise<OpenBatch | undefined> {
  const [row] = await tx<{ id: number }[]>`
    select b.id from reconciliation_lines l join reconciliation_batches b on b.id = l.batch_id
     where l.file_id = ${fileId} and l.line_no = ${lineNo} and b.booked_at is not null`;
  return row && findBatch(tx, row.id);
}

/** Reads a settled line. */
export async function getShare(tx: Tx, fileId: number, lineNo: number): Promise<MerchantShare> {
  const [row] = await tx<MerchantShare[]>`
    select merchant_id as "merchantId", settled_piastres as "settledPiastres", rounded_piastres as "roundedPiastres",
           net_piastres as "netPiastres"
      from reconciliation_lines where file_id = ${fileId} and line_no = ${lineNo} and settled_piastres is not null`;
  return row!;
}
