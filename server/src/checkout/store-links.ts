import type { ClosedReason } from '@daftar/contract/checkout';
import type { Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

/** A link as its payment page shows it. Amounts in hundredths of `currency`. */
export interface LinkRow {
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
  /** Null for a link without a due date. */
  dueAt: Date | null;
  /** At the time of reading. */
  status: 1 | 2 | 3;
  maxPaymentCount: number;
  fixedFees: number;
  feesBps: number;
  fixedTax: number;
  taxBps: number;
  /** Null if the amount is fixed. */
  minAmount: number | null;
  maxAmount: number | null;
  suggestedAmounts: number[];
  minQuantity: number;
  maxQuantity: number;
  paidCount: number;
  /** Places held by payers whose hold has not expired. */
  liveHolds: number;
  language: 1 | 2;
  requireName: boolean;
  requireEmail: boolean;
  requirePhone: boolean;
  requireAddress: boolean;
  /** Null for the URLs of the settings. */
  successUrl: string | null;
  cancelUrl: string | null;
}

/** Finds a link; its status and held places are those at `now`. */
export async function findLink(db: Db, scope: Scope, id: number, now: Date): Promise<LinkRow | undefined> {
  const [row] = await db<LinkRow[]>`
    select l.token, l.reference, l.invoice_name as name, l.description, l.currency, l.amount, l.fees, l.tax, l.total,
           l.value_piastres as "valuePiastres", l.rate_scaled as "rateScaled", l.payment_methods as methods,
           nullif(l.due_at, 'infinity') as "dueAt", l.fixed_fees as "fixedFees", l.fees_bps as "feesBps",
           l.fixed_tax as "fixedTax", l.tax_bps as "taxBps", l.min_amount as "minAmount", l.max_amount as "maxAmount",
           l.suggested_amounts as "suggestedAmounts", l.min_quantity as "minQuantity", l.max_quantity as "maxQuantity",
           link_status(l.status, l.due_at, ${now}::timestamptz) as status,
           l.max_payment_count as "maxPaymentCount", l.paid_count as "paidCount",
           case when l.paid_count + l.held_count < l.max_payment_count then l.held_count else (
             select count(*)::int from payment_attempts a
              where a.merchant_id = l.merchant_id and a.payable_kind = 'payment-link' and a.payable_id = l.id
                and a.holds_place and a.hold_expires_at > ${now}::timestamptz) end as "liveHolds",
           l.language, l.require_name as "requireName", l.require_email as "requireEmail",
           l.require_phone as "requirePhone", l.require_address as "requireAddress",
           l.success_url as "successUrl", l.cancel_url as "cancelUrl"
      from payment_links l
     where l.merchant_id = ${scope.merchantId} and l.mode = ${scope.mode} and l.id = ${id}`;
  return row;
}

/** Locks the link and takes a place (`link_hold_place`). */
export async function holdLinkPlace(
  tx: Tx,
  scope: Scope,
  id: number,
  now: Date,
): Promise<'held' | ClosedReason> {
  const [row] = await tx<{ answer: 'held' | ClosedReason }[]>`
    select link_hold_place(${scope.merchantId}, ${scope.mode}, ${id}, ${now}) as answer`;
  return row!.answer;
}

/** Marks links of all merchants as expired once their time has passed. @returns how many. */
export async function expireLinks(db: Db, now: Date, limit: number): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select expire_links(${now}, null, null, ${limit}) as count`;
  return row!.count;
}
