/** Reads the content of an invoice from the ledger, and stores the invoice with its number. */
import type { Db, Tx } from '../platform/db/connect.ts';
import type { FeeLine, Month } from './rules.ts';
import type { BilledMerchant, Issuer } from './store.ts';

/** The extent of earlier invoices: everything effective before `untilAt`, up to that transfer. */
export interface Covered {
  month: Month;
  untilAt: Date;
  throughTransferId: number;
}

/** The fees that a merchant's next invoices may contain. */
export interface Uncovered {
  merchantId: number;
  /** The time of the first fee ever that is invoiced. */
  sinceAt: Date;
  before: Covered | null;
}

/** Lists the merchants that were ever charged a fee in live mode, except the provider itself. */
export async function listCharged(db: Db): Promise<number[]> {
  const rows = await db<{ merchantId: number }[]>`
    select distinct merchant_id as "merchantId" from ledger_accounts
     where mode = 'live' and kind in ('fees', 'vat') and balance > 0 and merchant_id > 0 order by 1`;
  return rows.map(({ merchantId }) => merchantId);
}

/**
 * Locks an issuer's series in a year until the transaction ends, so that the next issuance waits, and sees the
 * documents and the number of this one.
 */
export async function lockSeries(
  tx: Tx,
  of: { taxId: string; series: 'invoice' | 'credit-note'; year: number },
): Promise<void> {
  await tx`
    insert into fee_document_series (issuer_tax_id, series, year) values (${of.taxId}, ${of.series}, ${of.year})
    on conflict do nothing`;
  await tx`
    select from fee_document_series
     where issuer_tax_id = ${of.taxId} and series = ${of.series} and year = ${of.year} for update`;
}

/** Takes the next number of a locked series; the caller writes its document in the same transaction. */
export async function takeNumber(
  tx: Tx,
  of: { taxId: string; series: 'invoice' | 'credit-note'; year: number },
): Promise<number> {
  const [row] = await tx<{ number: number }[]>`
    update fee_document_series set last_number = last_number + 1
     where issuer_tax_id = ${of.taxId} and series = ${of.series} and year = ${of.year}
    returning last_number as number`;
  return row!.number;
}

/** Records the document of a number. */
export async function assignNumber(
  tx: Tx,
  of: { taxId: string; series: 'invoice' | 'credit-note'; year: number; number: number },
  document: { merchantId: number; id: number },
): Promise<void> {
  await tx`
    insert into fee_document_numbers (issuer_tax_id, series, year, number, merchant_id, document_id)
    values (${of.taxId}, ${of.series}, ${of.year}, ${of.number}, ${document.merchantId}, ${document.id})`;
}

/** Finds the extent of a merchant's newest invoice. */
export async function findCovered(
  db: Db,
  merchantId: number,
): Promise<(Covered & { sinceAt: Date }) | undefined> {
  const [row] = await db<(Covered & { sinceAt: Date })[]>`
    select to_char(month, 'YYYY-MM') as month, since_at as "sinceAt", until_at as "untilAt",
           through_transfer_id as "throughTransferId"
      from fee_invoices where merchant_id = ${merchantId} order by month desc limit 1`;
  return row;
}

/** Condition that excludes transfers of credit notes, which are on no invoice. */
const notCredited = (db: Db) => db`
  not exists (select from fee_credit_notes n where n.merchant_id = t.merchant_id and n.transfer_id = t.id)`;

const notCovered = (db: Db, { before }: Uncovered) =>
  before === null
    ? db`true`
    : db`not (t.effective_at < ${before.untilAt} and t.id <= ${before.throughTransferId})`;

/** Returns the time of the first fee that is in no invoice. */
export async function firstUncovered(db: Db, fees: Uncovered): Promise<Date | null> {
  const [row] = await db<{ at: Date | null }[]>`
    select min(t.effective_at) as at from ledger_transfers t
     where t.merchant_id = ${fees.merchantId} and t.mode = 'live' and t.effective_at >= ${fees.sinceAt}
       and ${notCovered(db, fees)} and ${notCredited(db)}
       and exists (select from ledger_postings p
                    where p.merchant_id = t.merchant_id and p.transfer_id = t.id and p.account in ('fees', 'vat'))`;
  return row!.at;
}

/** Returns the last transfer in a merchant's live ledger; all before it are committed, because its lock orders them. */
export async function lastTransfer(db: Db, merchantId: number): Promise<number> {
  const [row] = await db<{ id: number }[]>`
    select coalesce(max(id), 0) as id from ledger_transfers where merchant_id = ${merchantId} and mode = 'live'`;
  return row!.id;
}

/** A line of fees and who bore them: `M` the merchant, `C` the customer, on top of the price. */
export interface BorneLine extends FeeLine {
  feesOn: 'M' | 'C';
}

/**
 * Sums up a merchant's fees before a moment that are in no invoice, by method and VAT rate. The VAT of each payment
 * was rounded by itself, so that of a line is their sum. A correction has no rate; it gets the one nearest to its
 * VAT, among those of the payments and the usual one.
 * @param usualVatBps today's rate
 */
