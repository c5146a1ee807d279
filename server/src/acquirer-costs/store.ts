import type { AcquirerCostKind } from '@daftar/contract/ops-money';
import type { Mode } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

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

/** A cost as stored. */
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

/** Lists the costs of a payment, oldest first. */
export function listCosts(db: Db, ref: PaymentRef): Promise<Cost[]> {
  return db<Cost[]>`
    select kind, amount_piastres as "amountPiastres", vat_piastres as "vatPiastres", reference, actor,
           booked_at as "bookedAt"
      from acquirer_costs
     where merchant_id = ${ref.merchantId} and transaction_id = ${ref.transactionId}
     order by booked_at, reference`;
}

/** Adds up what was charged of a payment and not given back. */
export async function chargedPiastres(db: Db, ref: PaymentRef, kind: AcquirerCostKind): Promise<number> {
  const [row] = await db<[{ total: number }]>`
    select coalesce(sum(amount_piastres), 0)::bigint as total from acquirer_costs
     where merchant_id = ${ref.merchantId} and transaction_id = ${ref.transactionId} and kind = ${kind}`;
  return row.total;
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
