import type { CustomerInvoice, CustomerStatistics } from '@daftar/contract/customer-invoices';
import { numbersOf } from '../customers/service.ts';
import { writeDownExpiry } from '../payables/expiring.ts';
import type { App, Caller } from '../platform/context.ts';
import type { Page } from '../platform/lists/page.ts';
import { rowOf } from './service.ts';
import * as store from './store.ts';

/** Counts a customer's newest invoices, up to 10,000: all, paid and unpaid. @throws CustomerNotFound */
export async function countInvoicesOfCustomer(
  app: App,
  caller: Caller,
  customerId: number,
): Promise<CustomerStatistics> {
  const numbers = await numbersOf(app.db, caller, customerId);
  const { total, paid, unpaid } = await store.countOfCustomer(app.db, caller, numbers, app.clock.now());
  return { total_invoices: total, paid_invoices: paid, unpaid_invoices: unpaid };
}

interface Request {
  paging: store.ListRequest['paging'];
  filters: { customer_id: number; status?: number | undefined };
}

/** Lists one page of a customer's invoices, and whether that customer has paid each. @throws CustomerNotFound */
export async function listInvoicesOfCustomer(
  app: App,
  caller: Caller,
  { paging, filters: { customer_id: customerId, status } }: Request,
): Promise<Page<CustomerInvoice>> {
  const numbers = await numbersOf(app.db, caller, customerId);
  const now = app.clock.now();
  if (paging.sortBy === 'status') await writeDownExpiry(app.db, caller, store.INVOICES, now);
  const request = { paging, filters: { status } };
  const { rows, meta } = await store.listOfCustomer(app.db, caller, numbers, request, now);
  return { rows: rows.map((row) => ({ ...rowOf(row), is_paid: row.isPaid })), meta };
}
