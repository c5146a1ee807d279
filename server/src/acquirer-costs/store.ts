import type { AcquirerCostKind } from '@daftar/contract/ops-money';
import type { Mode } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { Sql } from '../platform/lists/page.ts';

/** Identifies a payment. */
export interface PaymentRef {
  merchantId: number;
  transactionId: number;
}

/** What a cost needs to know of a payment. */
export interface CostlyPayment extends PaymentRef {
  mode: Mode;
  reference: string;
  /** Where it was made; null: the sandbox. */
  account: { id: number; name: string } | null;
  /** Money came. */
  isPaid: boolean;
}

const columns = (db: Db) => db`
  t.merchant_id as "merchantId", t.id as "transactionId", t.mode, t.reference,
  t.status in (1, 3) and not t.is_payout as "isPaid",
  (select jsonb_build_object('id', p.id, 'name', p.name)
     from payment_attempts a join processor_accounts p on p.id = a.processor_account_id
    where a.merchant_id = t.merchant_id and a.transaction_id = t.id) as account`;

/** Finds a transaction with the account where it was made. */
export async function findPayment(db: Db, ref: PaymentRef): Promise<CostlyPayment | undefined> {
  const [row] = await db<CostlyPayment[]>`
    select ${columns(db)} from transactions t
     where t.merchant_id = ${ref.merchantId} and t.id = ${ref.transactionId}`;
  return row;
}

/** Finds it, and lets nobody else book a cost of it until the transaction ends. */
export async function lockPayment(tx: Tx, ref: PaymentRef): Promise<CostlyPayment | undefined> {
  await tx`
    select from transactions where merchant_id = ${ref.merchantId} and id = ${ref.transactionId} for no key update`;
  return findPayment(tx, ref);
}

/** A cost that an operator booked, as stored. */
export interface Cost {
  kind: AcquirerCostKind;
  /** With VAT; less than zero: given back. */
  amountPiastres: number;
  /** Null: the acquirer names none. */
  vatPiastres: number | null;
  /** The acquirer's own. */
  reference: string;
  /** Who booked it. */
  actor: string;
  bookedAt: Date;
}

/** A cost of a payment, however it was booked. */
export interface ListedCost extends Cost {
  /** The line of a settlement file that it came with; null: an operator booked it. */
  file: { id: number; name: string; row: number } | null;
}

/**
 * Selects all costs of payments: those that operators booked, and what lines of booked batches keep.
 * @param paid selects `merchant_id` and `id` of the payments
 */
export const costsOf = (db: Db, paid: Sql) => db`
  -- Costs and lines are on another machine than the merchants' rows, so those are read by parts of their own.
  with of_payments as materialized (${paid}),
  items as materialized (
    select 'payment' as item, p.merchant_id, p.id as item_id, p.id as transaction_id from of_payments p
    union all
    select x.item, r.merchant_id, r.id, r.transaction_id
      from of_payments p join refunds r on r.merchant_id = p.merchant_id and r.transaction_id = p.id
     cross join (values ('refund'), ('refund_reversed')) x (item)
    union all
    select x.item, c.merchant_id, c.id, c.transaction_id
      from of_payments p join chargebacks c on c.merchant_id = p.merchant_id and c.transaction_id = p.id
     cross join (values ('chargeback'), ('chargeback_returned')) x (item))
  select k.merchant_id, k.transaction_id, k.kind, k.amount_piastres, k.vat_piastres, k.reference, k.actor, k.booked_at,
         null::bigint as file_id, null::integer as line_no
    from of_payments p join acquirer_costs k on k.merchant_id = p.merchant_id and k.transaction_id = p.id
  union all
  select i.merchant_id, i.transaction_id, case when i.item like 'chargeback%' then 'chargeback_fee' else 'acquirer_fee' end,
         x.amount, case when x.amount = l.fee_piastres then l.vat_piastres end,
         coalesce(l.processor_ref, l.our_ref, l.rrn, b.bank_reference), b.booked_by, coalesce(l.settled_at, b.booked_at),
         l.file_id, l.line_no
    from items i
    join reconciliation_lines l on l.item_id = i.item_id and l.merchant_id = i.merchant_id and l.item = i.item and l.item_key = ''
   -- Of a cost that was booked before, the line keeps the rest.
   cross join lateral (select l.settled_piastres + l.rounded_piastres - l.net_piastres as amount) x
    join reconciliation_batches b on b.id = l.batch_id
   where l.settled_piastres is not null and x.amount <> 0`;

/** Lists the costs of a payment, oldest first. */
export function listCosts(db: Db, { merchantId, transactionId }: PaymentRef): Promise<ListedCost[]> {
  return db<ListedCost[]>`
    select kind, amount_piastres as "amountPiastres", vat_piastres as "vatPiastres", reference, actor,
           booked_at as "bookedAt",
           (select jsonb_build_object('id', f.id, 'name', f.name, 'row', c.line_no)
              from reconciliation_files f where f.id = c.file_id) as file
      from (${costsOf(db, db`select ${merchantId}::bigint as merchant_id, ${transactionId}::bigint as id`)}) c
     order by booked_at, reference, line_no`;
}

/**
 * Adds up what the processor of an account has charged since a moment: costs that operators booked and those of booked batches,
 * of payments or not. @param account an expression that names the account
 */
export const chargedSince = (db: Db, account: Sql, since: Date) => db`(
  select coalesce(sum(k.amount_piastres), 0)::bigint from (
    select c.amount_piastres from acquirer_costs c
     where c.processor_account_id = ${account} and c.booked_at >= ${since}
    union all
    select c.amount_piastres from reconciliation_costs c
     where c.processor_account_id = ${account} and c.booked_at >= ${since}) k)`;

/** Adds up what was charged of a payment and not given back, however it was booked. */
export async function chargedPiastres(db: Db, ref: PaymentRef, kind: AcquirerCostKind): Promise<number> {
  const costs = await listCosts(db, ref);
  return costs.reduce((sum, cost) => (cost.kind === kind ? sum + cost.amountPiastres : sum), 0);
}

/** Inserts a cost. @returns false when the account has one with this reference */
export async function insertCost(
  tx: Tx,
  payment: CostlyPayment,
  accountId: number,
  cost: Cost,
): Promise<boolean> {
  const { merchantId, transactionId, mode } = payment;
  const rows = await tx`
    insert into acquirer_costs (processor_account_id, reference, merchant_id, transaction_id, mode, kind,
                                amount_piastres, vat_piastres, actor, booked_at)
    values (${accountId}, ${cost.reference}, ${merchantId}, ${transactionId}, ${mode}, ${cost.kind},
            ${cost.amountPiastres}, ${cost.vatPiastres}, ${cost.actor}, ${cost.bookedAt})
    on conflict (processor_account_id, reference) do nothing returning 1`;
  return rows.length === 1;
}

/** Whether the account's cost with this reference is this one. */
export async function isBooked(
  tx: Tx,
  ref: PaymentRef,
  accountId: number,
  cost: Omit<Cost, 'actor' | 'bookedAt'>,
): Promise<boolean> {
  const rows = await tx`
    select from acquirer_costs
     where processor_account_id = ${accountId} and reference = ${cost.reference}
       and merchant_id = ${ref.merchantId} and transaction_id = ${ref.transactionId} and kind = ${cost.kind}
       and amount_piastres = ${cost.amountPiastres} and vat_piastres is not distinct from ${cost.vatPiastres}`;
  return rows.length > 0;
}
