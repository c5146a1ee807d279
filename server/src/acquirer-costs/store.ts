import type { AcquirerCostKind } from '@daftar/contract/ops-money';
import type { Mode } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { costsOf } from './sums.ts';

/** Identifies a payment. */
export interface PaymentRef {
  merchantId: number;
  transactionId: number;
}

/** The facts of a payment that a cost needs. */
export interface CostlyPayment extends PaymentRef {
  mode: Mode;
  reference: string;
  /** The account at which it was made; null: the sandbox. */
  account: { id: number; name: string } | null;
  /** Money was received. */
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

/** Finds a transaction, and prevents others from booking a cost of it until the transaction ends. */
export async function lockPayment(tx: Tx, ref: PaymentRef): Promise<CostlyPayment | undefined> {
  await tx`
    select from transactions where merchant_id = ${ref.merchantId} and id = ${ref.transactionId} for no key update`;
  return findPayment(tx, ref);
}

/** A cost that an operator booked, as stored. */
export interface Cost {
  kind: AcquirerCostKind;
  /** With VAT; below zero: given back. */
  amountPiastres: number;
  /** Null if the acquirer states none. */
  vatPiastres: number | null;
  /** The acquirer's reference. */
  reference: string;
  /** The operator who booked it. */
  actor: string;
  bookedAt: Date;
}

/** A cost of a payment, from any source. */
export interface ListedCost extends Cost {
  /** The settlement file and line from which it was booked; null: an operator booked it. */
  file: { id: number; name: string; row: number } | null;
}

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

/** Sums up a payment's costs, less those given back, from any source. */
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

/** Returns whether the account's cost with this reference equals this one. */
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
