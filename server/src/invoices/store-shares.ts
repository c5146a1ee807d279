import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { type Page, readPage, type SortColumn, type Sql } from '../platform/lists/page.ts';
import { containsPattern, typedText } from '../platform/lists/search.ts';

/** One customer's share as the invoice's page shows it. */
export interface ListedShare {
  id: number;
  customerId: number;
  name: string;
  email: string;
  mobile: string;
  status: 'unpaid' | 'paid' | 'canceled';
  token: string;
  paidAt: Date | null;
  transactionId: number | null;
  /** When the invoice was last sent to them; null if never. */
  sentAt: Date | null;
}

const SHARE_SORTS: Record<'id' | 'name' | 'status', SortColumn> = {
  id: { expression: 't.customer_id', unique: true },
  name: { expression: 't.customer_name_key' },
  status: { expression: 't.status' },
};

const shareColumns = (db: Db) => db`
  t.id, t.customer_id as "customerId", t.customer_name as name, t.customer_email as email,
  t.customer_mobile as mobile, t.status, t.token, t.paid_at as "paidAt",
  case when t.status = 'paid' then (
    select a.transaction_id from payment_attempts a
    where a.merchant_id = t.merchant_id and a.payable_kind = 'invoice' and a.payable_id = t.id and a.counted
    limit 1) end as "transactionId",
  (select max(m.created_at) from invoice_messages m
    where m.merchant_id = t.merchant_id and m.share_id = t.id and m.kind <> 'receipt'
      and m.state is distinct from 'withheld') as "sentAt"`;

type SharePaging = Parameters<typeof readPage>[1] & { sortBy: keyof typeof SHARE_SORTS };

/** Reads one page of an invoice's customers, of whom there are at most a thousand. */
export function listShares(
  db: Db,
  scope: Scope,
  invoiceId: number,
  paging: SharePaging,
  name: string | undefined,
): Promise<Page<ListedShare>> {
  const filters: Sql[] =
    typedText(name ?? '') === '' ? [] : [db`t.customer_name_key like ${containsPattern(name!)}`];
  return readPage<ListedShare>(db, paging, {
    table: 'invoice_shares',
    scope: db`t.merchant_id = ${scope.merchantId} and t.invoice_id = ${invoiceId} and t.removed_at is null`,
    filters,
    sort: SHARE_SORTS[paging.sortBy],
    columns: shareColumns(db),
  });
}

/** Finds one customer's share of an invoice. */
export async function findShare(
  db: Db,
  scope: Scope,
  invoiceId: number,
  customerId: number,
): Promise<ListedShare | null> {
  const [row] = await db<ListedShare[]>`
    select ${shareColumns(db)} from invoice_shares t
    where t.merchant_id = ${scope.merchantId} and t.mode = ${scope.mode} and t.invoice_id = ${invoiceId}
      and t.customer_id = ${customerId} and t.removed_at is null`;
  return row ?? null;
}

/** A share as its payment page needs it. Amounts in hundredths of `currency`. */
export interface PayableShare {
  invoiceId: number;
  token: string;
  reference: string;
  name: string;
  description: string;
  currency: string;
  amount: number;
  fees: number;
  tax: number;
  total: number;
  valuePiastres: number;
  rateScaled: number;
  methods: number[];
  dueAt: Date;
  /** The invoice's status at the time of reading. */
  status: 1 | 2 | 3 | 4;
  shareStatus: 'unpaid' | 'paid' | 'canceled';
  /** Another payer holds it. */
  isHeld: boolean;
  language: 1 | 2;
  requireName: boolean;
  requireEmail: boolean;
  requirePhone: boolean;
  requireAddress: boolean;
  customerName: string;
  customerEmail: string;
  customerMobile: string;
}

/** Finds one customer's share for its payer; the invoice's status is that at `now`. */
export async function findPayableShare(
  db: Db,
  scope: Scope,
  shareId: number,
  now: Date,
): Promise<PayableShare | null> {
  const [row] = await db<PayableShare[]>`
    select i.id as "invoiceId", s.token, i.reference, i.invoice_name as name, i.description, i.currency, i.amount,
           i.fees, i.tax, i.total, i.value_piastres as "valuePiastres", i.rate_scaled as "rateScaled",
           i.payment_methods as methods, i.due_at as "dueAt",
           invoice_status(i.status, i.due_at, ${now}::timestamptz) as status, s.status as "shareStatus",
           s.is_held and exists (
             select 1 from payment_attempts a
              where a.merchant_id = s.merchant_id and a.payable_kind = 'invoice' and a.payable_id = s.id
                and a.holds_place and a.hold_expires_at > ${now}::timestamptz) as "isHeld",
           i.language, i.require_name as "requireName", i.require_email as "requireEmail",
           i.require_phone as "requirePhone", i.require_address as "requireAddress",
           s.customer_name as "customerName", s.customer_email as "customerEmail",
           s.customer_mobile as "customerMobile"
      from invoice_shares s join invoices i on i.merchant_id = s.merchant_id and i.id = s.invoice_id
     where s.merchant_id = ${scope.merchantId} and s.mode = ${scope.mode} and s.id = ${shareId}`;
  return row ?? null;
}

/** Locks the invoice and its share, and takes its place (`invoice_hold_place`). */
export async function holdShare(
  db: Db,
  scope: Scope,
  shareId: number,
  now: Date,
): Promise<'held' | 'not-found' | 'paid' | 'inactive' | 'expired' | 'busy'> {
  const [row] = await db<{ answer: 'held' | 'not-found' | 'paid' | 'inactive' | 'expired' | 'busy' }[]>`
    select invoice_hold_place(${scope.merchantId}, ${scope.mode}, ${shareId}, ${now}) as answer`;
  return row!.answer;
}
