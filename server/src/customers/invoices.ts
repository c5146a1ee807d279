import type { CustomerInvoice, CustomerStatistics } from '@daftar/contract/customers';
import { countInvoicesOfCustomer, listInvoicesOfCustomer } from '../invoices/service.ts';
import type { App, Caller } from '../platform/context.ts';
import type { Page } from '../platform/lists/page.ts';
import { getCustomer } from './service.ts';

/** How many invoices a customer has, has paid and still owes. @throws CustomerNotFound */
export async function statisticsOf(app: App, caller: Caller, id: number): Promise<CustomerStatistics> {
  await getCustomer(app, caller, id);
  const { total, paid, unpaid } = await countInvoicesOfCustomer(app, caller, id);
  return { total_invoices: total, paid_invoices: paid, unpaid_invoices: unpaid };
}

type InvoicePaging = Parameters<typeof listInvoicesOfCustomer>[3]['paging'];

/** One page of a customer's invoices. @throws CustomerNotFound */
export async function invoicesOf(
  app: App,
  caller: Caller,
  request: {
    paging: InvoicePaging;
    filters: { customer_id: number; status?: number | undefined };
  },
): Promise<Page<CustomerInvoice>> {
  const { customer_id: id, status } = request.filters;
  await getCustomer(app, caller, id);
  return listInvoicesOfCustomer(app, caller, id, { paging: request.paging, filters: { status } });
}
