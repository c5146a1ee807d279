/** Invariants of fee invoices, checked by `ledger:check`: they equal the ledger's fees and VAT, to the piastre. */
import { type Check, type Difference, LISTED_PER_RULE } from '../ledger/check.ts';

/**
 * Each invoice, with the fees borne by customers, equals its transfers in the ledger: those of its period that no
 * earlier invoice has. So their sum equals all fees in the ledger up to the newest invoice.
 */
const ofTheLedger: Check = (tx) => tx<Difference[]>`
  with periods as (
    select i.merchant_id, i.id, 'FI-' || i.year || '-' || i.number as name, i.since_at, i.until_at, i.through_transfer_id,
           lag(i.until_at) over w as before_until, lag(i.through_transfer_id) over w as before_through,
           i.fee_piastres + i.customer_fee_piastres as fee, i.vat_piastres + i.customer_vat_piastres as vat
      from fee_invoices i window w as (partition by i.merchant_id order by i.month)),
  booked as (
    select i.merchant_id, i.id, coalesce(sum(p.amount) filter (where p.account = 'fees'), 0) as fee,
           coalesce(sum(p.amount) filter (where p.account = 'vat'), 0) as vat
      from periods i
      join ledger_transfers t
        on t.merchant_id = i.merchant_id and t.mode = 'live' and t.effective_at >= i.since_at
       and t.effective_at < i.until_at and t.id <= i.through_transfer_id
       and (i.before_until is null or not (t.effective_at < i.before_until and t.id <= i.before_through))
       and not exists (select from fee_credit_notes n where n.merchant_id = t.merchant_id and n.transfer_id = t.id)
      join ledger_postings p
        on p.merchant_id = t.merchant_id and p.transfer_id = t.id and p.currency = 'EGP' and p.account in ('fees', 'vat')
     group by 1, 2)
  select 'fee_invoices_are_the_ledger' as rule, i.merchant_id as "merchantId", i.name as subject,
         concat_ws(' ', 'fees', coalesce(b.fee, 0), 'VAT', coalesce(b.vat, 0)) as expected,
         concat_ws(' ', 'fees', i.fee, 'VAT', i.vat) as actual
    from periods i left join booked b using (merchant_id, id)
   where i.fee <> coalesce(b.fee, 0) or i.vat <> coalesce(b.vat, 0)
   order by 2, i.id limit ${LISTED_PER_RULE}`;

/** An invoice is the sum of its lines. */
const ofTheirLines: Check = (tx) => tx<Difference[]>`
  with lines as (
    select i.merchant_id, i.id, sum((l->>'fee')::bigint) as fee, sum((l->>'vat')::bigint) as vat
      from fee_invoices i cross join lateral jsonb_array_elements(i.lines) l group by 1, 2)
  select 'fee_invoices_are_their_lines' as rule, i.merchant_id as "merchantId",
         'FI-' || i.year || '-' || i.number as subject,
         concat_ws(' ', 'fees', l.fee, 'VAT', l.vat) as expected,
         concat_ws(' ', 'fees', i.fee_piastres, 'VAT', i.vat_piastres) as actual
    from fee_invoices i left join lines l using (merchant_id, id)
   where i.fee_piastres is distinct from l.fee or i.vat_piastres is distinct from l.vat
   order by 2, i.id limit ${LISTED_PER_RULE}`;

/** The numbers of a series run from 1 to the last one, and each belongs to a document. */
const withoutGaps: Check = (tx) => tx<Difference[]>`
  with taken as (
    select issuer_tax_id, series, year, count(*) as n, max(number) as last
      from fee_document_numbers group by 1, 2, 3)
  select 'fee_documents_without_gaps' as rule, 0 as "merchantId",
         concat_ws(' ', issuer_tax_id, series, year) as subject,
         concat_ws(' ', coalesce(s.last_number, 0), 'numbers up to', coalesce(s.last_number, 0)) as expected,
         concat_ws(' ', coalesce(t.n, 0), 'numbers up to', coalesce(t.last, 0)) as actual
    from fee_document_series s full join taken t using (issuer_tax_id, series, year)
   where coalesce(s.last_number, 0) <> coalesce(t.n, 0) or coalesce(s.last_number, 0) <> coalesce(t.last, 0)
   order by 3 limit ${LISTED_PER_RULE}`;

/** Each number of an invoice belongs to that invoice, and vice versa. */
const numbered: Check = (tx) => tx<Difference[]>`
  select 'fee_invoices_numbered' as rule, coalesce(i.merchant_id, n.merchant_id) as "merchantId",
         concat_ws(' ', 'invoice', coalesce(i.id, n.document_id)) as subject,
         case when n.number is null then 'no number' else concat_ws(' ', n.issuer_tax_id, n.year, n.number) end as expected,
         case when i.id is null then 'no invoice' else concat_ws(' ', i.issuer_tax_id, i.year, i.number) end as actual
    from fee_invoices i
    full join (select * from fee_document_numbers where series = 'invoice') n
      on n.merchant_id = i.merchant_id and n.document_id = i.id
   where i.id is null or n.number is null
      or (i.issuer_tax_id, i.year, i.number) <> (n.issuer_tax_id, n.year, n.number)
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** Each credit note equals its correction and has its number; those of an invoice never exceed it. */
const credited: Check = (tx) => tx<Difference[]>`
  with booked as (
    select n.merchant_id, n.id, -coalesce(sum(p.amount) filter (where p.account = 'fees'), 0) as fee,
           -coalesce(sum(p.amount) filter (where p.account = 'vat'), 0) as vat
      from fee_credit_notes n
      left join ledger_postings p
        on p.merchant_id = n.merchant_id and p.transfer_id = n.transfer_id and p.currency = 'EGP'
     group by 1, 2),
  sums as (
    select merchant_id, fee_invoice_id as id, sum(fee_piastres) as fee, sum(vat_piastres) as vat
      from fee_credit_notes group by 1, 2)
  select 'fee_credit_notes_are_the_ledger' as rule, n.merchant_id as "merchantId",
         'FC-' || n.year || '-' || n.number as subject, concat_ws(' ', 'fees', b.fee, 'VAT', b.vat) as expected,
         concat_ws(' ', 'fees', n.fee_piastres, 'VAT', n.vat_piastres) as actual
    from fee_credit_notes n join booked b using (merchant_id, id)
   where n.fee_piastres <> b.fee or n.vat_piastres <> b.vat
  union all
  select 'fee_credit_notes_within_invoice', i.merchant_id, 'FI-' || i.year || '-' || i.number,
         concat_ws(' ', 'at most', i.fee_piastres, i.vat_piastres), concat_ws(' ', s.fee, s.vat)
    from fee_invoices i join sums s using (merchant_id, id)
   where s.fee > i.fee_piastres or s.vat > i.vat_piastres
  union all
  select 'fee_credit_notes_numbered', coalesce(c.merchant_id, n.merchant_id),
         concat_ws(' ', 'credit note', coalesce(c.id, n.document_id)), concat_ws(' ', n.issuer_tax_id, n.year, n.number),
         concat_ws(' ', c.issuer_tax_id, c.year, c.number)
    from fee_credit_notes c
    full join (select * from fee_document_numbers where series = 'credit-note') n
      on n.merchant_id = c.merchant_id and n.document_id = c.id
   where c.id is null or n.number is null
      or (c.issuer_tax_id, c.year, c.number) <> (n.issuer_tax_id, n.year, n.number)
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** Passed to `checkLedger` as extra checks. */
export const feeInvoiceChecks: readonly Check[] = [
  ofTheLedger,
  ofTheirLines,
  withoutGaps,
  numbered,
  credited,
];
