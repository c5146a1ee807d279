import type { FEE_INVOICE_SORTS } from '@daftar/contract/fee-invoices';
import type { OPS_FEE_INVOICE_SORTS } from '@daftar/contract/ops-fee-invoices';
import type { Paging } from '@daftar/contract/paging';
import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import {
  allOf,
  type ListSource,
  on,
  orderBy,
  type Page,
  readPage,
  type SortColumn,
  type Sql,
} from '../platform/lists/page.ts';
import type { FeeLine, Month } from './rules.ts';
import { type Sought, soughtBy } from './sought.ts';

/** Only live money is invoiced, so a merchant's invoices have no mode. */
type Owner = Pick<Scope, 'merchantId'>;

/** An invoice as listed. */
export interface ListedInvoice {
  id: number;
  merchantId: number;
  year: number;
  number: number;
  month: Month;
  /** `YYYY-MM-DD` */
  issuedOn: string;
  feePiastres: number;
  vatPiastres: number;
  totalPiastres: number;
  /** Its credit notes, oldest first. */
  credits: { id: number; year: number; number: number; totalPiastres: number }[];
}

/** The issuer as stored with an invoice. */
export interface Issuer {
  taxId: string;
  name: { en: string; ar: string };
  address: { en: string; ar: string };
}
export interface BilledMerchant {
  name: { en: string; ar: string };
  address: string;
  taxId: string;
  commercialRegister: string;
}

/** A complete invoice. */
export interface FullInvoice extends ListedInvoice {
  issuer: Issuer;
  merchant: BilledMerchant;
  lines: FeeLine[];
  customerFeePiastres: number;
  customerVatPiastres: number;
}

/** An invoice in the console. */
export interface OpsInvoice extends ListedInvoice {
  merchantName: string;
  merchantTaxId: string;
  customerFeePiastres: number;
  customerVatPiastres: number;
}

const listed = (db: Db) => db`
  t.id, t.merchant_id as "merchantId", t.year, t.number, to_char(t.month, 'YYYY-MM') as month,
  to_char(t.issued_on, 'YYYY-MM-DD') as "issuedOn", t.fee_piastres as "feePiastres", t.vat_piastres as "vatPiastres",
  t.total_piastres as "totalPiastres",
  (select coalesce(json_agg(json_build_object('id', n.id, 'year', n.year, 'number', n.number,
                                              'totalPiastres', n.total_piastres) order by n.id), '[]')
     from fee_credit_notes n where n.merchant_id = t.merchant_id and n.fee_invoice_id = t.id) as credits`;

const sorts: Record<(typeof FEE_INVOICE_SORTS)[number], SortColumn> = {
  month: { expression: 't.month', unique: true },
  total: { expression: 't.total_piastres' },
};

/** Lists one page of a merchant's invoices. */
export function listInvoices(
  db: Db,
  owner: Owner,
  paging: Paging<(typeof FEE_INVOICE_SORTS)[number]>,
  found: Found | null,
): Promise<Page<ListedInvoice>> {
  return readPage<ListedInvoice>(db, paging, {
    table: 'fee_invoices',
    scope: db`t.merchant_id = ${owner.merchantId}`,
    filters: found === null ? [] : [meant(db, found)],
    sort: sorts[paging.sortBy],
    columns: listed(db),
  });
}

/** Reads a merchant's invoices that were found, in the list's order. */
export function exportInvoices(
  db: Db,
  owner: Owner,
  { sortBy, sortType }: Paging<(typeof FEE_INVOICE_SORTS)[number]>,
  found: Found | null,
) {
  const filters = found === null ? [] : [meant(db, found)];
  return db<ListedInvoice[]>`
    select ${listed(db)} from fee_invoices t
     where ${allOf(db, db`t.merchant_id = ${owner.merchantId}`, filters)}
     order by ${orderBy(db, sorts[sortBy], sortType)}`;
}

/** Finds a complete invoice of a merchant. */
export async function findInvoice(db: Db, owner: Owner, id: number): Promise<FullInvoice | undefined> {
  const [row] = await db<FullInvoice[]>`
    select ${listed(db)}, t.issuer, t.merchant, t.lines, t.customer_fee_piastres as "customerFeePiastres",
           t.customer_vat_piastres as "customerVatPiastres"
      from fee_invoices t where t.merchant_id = ${owner.merchantId} and t.id = ${id}`;
  return row;
}

/** Invoices with the typed number. */
interface Ref {
  merchantId: number;
  id: number;
}

/** The typed text, and the invoices with that number. */
export interface Found {
  sought: Sought;
  numbered: readonly Ref[];
}

