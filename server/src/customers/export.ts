import { CUSTOMER_EVENTS, EVENT_ACCESS } from '@daftar/contract/customer-page';
import type { ExportFormat } from '@daftar/contract/exports';
import type { App, Caller } from '../platform/context.ts';
import {
  amount,
  type Columns,
  moment,
  number,
  text,
  type Words,
  word,
  wordsOf,
} from '../platform/csv/columns.ts';
import { exportRows, listExport } from '../platform/csv/export.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { numbersOf, requireMayFilter, seesDetails, spelled } from './service.ts';
import { type ExportedCustomer, exportCustomers, type ListFilters, type ListRequest } from './store.ts';
import { type CustomerLine, linesOf } from './store-entries.ts';

/** Maximum number of lines in one customer's file. */
const MAX_LINES = 10_000;

const columns = (): Columns<ExportedCustomer> => ({
  name: text('name'),
  email: text('email'),
  mobile: text('mobile'),
  nationalId: text('nationalId'),
  description: text('description'),
  tags: text('tags'),
  added: moment('addedOn'),
  addedBy: text('addedBy'),
  merchantReference: text('merchantReference'),
  metadata: text('metadataText'),
});

/** Adds the amounts that customers paid, for callers who may see payments. */
const columnsWithMoney = (): Columns<ExportedCustomer> => ({
  ...columns(),
  payments: number('payments'),
  paid: amount('paidPiastres'),
  refunded: amount('refundedPiastres'),
  lastPaid: moment('lastPaidOn'),
});

type Filters = ListFilters & { ids?: readonly number[] | undefined; format: ExportFormat };
type Paging = ListRequest['paging'];
/** Removes the columns that only the details show. */
function inList<C extends Columns<ExportedCustomer>>({
  nationalId: _id,
  description: _description,
  tags: _tags,
  merchantReference: _reference,
  metadata: _metadata,
  ...rest
}: C): Columns<ExportedCustomer> {
  return rest;
}
const files = (of: () => Columns<ExportedCustomer>) => listExport('customers', of, exportCustomers);
const plain = { whole: files(columns), inList: files(() => inList(columns())) };
const withMoney = { whole: files(columnsWithMoney), inList: files(() => inList(columnsWithMoney())) };

/** Exports the chosen customers, or all that match the filters, as a file in the caller's language. */
export async function exportToFile(
  app: App,
  caller: Caller,
  paging: Paging,
  asked: Filters,
  days?: string,
): Promise<FileResult> {
  requireMayFilter(caller, asked);
  const columnsOf = caller.permissions.has(EVENT_ACCESS.payment) ? withMoney : plain;
  const write = seesDetails(caller) ? columnsOf.whole : columnsOf.inList;
  return write(app, caller, paging, await spelled(app.db, caller, asked), days);
}

/** The words for the status of each kind of entry. */
const STATUSES = {
  payment: 'transactionStatus.',
  refund: 'refundState.',
  chargeback: 'chargebackStatus.',
  order: 'customers.status.order.',
  invoice: 'customers.status.invoice.',
  message: 'customers.status.message.',
};

function statusWords(locale: Locale): Words {
  const ofKinds = Object.entries(STATUSES).flatMap(([kind, prefix]) =>
    [...wordsOf(locale, prefix)].map(([status, said]) => [`${kind}.${status}`, said] as const),
  );
  return new Map(ofKinds);
}

/** Exports the facts about a customer, and their entries that the caller may see. @throws CustomerNotFound */
export async function exportOne(
  app: App,
  caller: Caller,
  id: number,
  format: ExportFormat,
): Promise<FileResult> {
  const { locale } = caller;
  const numbers = await numbersOf(app.db, caller, id);
  const kinds = CUSTOMER_EVENTS.filter((kind) => caller.permissions.has(EVENT_ACCESS[kind]));
  const lineColumns: Columns<CustomerLine> = {
    what: word('what', wordsOf(locale, 'customers.what.')),
    at: text('at'),
    reference: text('reference'),
    amount: amount('amount'),
    currency: text('currency'),
    status: word('status', statusWords(locale)),
    text: text('text'),
  };
  const file = {
    what: `customer-${numbers[0]}`,
    columns: lineColumns,
    heading: (column: string) => translate(locale, `customers.line.${column}`),
    query: (db: Parameters<typeof linesOf>[0]) =>
      linesOf(db, caller, numbers, kinds, app.clock.now(), MAX_LINES),
  };
  return exportRows(app, file, format, locale);
}
