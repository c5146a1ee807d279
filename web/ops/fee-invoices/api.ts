import type { DocumentLanguage } from '@daftar/contract/fee-invoices';
import { type OpsFeeInvoiceRow, opsFeeInvoices } from '@daftar/contract/ops-fee-invoices';
import { useQuery } from '@tanstack/react-query';
import type { ListSearch } from '../../ui/list-search.ts';
import { call } from '../shared/call.ts';
import { queryOf, useSavedList } from '../shared/query.ts';

/** The list, its state in the address, and its file. */
export const useFeeInvoices = () =>
  useSavedList(opsFeeInvoices.list, opsFeeInvoices.export, 'ops-fee-invoices');

/** The sums of the invoices that match the filters; those of before stay until they arrive. */
export function useTotals({ filters }: ListSearch<typeof opsFeeInvoices.list>) {
  return useQuery({
    ...queryOf(opsFeeInvoices.totals, { query: filters }),
    placeholderData: (previous) => previous,
  });
}

/** Downloads a credit note of an invoice as PDF. */
export async function downloadCreditNote(
  { merchant }: OpsFeeInvoiceRow,
  id: number,
  language: DocumentLanguage,
  signal: AbortSignal,
): Promise<Response> {
  const params = { merchantId: merchant.id, id };
  return (await call(opsFeeInvoices.creditNotePdf, { params, query: { language }, signal })).data;
}

/** Downloads an invoice as PDF. */
export async function downloadFeeInvoice(
  { merchant, id }: OpsFeeInvoiceRow,
  language: DocumentLanguage,
  signal: AbortSignal,
): Promise<Response> {
  const params = { merchantId: merchant.id, id };
  return (await call(opsFeeInvoices.pdf, { params, query: { language }, signal })).data;
}
