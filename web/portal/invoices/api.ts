import { customerInvoices } from '@daftar/contract/customer-invoices';
import { customers } from '@daftar/contract/customers';
import type { dashboard } from '@daftar/contract/dashboard';
import { invoices } from '@daftar/contract/invoices';
import { useQuery } from '@tanstack/react-query';
import { type ExportChoice, idsOf } from '../../ui/export-rows.tsx';
import { type ListSearch, useListSearch } from '../../ui/list-search.ts';
import { call } from '../shared/call.ts';
import { prefetchList, useListQuery, useStatusCounts } from '../shared/list-query.ts';
import { type EndpointName, invalidate, queryClient, queryOf } from '../shared/query-client.ts';
import { useAction } from '../shared/use-action.ts';

/** The list's state in the address and its rows. */
export function useInvoices() {
  const search = useListSearch(invoices.list, 'invoices');
  const counts = useStatusCounts(invoices.list, invoices.counts, search);
  return { search, counts, query: useListQuery(invoices.list, search) };
}

/** Prefetches the list at an address, and its figures. */
export function prefetchInvoices(address: Record<string, string>): void {
  prefetchList(invoices.list, 'invoices', address, invoices.counts);
  void queryClient.prefetchQuery(queryOf(invoices.insight));
}

/** The figures above the list. */
export const useInsight = () => useQuery(queryOf(invoices.insight));

const detailsOf = (id: string) => queryOf(invoices.details, { params: { id } });

/** Everything about one invoice. */
export const useInvoice = (id: string) => useQuery(detailsOf(id));

/** The invoice that a new one begins like; none without an id. */
export const useInvoiceLike = (id: string | undefined) =>
  useQuery({ ...detailsOf(id ?? ''), enabled: id !== undefined });

/** Prefetches an invoice. */
export const prefetchInvoice = (id: string) => queryClient.prefetchQuery(detailsOf(id));

/** An invoice's customers; the table's state is in the screen. */
export function useInvoiceCustomers(id: number) {
  const search = useListSearch(invoices.customers, 'invoice-customers', { keep: 'screen' });
  return { search, query: useListQuery(invoices.customers, search, { id }) };
}

/** An invoice's messages; the table's state is in the screen. */
export function useInvoiceMessages(id: number) {
  const search = useListSearch(invoices.messages, 'invoice-messages', { keep: 'screen' });
  return { search, query: useListQuery(invoices.messages, search, { id }) };
}

/** The names of a form's customers. */
export function useCustomerNames(ids: readonly number[]): string[] {
  const query = useQuery({
    ...queryOf(customers.lookup, { query: { ids: ids.join(',') } }),
    enabled: ids.length > 0,
  });
  const found = new Map(query.data?.data.map(({ id, name }) => [id, name]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** The dashboard's figures by their name: the form of an invoice does without the calls about money. */
const FIGURES = { method: 'GET', path: '/merchant/statistics' } as const satisfies Pick<
  typeof dashboard.statistics,
  'method' | 'path'
>;

/** Endpoints that list or count invoices. */
const INVOICES: EndpointName[] = [
  invoices.list,
  invoices.insight,
  invoices.details,
  invoices.customers,
  invoices.messages,
  customerInvoices.list,
  customerInvoices.statistics,
  FIGURES,
];

export const useCreateInvoice = () => useAction(invoices.create, { invalidates: INVOICES });

/** A refusal may mean that the invoice was paid or canceled meanwhile. */
export const useUpdateInvoice = () =>
  useAction(invoices.update, { invalidates: INVOICES, evenIfFailed: true });

export const useDeactivateInvoice = () =>
  useAction(invoices.deactivate, { invalidates: INVOICES, evenIfFailed: true });

/** Resends an invoice to one of its customers. */
export const useSetInvoiceOwn = () =>
  useAction(invoices.setOwnFields, { invalidates: [invoices.list, invoices.details] });

export const useResend = () => useAction(invoices.resend, { invalidates: [invoices.messages] });

/** Cancels one of many invoices: `refetchInvoices` follows the last. */
export const cancelOne = (id: number) => call(invoices.deactivate, { params: { id } });

/** Refetches what shows invoices. */
export const refetchInvoices = () => invalidate(...INVOICES);

/** The most customers of an invoice that is sent again together with others. */
export const MAX_RECIPIENTS = 30;

/**
 * Sends an invoice again to each of its customers who has not paid: by e-mail, or by SMS to those without an address.
 * @returns how many it was sent to
 */
export async function resendOne(id: number): Promise<number> {
  const query = { page: 1, page_size: MAX_RECIPIENTS };
  const { data } = await call(invoices.customers, { params: { id }, query });
  const unpaid = data.filter(({ status }) => status === 'unpaid');
  for (const { id: customerId, email } of unpaid) {
    const body = { by_email: email !== '', by_sms: email === '' };
    await call(invoices.resend, { params: { id, customerId }, body });
  }
  return unpaid.length;
}

/** One customer's copy as a PDF. */
export const fetchDocument = async (id: number, customerId: number): Promise<Response> =>
  (await call(invoices.document, { params: { id, customerId } })).data;

/** Exports the selected invoices, or those that match the filters. */
export async function exportInvoices(
  search: ListSearch<typeof invoices.list>,
  choice: ExportChoice,
  signal: AbortSignal,
): Promise<Response> {
  const body = { invoices: idsOf(choice), format: choice.format };
  return (await call(invoices.exportCsv, { query: search.query, body, signal })).data;
}

/** The reminder settings, loaded when somebody opens them. */
export const useReminders = (enabled: boolean) => useQuery({ ...queryOf(invoices.reminders), enabled });

export const useSaveReminders = () =>
  useAction(invoices.saveReminders, { invalidates: [invoices.reminders] });
