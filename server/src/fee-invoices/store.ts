import type { FEE_INVOICE_SORTS } from '@daftar/contract/fee-invoices';
import type { OPS_FEE_INVOICE_SORTS } from '@daftar/contract/ops-fee-invoices';
import type { Paging } from '@daftar/contract/paging';
import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import {
  allOf,
  chosenOr,
  on,
  orderBy,
  type Page,
  readPage,
  type SortColumn,
  type Sql,
} from '../platform/lists/page.ts';
import type { FeeLine, Month } from './rules.ts';

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

/** A party as an invoice keeps it. */
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

/** An invoice with all that it states. */
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
): Promise<Page<ListedInvoice>> {
  return readPage<ListedInvoice>(db, paging, {
    table: 'fee_invoices',
    scope: db`t.merchant_id = ${owner.merchantId}`,
    filters: [],
    sort: sorts[paging.sortBy],
    columns: listed(db),
  });
}

/** Finds a merchant's invoice with all that it states. */
export async function findInvoice(db: Db, owner: Owner, id: number): Promise<FullInvoice | undefined> {
  const [row] = await db<FullInvoice[]>`
    select ${listed(db)}, t.issuer, t.merchant, t.lines, t.customer_fee_piastres as "customerFeePiastres",
           t.customer_vat_piastres as "customerVatPiastres"
      from fee_invoices t where t.merchant_id = ${owner.merchantId} and t.id = ${id}`;
  return row;
}

export interface OpsFilters {
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

const opsFilters = (db: Db, { month }: OpsFilters): Sql[] =>
  month === undefined ? [] : [on('t.month', db`t.month = ${`${month}-01`}::date`)];

const opsColumns = (db: Db) => db`
  ${listed(db)}, t.customer_fee_piastres as "customerFeePiastres", t.customer_vat_piastres as "customerVatPiastres",
  (select m.business_name from merchants m where m.id = t.merchant_id) as "merchantName"`;

/** Lists one page of the invoices of all merchants. */
export function listAll(db: Db, paging: OpsPaging, filters: OpsFilters): Promise<Page<OpsInvoice>> {
  return readPage<OpsInvoice>(db, paging, {
    table: 'fee_invoices',
    scope: opsScope(db, filters),
    filters: opsFilters(db, filters),
    sort: opsSorts[paging.sortBy],
    columns: opsColumns(db),
  });
}

/** The sums of the invoices that match, and the months that have any. */
export async function totalsOfAll(db: Db, filters: OpsFilters) {
  const [row] = await db<
    {
      count: number;
      feePiastres: number;
      vatPiastres: number;
      totalPiastres: number;
      customerFeePiastres: number;
      customerVatPiastres: number;
      creditedPiastres: number;
      months: Month[];
    }[]
  >`
    select count(*)::int as count, coalesce(sum(t.fee_piastres), 0)::bigint as "feePiastres",
           coalesce(sum(t.vat_piastres), 0)::bigint as "vatPiastres",
           coalesce(sum(t.total_piastres), 0)::bigint as "totalPiastres",
           coalesce(sum(t.customer_fee_piastres), 0)::bigint as "customerFeePiastres",
           coalesce(sum(t.customer_vat_piastres), 0)::bigint as "customerVatPiastres",
           coalesce(sum((select sum(n.total_piastres) from fee_credit_notes n
                          where n.merchant_id = t.merchant_id and n.fee_invoice_id = t.id)), 0)::bigint as "creditedPiastres",
           (select coalesce(array_agg(to_char(m.month, 'YYYY-MM') order by m.month desc), '{}')
              from (select distinct month from fee_invoices) m) as months
      from fee_invoices t where ${allOf(db, opsScope(db, filters), opsFilters(db, filters))}`;
  return row!;
}

/** A row of the export. */
export interface ExportedInvoice extends OpsInvoice {
  numberText: string;
  creditedPiastres: number;
  merchantTaxId: string;
}

/** The invoices of all merchants that match, or the chosen ones, for a file. */
export function exportAll(db: Db, paging: OpsPaging, filters: OpsFilters & { ids?: number[] | undefined }) {
  const chosen = chosenOr(db, filters.ids, () => opsFilters(db, filters));
  return db<ExportedInvoice[]>`
    select ${opsColumns(db)}, 'FI-' || t.year || '-' || lpad(t.number::text, greatest(6, length(t.number::text)), '0') as "numberText",
           t.merchant->>'taxId' as "merchantTaxId",
           (select coalesce(sum(n.total_piastres), 0)::bigint from fee_credit_notes n
             where n.merchant_id = t.merchant_id and n.fee_invoice_id = t.id) as "creditedPiastres"
      from fee_invoices t where ${allOf(db, opsScope(db, filters), chosen)}
     order by ${orderBy(db, opsSorts[paging.sortBy], paging.sortType)}`;
}
