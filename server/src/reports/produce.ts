/** Makes a report's figures and file as the portal does, with its maker's permissions. */
import { approvals } from '@daftar/contract/approvals';
import { audit } from '@daftar/contract/audit';
import { categories } from '@daftar/contract/categories';
import { chargebacks } from '@daftar/contract/chargebacks';
import { customers } from '@daftar/contract/customers';
import { events } from '@daftar/contract/events';
import { feeInvoices } from '@daftar/contract/fee-invoices';
import { invoices } from '@daftar/contract/invoices';
import { orders } from '@daftar/contract/orders';
import type { ListQuerySchema } from '@daftar/contract/paging';
import { paymentLinks } from '@daftar/contract/payment-links';
import { payouts } from '@daftar/contract/payouts';
import { daysOfPeriod } from '@daftar/contract/periods';
import { PERMISSIONS } from '@daftar/contract/permissions';
import { products } from '@daftar/contract/products';
import {
  daysOfList,
  mayReport,
  REPORT_ATTACHED_BYTES,
  type ReportList,
  type ReportStop,
} from '@daftar/contract/reports';
import { requestLog } from '@daftar/contract/request-log';
import { settlements } from '@daftar/contract/settlements';
import { tickets } from '@daftar/contract/tickets';
import { transactions } from '@daftar/contract/transactions';
import { validate } from '@daftar/contract/validate';
import { webhooks } from '@daftar/contract/webhooks';
import type * as z from 'zod/mini';
import { exportToFile as exportApprovals } from '../approvals/export.ts';
import { exportLog } from '../audit/service.ts';
import { DocumentTooLong, StatementTooLong } from '../balance/errors.ts';
import { readMovements } from '../balance/service.ts';
import { exportStatement, MAX_MOVEMENTS } from '../balance/statement.ts';
import { exportToFile as exportCategories } from '../categories/export.ts';
import { exportToFile as exportChargebacks, filtersAt } from '../chargebacks/export.ts';
import { exportToFile as exportCustomers } from '../customers/export.ts';
import { readSales } from '../dashboard/sales.ts';
import { exportInvoices as exportFeeInvoices } from '../fee-invoices/service.ts';
import { exportToFile as exportInvoices } from '../invoices/export.ts';
import type { Attachment } from '../messages/body.ts';
import { exportToFile as exportOrders } from '../orders/export.ts';
import { exportToFile as exportLinks } from '../payment-links/export.ts';
import { exportToFile as exportPayouts } from '../payouts/export.ts';
import type { App, Caller } from '../platform/context.ts';
import { daysInName } from '../platform/csv/csv.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import { streamOf } from '../platform/http/reply.ts';
import { nextDay, startOfCairoDay } from '../platform/time/cairo.ts';
import { exportToFile as exportProducts } from '../products/export.ts';
import { readRefunded } from '../refunds/service.ts';
import { exportToFile as exportRequests } from '../request-log/export.ts';
import { exportToFile as exportSettlements } from '../settlements/export.ts';
import { exportToFile as exportTickets } from '../tickets/export.ts';
import { exportToFile as exportTransactions } from '../transactions/export.ts';
import { exportEvents, exportMessages } from '../webhooks/export.ts';
import { NotCountedYet } from './errors.ts';
import { type Days, daysOf } from './rules.ts';
import type { Maker, ReportRow } from './store.ts';

/** Returns the maker as the caller for the report's queries, or why it is not made. */
export function callerOf(report: ReportRow, maker: Maker): Caller | ReportStop {
  if (!maker.isThere) return 'left';
  const permissions = new Set(maker.isOwner ? PERMISSIONS : maker.permissions);
  if (!mayReport(report.kind, report.list, (each) => permissions.has(each))) return 'permission';
  return {
    merchantId: report.merchantId,
    mode: report.mode,
    userId: report.userId,
    sessionId: '',
    email: maker.email,
    locale: report.language,
    permissions,
    merchantStatus: maker.merchantStatus,
    address: '',
  };
}

/** Returns the filters of a saved view on a day, with its period relative to that day. */
function queryOf({ list, query, period }: ReportRow, day: string): Record<string, string> {
  const names = list === null ? null : daysOfList(list);
  if (period === null || names === null) return query;
  const [from, to] = daysOfPeriod(period, day);
  return { ...query, [names[0]]: from, [names[1]]: to };
}

/** Returns the days that a report of a day covers; for a view, those of its filters. */
export function coveredDays(report: ReportRow, day: string): Days | null {
  if (report.kind !== 'view') return daysOf(report.kind, day);
  const query = queryOf(report, day);
  const [from, to] = (daysOfList(report.list!) ?? []).map((name) => query[name]);
  return from !== undefined && to !== undefined ? { from, to } : null;
}

/** Parses the query of a page's URL as that of a list. */
function read<S extends ListQuerySchema>(schema: S, asked: Record<string, string>): z.output<S> {
  const { sort_by: by, sort_type: type, ...filters } = asked;
  const { names } = schema.list;
  const query = validate(schema, {
    ...filters,
    ...(by === undefined ? {} : { [names.by]: by }),
    ...(type === undefined ? {} : { [names.type]: type }),
  });
  if (!query.ok) throw new Error('the view of a report cannot be asked for any more');
  return query.value;
}

type RowFormat = 'csv' | 'xlsx';
/** @param days those in the file's name, if the report covers any; otherwise the day on which it is made */
type MakeFile = (
  app: App,
  caller: Caller,
  query: Record<string, string>,
  format: RowFormat,
  days: string | undefined,
) => Promise<FileResult>;

