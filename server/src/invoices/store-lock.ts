import { INVOICE_STATUS } from '@daftar/contract/invoices';
import type { Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { inScope } from '../platform/lists/conditions.ts';

/** Attempts at any share of the invoice `t` that may still succeed. */
export const isBeingPaid = (db: Db, now: Date) => db`exists (
  select 1 from invoice_shares s join payment_attempts a
    on a.merchant_id = s.merchant_id and a.payable_kind = 'invoice' and a.payable_id = s.id
  where s.merchant_id = t.merchant_id and s.invoice_id = t.id and a.expires_at > ${now}::timestamptz
    and a.state in ('pending', 'challenge', 'otp', 'redirect', 'awaiting'))`;

/** A locked invoice. */
export interface LockedInvoice {
  reference: string;
  status: number;
  paidCount: number;
  total: number;
  valuePiastres: number;
  revision: number;
}

/** Locks an invoice, before all other rows of a payment, and reads its current status. */
export async function lockInvoice(
  tx: Tx,
  scope: Scope,
  id: number,
  now: Date,
): Promise<LockedInvoice | null> {
  const [row] = await tx<LockedInvoice[]>`
    select t.reference, invoice_status(t.status, t.due_at, ${now}::timestamptz) as status,
           t.paid_count as "paidCount", t.total, t.value_piastres as "valuePiastres", t.revision
    from invoices t where ${inScope(tx, scope)} and t.id = ${id} for no key update`;
  return row ?? null;
}

/** Returns whether somebody is paying a locked invoice; nobody can start while it is locked. */
export async function readIsBeingPaid(tx: Tx, scope: Scope, id: number, now: Date): Promise<boolean> {
  const [row] = await tx<{ isBeingPaid: boolean }[]>`
    select ${isBeingPaid(tx, now)} as "isBeingPaid" from invoices t where ${inScope(tx, scope)} and t.id = ${id}`;
  return row?.isBeingPaid ?? false;
}

/** Cancels a locked invoice with its unpaid shares. */
export async function cancelInvoice(tx: Tx, scope: Scope, id: number, now: Date): Promise<void> {
  await tx`
    update invoices t set status = ${INVOICE_STATUS.canceled}, updated_at = ${now}
    where ${inScope(tx, scope)} and t.id = ${id}`;
  await tx`
    update invoice_shares s set status = 'canceled'
    where s.merchant_id = ${scope.merchantId} and s.invoice_id = ${id} and s.status = 'unpaid'`;
}
