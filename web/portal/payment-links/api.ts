import { dashboard } from '@daftar/contract/dashboard';
import { type PaymentLinkFormInput, paymentLinks } from '@daftar/contract/payment-links';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ListSearch, useListSearch } from '../../ui/list-search.ts';
import { call } from '../shared/call.ts';
import { prefetchList, useListQuery } from '../shared/list-query.ts';
import { invalidate, queryClient, queryOf } from '../shared/query-client.ts';

/** The list's state in the address and its rows. */
export function usePaymentLinks() {
  const search = useListSearch(paymentLinks.list, 'payment-links');
  return { search, query: useListQuery(paymentLinks.list, search) };
}

/** Starts loading the list at an address before it is drawn. */
export const prefetchLinks = (address: Record<string, string>) =>
  prefetchList(paymentLinks.list, 'payment-links', address);

const detailsOf = (id: string) => queryOf(paymentLinks.details, { params: { id } });

/** Everything about one link. */
export const usePaymentLink = (id: string) => useQuery(detailsOf(id));

/** Starts loading a link before its screen is drawn. */
export const prefetchPaymentLink = (id: string) => queryClient.prefetchQuery(detailsOf(id));

/** The payments through one link; its state lives in the screen. */
export function useLinkTransactions(id: number) {
  const search = useListSearch(paymentLinks.transactions, 'payment-link-transactions', { keep: 'screen' });
  return { search, query: useListQuery(paymentLinks.transactions, search, { id }) };
}

/** The links, each of them, and the figures of the dashboard. */
const linksChanged = () => invalidate(paymentLinks.list, paymentLinks.details, dashboard.statistics);

interface Creation {
  body: PaymentLinkFormInput;
  idempotencyKey: string;
}

export function useCreatePaymentLink() {
  return useMutation({
    mutationFn: (creation: Creation) => call(paymentLinks.create, creation),
    onSuccess: linksChanged,
  });
}

/** Also a refusal means that what is shown is out of date. */
export function useDeactivatePaymentLink() {
  return useMutation({
    mutationFn: (id: number) => call(paymentLinks.deactivate, { params: { id } }),
    onSettled: linksChanged,
  });
}

/** The selected links, or those of the list's filters, as a file. */
export async function exportPaymentLinks(
  search: ListSearch<typeof paymentLinks.list>,
  ids: number[] | null,
  signal: AbortSignal,
): Promise<Response> {
  const reply = await call(paymentLinks.exportCsv, { query: search.query, body: { payLinks: ids }, signal });
  return reply.data;
}
