import type { Mode, Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';

/** The data of one customer's copy. Amounts in hundredths of `currency`, percentages in basis points. */
export interface DocumentFacts {
  merchantId: number;
  merchantName: string;
  mode: Mode;
  token: string;
  reference: string;
  invoiceName: string;
  description: string;
  currency: 'EGP' | 'USD';
  amount: number;
  feesBps: number;
  taxBps: number;
  fees: number;
  tax: number;
  total: number;
  valuePiastres: number;
  rateScaled: number;
  dueAt: Date;
  createdAt: Date;
  language: 1 | 2;
  /** The invoice's status at the time of reading. */
  status: 1 | 2 | 3 | 4;
  shareStatus: 'unpaid' | 'paid' | 'canceled';
  paidAt: Date | null;
  /** The reference of the payment that counts. */
  transactionReference: string | null;
  customerName: string;
  customerEmail: string;
  customerMobile: string;
}

/** Identifies one customer's copy: by the merchant's invoice and customer, or by the public token of the share. */
export type CopyRef = { scope: Scope; invoiceId: number; customerId: number } | { token: string };

/** Finds one customer's copy; null when it does not exist, or an edit removed it. */
export async function findDocument(db: Db, ref: CopyRef, now: Date): Promise<DocumentFacts | null> {
  const which =
    'token' in ref
      ? db`(s.merchant_id, s.id) = (
             select p.merchant_id, p.payable_id from pay_tokens p where p.token = ${ref.token} and p.kind = 'invoice')`
      : db`s.merchant_id = ${ref.scope.merchantId} and s.mode = ${ref.scope.mode}
             and s.invoice_id = ${ref.invoiceId} and s.customer_id = ${ref.customerId}`;
  const [row] = await db<DocumentFacts[]>`
    select s.merchant_id as "merchantId", m.business_name as "merchantName", s.mode, s.token, i.reference, i.invoice_name as "invoiceName", i.description,
           i.currency, i.amount, i.fees_bps as "feesBps", i.tax_bps as "taxBps", i.fees, i.tax, i.total,
           i.value_piastres as "valuePiastres", i.rate_scaled as "rateScaled", i.due_at as "dueAt",
           i.created_at as "createdAt", i.language,
           invoice_status(i.status, i.due_at, ${now}::timestamptz) as status, s.status as "shareStatus",
           s.paid_at as "paidAt",
           (select t.reference from payment_attempts a
              join transactions t on t.merchant_id = a.merchant_id and t.id = a.transaction_id
             where a.merchant_id = s.merchant_id and a.payable_kind = 'invoice' and a.payable_id = s.id and a.counted
             limit 1) as "transactionReference",
           s.customer_name as "customerName", s.customer_email as "customerEmail",
           s.customer_mobile as "customerMobile"
      from invoice_shares s
      join invoices i on i.merchant_id = s.merchant_id and i.id = s.invoice_id
      join merchants m on m.id = s.merchant_id
     where ${which} and s.removed_at is null`;
  return row ?? null;
}
