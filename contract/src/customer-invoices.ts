import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, list } from './envelope.ts';
import { INVOICE_STATUS } from './invoices.ts';
import { listQuery } from './paging.ts';
import { codeOf, Id, IdParams, oneCode } from './text.ts';

export const CustomerStatistics = z.object({
  total_invoices: z.number(),
  paid_invoices: z.number(),
  unpaid_invoices: z.number(),
});
export type CustomerStatistics = z.output<typeof CustomerStatistics>;

export const CustomerInvoice = z.object({
  id: z.number(),
  reference: z.string(),
  invoice_name: z.string(),
  total_amount: z.number(),
  currency: z.object({ id: z.number(), code: z.string() }),
  value: z.number(),
  /** Status of the invoice. */
  status: codeOf(INVOICE_STATUS),
  /** True: this customer has paid their share. */
  is_paid: z.boolean(),
  due_date: z.string(),
  created_at: z.string(),
});
export type CustomerInvoice = z.output<typeof CustomerInvoice>;

/** The invoices of one customer. */
export const customerInvoices = defineEndpoints({
  /** Counts a customer's invoices: all, paid and unpaid. */
  statistics: {
    method: 'GET',
    path: '/merchant/customers/:id/statistics',
    base: 'mode',
    access: 'view-customer-details',
    params: IdParams,
    reply: data(CustomerStatistics),
  },
  list: {
    method: 'GET',
    path: '/merchant/customers/invoices',
    base: 'mode',
    access: 'view-customer-details',
    query: listQuery({
      dialect: 'snake',
      sort: ['id', 'created_at', 'reference', 'invoice_name', 'total_amount', 'due_date', 'status'],
      filters: { customer_id: Id, status: z.optional(oneCode(INVOICE_STATUS)) },
    }),
    reply: list(CustomerInvoice),
  },
});