export function sumFees(
  db: Db,
  fees: Uncovered,
  to: { untilAt: Date; throughTransferId: number },
  usualVatBps: number,
): Promise<BorneLine[]> {
  return db<BorneLine[]>`
    with moved as (
      select t.id, t.kind, t.idempotency_key,
             coalesce(sum(p.amount) filter (where p.account = 'fees'), 0) as fee,
             coalesce(sum(p.amount) filter (where p.account = 'vat'), 0) as vat,
             coalesce(-sum(p.amount) filter (where p.account = 'clearing'), 0) as base
        from ledger_transfers t
        join ledger_postings p on p.merchant_id = t.merchant_id and p.transfer_id = t.id
       where t.merchant_id = ${fees.merchantId} and t.mode = 'live' and t.effective_at >= ${fees.sinceAt}
         and t.effective_at < ${to.untilAt} and t.id <= ${to.throughTransferId} and ${notCovered(db, fees)}
         and ${notCredited(db)} and p.currency = 'EGP' and p.account in ('fees', 'vat', 'clearing')
       group by t.id, t.kind, t.idempotency_key
      having count(*) filter (where p.account in ('fees', 'vat')) > 0),
    of_payments as (
      select m.fee, m.vat, m.base, p.payment_method as method, coalesce(p.fees_on, 'M') as "feesOn",
             a.vat_bps, m.kind = 'capture' as paid
        from moved m
        left join transactions p
          on p.merchant_id = ${fees.merchantId}
         -- Not with "and": PostgreSQL may read the number first, and keys of corrections have none.
         and p.id = case when m.kind = 'capture' then split_part(m.idempotency_key, ':', 2)::bigint end
        left join lateral (
          select x.vat_bps from payment_attempts x
           where x.merchant_id = ${fees.merchantId} and x.transaction_id = p.id limit 1) a on true),
    rates as (select ${usualVatBps}::int as bps union select vat_bps from of_payments where vat_bps is not null),
    of_rates as (
      select o.*, coalesce(o.vat_bps, (
               select r.bps from rates r
                order by abs(o.vat - o.fee * r.bps / 10000.0), r.bps <> ${usualVatBps}::int, r.bps limit 1)) as "vatBps"
        from of_payments o)
    select case when paid then 'payments' else 'corrections' end as kind, method, "vatBps", "feesOn",
           count(*)::int as count, case when paid then sum(base) else 0 end::bigint as base,
           sum(fee)::bigint as fee, sum(vat)::bigint as vat
      from of_rates group by paid, method, "vatBps", "feesOn"
     order by paid desc, method, "vatBps", "feesOn"`;
}

/** Reads the merchant as verified: the facts approved by the reviewer, otherwise its name alone. */
export async function readMerchant(db: Db, merchantId: number): Promise<BilledMerchant> {
  const [row] = await db<{ name: string; fields: Record<string, string> | null }[]>`
    select m.business_name as name, k.fields from merchants m
      left join kyc_submissions k on k.merchant_id = m.id and k.state = 'approved'
     where m.id = ${merchantId}`;
  const { name, fields } = row!;
  return {
    name: { en: fields?.companyNameEn || name, ar: fields?.companyNameAr || name },
    address: fields?.companyAddress || fields?.ownerAddress || fields?.address || '',
    taxId: fields?.taxIdNumber ?? '',
    commercialRegister: fields?.crNumber ?? '',
  };
}

/** An invoice to be written. */
export interface NewInvoice extends Uncovered {
  month: Month;
  year: number;
  number: number;
  issuedAt: Date;
  issuedOn: string;
  untilAt: Date;
  throughTransferId: number;
  feePiastres: number;
  vatPiastres: number;
  customerFeePiastres: number;
  customerVatPiastres: number;
  issuer: Issuer;
  merchant: BilledMerchant;
  lines: FeeLine[];
}

/** Writes an invoice. @returns its id */
export async function insertInvoice(tx: Tx, made: NewInvoice): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into fee_invoices (merchant_id, issuer_tax_id, year, number, month, issued_at, issued_on, since_at, until_at,
                              through_transfer_id, fee_piastres, vat_piastres, total_piastres, customer_fee_piastres,
                              customer_vat_piastres, issuer, merchant, lines)
    values (${made.merchantId}, ${made.issuer.taxId}, ${made.year}, ${made.number}, ${`${made.month}-01`},
            ${made.issuedAt}, ${made.issuedOn}, ${made.sinceAt}, ${made.untilAt}, ${made.throughTransferId},
            ${made.feePiastres}, ${made.vatPiastres}, ${made.feePiastres + made.vatPiastres},
            ${made.customerFeePiastres}, ${made.customerVatPiastres}, ${tx.json(made.issuer as never)},
            ${tx.json(made.merchant as never)}, ${tx.json(made.lines as never)})
    returning id`;
  return row!.id;
}
