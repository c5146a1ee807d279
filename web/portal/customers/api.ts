import { customerInvoices } from '@daftar/contract/customer-invoices';
import { type CustomerEventKind, customerPage } from '@daftar/contract/customer-page';
import { customers } from '@daftar/contract/customers';
import { invoices } from '@daftar/contract/invoices';
import { useQuery } from '@tanstack/react-query';
import { type ExportChoice, idsOf } from '../../ui/export-rows.tsx';
import { type ListSearch, useListSearch } from '../../ui/list-search.ts';
import { call } from '../shared/call.ts';
import { prefetchList, useListQuery } from '../shared/list-query.ts';
import { invalidate, queryClient, queryOf } from '../shared/query-client.ts';
import { useAction } from '../shared/use-action.ts';

/** The list's state in the address and its rows. */
export function useCustomers() {
  const search = useListSearch(customers.list, 'customers');
  return { search, query: useListQuery(customers.list, search) };
}

/** Prefetches the list at an address. */
export const prefetchCustomers = (address: Record<string, string>) =>
  prefetchList(customers.list, 'customers', address);

const detailsOf = (id: string) => queryOf(customers.details, { query: { customerId: id } });

/** Everything about one customer. */
export const useCustomer = (id: string) => useQuery(detailsOf(id));

/** Prefetches a customer. */
export const prefetchCustomer = (id: string) => queryClient.prefetchQuery(detailsOf(id));

/** Counts a customer's invoices: all, paid and unpaid. */
export const useCustomerStatistics = (id: number) =>
  useQuery(queryOf(customerInvoices.statistics, { params: { id } }));

type InvoiceSearch = ListSearch<typeof customerInvoices.list>;

/** The invoices of one customer; the list's state lives in the screen. */
export function useCustomerInvoices(id: number) {
  const own = useListSearch(customerInvoices.list, 'customer-invoices', { keep: 'screen' });
  const search: InvoiceSearch = { ...own, query: { ...own.query, customer_id: id } };
  return { search, query: useListQuery(customerInvoices.list, search) };
}

/** The selected invoices as a file. */
export async function exportInvoices(choice: ExportChoice, signal: AbortSignal): Promise<Response> {
  const body = { invoices: idsOf(choice) ?? [], format: choice.format };
  return (await call(invoices.exportCsv, { body, signal })).data;
}

/** What a customer comes to. */
export const useSummary = (id: number) => useQuery(queryOf(customerPage.summary, { params: { id } }));

const timelineOf = (id: number, kind: CustomerEventKind | undefined) =>
  queryOf(customerPage.timeline, { params: { id }, query: kind ? { kind } : {} });

/** The newest entries of a customer, of one kind or of all. */
export const useTimeline = (id: number, kind: CustomerEventKind | undefined) =>
  useQuery(timelineOf(id, kind));

/** The entries before a place. */
export const readOlder = (id: number, kind: CustomerEventKind | undefined, before: string) =>
  call(customerPage.timeline, { params: { id }, query: kind ? { kind, before } : { before } });

/** The tags that are used, for those who may see customers. */
export const useTags = () => useQuery(queryOf(customerPage.tags));

/** The customers of a list as a file. */
export async function exportCustomers(
  search: ListSearch<typeof customers.list>,
  choice: ExportChoice,
  signal: AbortSignal,
): Promise<Response> {
  return (await call(customers.exportCsv, { query: { ...search.query, ...choice }, signal })).data;
}

/** Everything about one customer as a file. */
export async function exportCustomer(
  id: number,
  format: 'csv' | 'xlsx',
  signal: AbortSignal,
): Promise<Response> {
  return (await call(customerPage.export, { params: { id }, query: { format }, signal })).data;
}

/** Endpoints that show customers: the list, details and the picker. */
const CUSTOMERS = [customers.list, customers.details, customers.lookup];
/** Endpoints of a customer's own page besides. */
const PAGE = [customerPage.summary, customerPage.timeline];

export const useCreateCustomer = () => useAction(customers.create, { invalidates: CUSTOMERS });

export const useUpdateCustomer = () => useAction(customers.update, { invalidates: CUSTOMERS });

export const useAddNote = () => useAction(customerPage.addNote, { invalidates: PAGE });
export const useEditNote = () => useAction(customerPage.editNote, { invalidates: PAGE });
export const useDeleteNote = () => useAction(customerPage.deleteNote, { invalidates: PAGE });

export const useSetTags = () =>
  useAction(customerPage.setTags, { invalidates: [...CUSTOMERS, customerPage.tags] });

export const useArchive = () => useAction(customerPage.archive, { invalidates: CUSTOMERS });
export const useUnarchive = () => useAction(customerPage.unarchive, { invalidates: CUSTOMERS });

/** Archives one of many customers, or takes it back: `refetchCustomers` follows the last. */
export const archiveOne = (id: number, isArchived: boolean) =>
  call(isArchived ? customerPage.archive : customerPage.unarchive, { params: { id } });

/** Refetches what shows customers. */
export const refetchCustomers = () => invalidate(...CUSTOMERS);

/** Everything that shows a customer or who was billed may show another one afterwards. */
export const useMerge = () => useAction(customerPage.merge, { invalidates: 'everything' });