/** Parses and looks up the text in a search field; null when it is empty. */
export async function findTyped(db: Db, typed: string | undefined): Promise<Found | null> {
  const sought = soughtBy(typed);
  if (sought === null) return null;
  if (sought.is !== 'number') return { sought, numbered: [] };
  const { series, year, number } = sought;
  // Each issuer has its own numbers; there is one issuer, or one more after a change.
  const numbered = await db<Ref[]>`
    select n.merchant_id as "merchantId", n.document_id as id
      from (select distinct issuer_tax_id from fee_document_series) i
      join fee_document_numbers n on n.issuer_tax_id = i.issuer_tax_id and n.series = ${series}
                                 and n.year = ${year} and n.number = ${number}`;
  if (series !== 'credit-note') return { sought, numbered };
  const credited: Ref[] = [];
  for (const { merchantId, id } of numbered)
    credited.push(
      ...(await db<Ref[]>`
        select merchant_id as "merchantId", fee_invoice_id as id from fee_credit_notes
         where merchant_id = ${merchantId} and id = ${id}`),
    );
  return { sought, numbered: credited };
}

/** Returns the condition for the typed text. */
function meant(db: Db, { sought, numbered }: Found): Sql {
  switch (sought.is) {
    case 'month':
      return on('t.month', db`t.month = ${`${sought.month}-01`}::date`);
    case 'total':
      return on('t.total_piastres', db`t.total_piastres = ${sought.piastres}`);
    default: {
      const among = numbered.map(
        ({ merchantId, id }) => db`(t.merchant_id = ${merchantId} and t.id = ${id})`,
      );
      return among.length === 0 ? db`false` : db`(${among.reduce((sofar, one) => db`${sofar} or ${one}`)})`;
    }
  }
}

export interface OpsFilters {
  q?: string | undefined;
  month?: Month | undefined;
  merchant_id?: number | undefined;
}
type OpsPaging = Paging<(typeof OPS_FEE_INVOICE_SORTS)[number]>;

const opsSorts: Record<(typeof OPS_FEE_INVOICE_SORTS)[number], SortColumn> = {
  issued_at: { expression: 't.issued_at' },
  month: { expression: 't.month' },
  total: { expression: 't.total_piastres' },
};

const opsScope = (db: Db, { merchant_id: merchantId }: OpsFilters): Sql =>
  merchantId === undefined ? db`true` : db`t.merchant_id = ${merchantId}`;

const opsFilters = (db: Db, { month }: OpsFilters, found: Found | null): Sql[] => [
  ...(month === undefined ? [] : [on('t.month', db`t.month = ${`${month}-01`}::date`)]),
  ...(found === null ? [] : [meant(db, found)]),
];

const opsColumns = (db: Db) => db`
  ${listed(db)}, t.customer_fee_piastres as "customerFeePiastres", t.customer_vat_piastres as "customerVatPiastres",
  (select m.business_name from merchants m where m.id = t.merchant_id) as "merchantName",
  t.merchant->>'taxId' as "merchantTaxId"`;

/** Returns the source of the list of all merchants' invoices. */
export const allSource = (
  db: Db,
  paging: OpsPaging,
  filters: OpsFilters,
  found: Found | null,
): ListSource => ({
  table: 'fee_invoices',
  scope: opsScope(db, filters),
  filters: opsFilters(db, filters, found),
  sort: opsSorts[paging.sortBy],
  columns: opsColumns(db),
});

/** Returns the sums of the matching invoices, and the months that have any. */
export async function totalsOfAll(db: Db, filters: OpsFilters, found: Found | null) {
  const [row] = await db<
    {
      count: number;
      feePiastres: number;
      vatPiastres: number;
      totalPiastres: number;
      customerFeePiastres: number;
      customerVatPiastres: number;
      creditedPiastres: number;
    }[]
  >`
    select count(*)::int as count, coalesce(sum(t.fee_piastres), 0)::bigint as "feePiastres",
           coalesce(sum(t.vat_piastres), 0)::bigint as "vatPiastres",
           coalesce(sum(t.total_piastres), 0)::bigint as "totalPiastres",
           coalesce(sum(t.customer_fee_piastres), 0)::bigint as "customerFeePiastres",
           coalesce(sum(t.customer_vat_piastres), 0)::bigint as "customerVatPiastres",
           coalesce(sum(n.credited), 0)::bigint as "creditedPiastres"
      from fee_invoices t
      left join lateral (select sum(n.total_piastres) as credited from fee_credit_notes n
                          where n.merchant_id = t.merchant_id and n.fee_invoice_id = t.id) n on true
     where ${allOf(db, opsScope(db, filters), opsFilters(db, filters, found))}`;
  const months = await db<{ month: Month }[]>`
    select to_char(m.month, 'YYYY-MM') as month from (select distinct month from fee_invoices) m order by m.month desc`;
  return { ...row!, months: months.map(({ month }) => month) };
}
