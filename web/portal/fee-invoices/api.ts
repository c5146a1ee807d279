import { type DocumentLanguage, feeInvoices } from '@daftar/contract/fee-invoices';
import type { ExportChoice } from '../../ui/export-rows.tsx';
import { type ListSearch, useListSearch } from '../../ui/list-search.ts';
import { call } from '../shared/call.ts';
import { prefetchList, useListQuery } from '../shared/list-query.ts';

/** The list's state in the address and its rows. */
export function useFeeInvoices() {
  const search = useListSearch(feeInvoices.list, 'fee-invoices');
  return { search, query: useListQuery(feeInvoices.list, search) };
}

/** Prefetches the list at an address. */
export function prefetchFeeInvoices(address: Record<string, string>): void {
  prefetchList(feeInvoices.list, 'fee-invoices', address);
}

/** Downloads a credit note as PDF. */
export async function downloadCreditNote(
  id: number,
  language: DocumentLanguage,
  signal: AbortSignal,
): Promise<Response> {
  return (await call(feeInvoices.creditNotePdf, { params: { id }, query: { language }, signal })).data;
}

/** Downloads an invoice as PDF. */
export async function downloadFeeInvoice(
  id: number,
  language: DocumentLanguage,
  signal: AbortSignal,
): Promise<Response> {
  return (await call(feeInvoices.pdf, { params: { id }, query: { language }, signal })).data;
}

/** The invoices that the filters find, as a file. */
export async function exportFeeInvoices(
  search: ListSearch<typeof feeInvoices.list>,
  { format }: ExportChoice,
  signal: AbortSignal,
): Promise<Response> {
  return (await call(feeInvoices.exportCsv, { query: { ...search.query, format }, signal })).data;
}
