import { customerInvoices } from '@daftar/contract/customer-invoices';
import { customers } from '@daftar/contract/customers';
import { invoices } from '@daftar/contract/invoices';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
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

/** Starts loading the list at an address before it is drawn. */
export const prefetchCustomers = (address: Record<string, string>) =>
  prefetchList(customers.list, 'customers', address);

const detailsOf = (id: string) => queryOf(customers.details, { query: { customerId: id } });

/** Everything about one customer. */
export const useCustomer = (id: string) => useQuery(detailsOf(id));

/** Starts loading a customer before its screen is drawn. */
export const prefetchCustomer = (id: string) => queryClient.prefetchQuery(detailsOf(id));

/** How many invoices a customer has, has paid and owes. */
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

/** Customers to choose from: the first by name that match what is typed. */
export function useChoices(keyword: string) {
  return useQuery({
    ...queryOf(customers.lookup, { query: { keyword, limit: 50 } }),
    placeholderData: keepPreviousData,
  });
}

/** The names of customers that are chosen already. */
export function useChosen(ids: readonly number[]) {
  return useQuery({
    ...queryOf(customers.lookup, { query: { ids: ids.join(',') } }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
}

/** What shows customers: the list, each customer, and the picker. */
const CUSTOMERS = [customers.list, customers.details, customers.lookup];

export const useCreateCustomer = () => useAction(customers.create, { invalidates: CUSTOMERS });

export const useUpdateCustomer = () => useAction(customers.update, { invalidates: CUSTOMERS });

interface Upload {
  signal: AbortSignal;
  /** From 0 to 1, of the bytes sent. */
  onProgress: (fraction: number) => void;
}

function bodyOf(file: File): FormData {
  const body = new FormData();
  body.append('file', file);
  return body;
}

/** What an import of a file would do. */
export const previewImport = async (file: File, { signal, onProgress }: Upload) =>
  (await call(customers.importPreview, { body: bodyOf(file), signal, onUpload: onProgress })).data;

/** Imports a file, all of it or nothing. With `existing` it answers who was there already, too. */
export async function importCustomers(file: File, { signal, onProgress }: Upload, existing = false) {
  const query = existing ? { existing } : {};
  try {
    return await call(customers.import, { query, body: bodyOf(file), signal, onUpload: onProgress });
  } finally {
    // Also after a cancelled one: the answer may have been lost and not the import.
    void invalidate(...CUSTOMERS);
  }
}