/** Returns the export of a list whose export takes the same query as the list. */
const saved =
  <P, F>(
    schema: ListQuerySchema & z.ZodMiniType<{ paging: P; filters: F }>,
    write: (app: App, caller: Caller, paging: P, filters: F, days?: string) => Promise<FileResult>,
  ): MakeFile =>
  (app, caller, query, format, days) => {
    const { paging, filters } = read(schema, { ...query, format });
    return write(app, caller, paging, filters, days);
  };

/** The file of each list, as its page exports it. */
const LIST_FILES: Readonly<Record<ReportList, MakeFile>> = {
  transactions: saved(transactions.exportCsv.query, exportTransactions),
  chargebacks: saved(chargebacks.exportCsv.query, (app, caller, paging, filters, days) =>
    exportChargebacks(app, caller, paging, filtersAt(app, filters), days),
  ),
  invoices: (app, caller, query, format, days) =>
    exportInvoices(app, caller, read(invoices.list.query, query), null, format, days),
  'payment-links': (app, caller, query, format, days) =>
    exportLinks(app, caller, read(paymentLinks.list.query, query), null, format, days),
  customers: saved(customers.exportCsv.query, exportCustomers),
  orders: saved(orders.exportCsv.query, exportOrders),
  products: saved(products.exportCsv.query, exportProducts),
  tickets: saved(tickets.exportCsv.query, exportTickets),
  settlements: saved(settlements.exportCsv.query, exportSettlements),
  payouts: saved(payouts.exportCsv.query, exportPayouts),
  categories: saved(categories.exportCsv.query, exportCategories),
  approvals: saved(approvals.exportCsv.query, exportApprovals),
  audit: saved(audit.exportCsv.query, exportLog),
  'fee-invoices': saved(feeInvoices.exportCsv.query, exportFeeInvoices),
  webhooks: saved(webhooks.exportCsv.query, exportMessages),
  events: saved(events.exportCsv.query, exportEvents),
  'request-log': saved(requestLog.exportCsv.query, exportRequests),
};

/**
 * Makes the file of a report of a day. A statement that is too long for a PDF becomes a workbook.
 * @throws StatementTooLong
 */
export async function fileOf(app: App, caller: Caller, report: ReportRow, day: string): Promise<FileResult> {
  const { kind, list, format } = report;
  const days = coveredDays(report, day);
  const named = days === null ? undefined : daysInName(days.from, days.to);
  if (kind === 'view')
    return LIST_FILES[list!](app, caller, queryOf(report, day), format as RowFormat, named);
  const { from, to } = daysOf(kind, day);
  const query = { date_from: from, date_to: to };
  if (kind === 'takings') return LIST_FILES.transactions(app, caller, query, format as RowFormat, named);
  const make = (as: ReportRow['format']) =>
    exportStatement(app, caller, report.language, { ...query, format: as });
  try {
    return await make(format);
  } catch (error) {
    if (error instanceof DocumentTooLong) return make('xlsx');
    throw error;
  }
}

/** The file of a report of a day in its e-mail. */
export type MailedFile =
  | { kind: 'attached'; attachment: Attachment }
  /** To be downloaded from the portal. */
  | { kind: 'too-large' }
  /** A statement with more movements than any file can have: there is no file. */
  | { kind: 'none'; most: number };

/** Makes the file of a report of a day for its e-mail. */
export async function mailedFileOf(
  app: App,
  caller: Caller,
  report: ReportRow,
  day: string,
): Promise<MailedFile> {
  try {
    const attachment = await attachmentOf(await fileOf(app, caller, report, day));
    return attachment ? { kind: 'attached', attachment } : { kind: 'too-large' };
  } catch (error) {
    if (error instanceof StatementTooLong) return { kind: 'none', most: MAX_MOVEMENTS };
    throw error;
  }
}

/** Reads a file that is small enough to be attached; null for a larger one, which is not read to its end. */
async function attachmentOf(file: FileResult): Promise<Attachment | null> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of streamOf(file)) {
    pieces.push(piece as Buffer);
    bytes += (piece as Buffer).length;
    // Leaving the loop ends the stream.
    if (bytes > REPORT_ATTACHED_BYTES) return null;
  }
  return {
    name: file.fileName,
    type: file.contentType,
    base64: Buffer.concat(pieces).toString('base64'),
  };
}

/** A figure of a report, in pounds. */
export interface Figure {
  key: string;
  pounds: number;
}

/**
 * Returns the figures of a report of a day: for takings, the sales of the dashboard and the refunds made on the day,
 * whenever they were paid; for a statement, the final balance of each account.
 * @throws NotCountedYet while the stored figures do not reach the end of the day
 */
export async function figuresOf(
  app: App,
  caller: Caller,
  report: ReportRow,
  day: string,
): Promise<{ paid: number | null; figures: Figure[] }> {
  if (report.kind === 'view') return { paid: null, figures: [] };
  const { from, to } = daysOf(report.kind, day);
  const days = { date_from: from, date_to: to };
  if (report.kind === 'takings') {
    const { as_of: asOf, totals } = await readSales(app, caller, days);
    if (asOf === null || new Date(asOf) < startOfCairoDay(nextDay(to))) throw new NotCountedYet();
    const { refunded, cameBack } = await readRefunded(app, caller, days);
    return {
      paid: totals.paid,
      figures: [
        { key: 'sales', pounds: totals.sales },
        { key: 'fees', pounds: totals.fees },
        { key: 'refunded', pounds: refunded },
        ...(cameBack > 0 ? [{ key: 'cameBack', pounds: cameBack }] : []),
      ],
    };
  }
  const { accounts } = await readMovements(app, caller, days, 0);
  return {
    paid: null,
    figures: accounts.map(({ account, closing }) => ({ key: `account.${account}`, pounds: closing })),
  };
}
