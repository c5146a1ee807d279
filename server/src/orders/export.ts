import type { ExportFormat } from '@daftar/contract/exports';
import { orders } from '@daftar/contract/orders';
import type { App, Caller } from '../platform/context.ts';
import { amount, type Columns, moment, number, text, word, wordsOf } from '../platform/csv/columns.ts';
import { listExport } from '../platform/csv/export.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import type { Locale } from '../platform/i18n/translate.ts';
import { type ExportedOrder, exportOrders, type ListFilters, type ListRequest } from './store-list.ts';

const columns = (locale: Locale): Columns<ExportedOrder> => ({
  reference: text('reference'),
  ordered: moment('orderedOn'),
  status: word('paidAs', wordsOf(locale, 'orderStatus.')),
  fulfilment: word('fulfilment', wordsOf(locale, 'fulfilment.')),
  amount: amount('amountPiastres'),
  currency: text('currency'),
  pieces: number('itemsCount'),
  customer: text('customerName'),
  email: text('customerEmail'),
  mobile: text('customerMobile'),
  merchantReference: text('merchantReference'),
  metadata: text('metadataText'),
});

/** Adds the columns that only an order's page shows, for callers who may open it. */
const columnsWithDetails = (locale: Locale): Columns<ExportedOrder> => ({
  ...columns(locale),
  items: text('items'),
  address: text('customerAddress'),
  payment: word('payment', wordsOf(locale, 'orders.payment.')),
  paid: moment('paidOn'),
  note: text('note'),
});

const plain = listExport('orders', columns, exportOrders);
const withDetails = listExport('orders', columnsWithDetails, exportOrders);

/** Exports the chosen orders, or all that match the filters, as a file in the caller's language. */
export function exportToFile(
  app: App,
  caller: Caller,
  paging: ListRequest['paging'],
  filters: ListFilters & { ids?: readonly number[] | undefined; format: ExportFormat },
  days?: string,
): Promise<FileResult> {
  const write = caller.permissions.has(orders.details.access) ? withDetails : plain;
  return write(app, caller, paging, filters, days);
}
