import { dashboard } from '@daftar/contract/dashboard';
import { paymentLinks } from '@daftar/contract/payment-links';
import { useQuery } from '@tanstack/react-query';
import { type ExportChoice, idsOf } from '../../ui/export-rows.tsx';
import { type ListSearch, useListSearch } from '../../ui/list-search.ts';
import { call } from '../shared/call.ts';
import { prefetchList, useListQuery, useStatusCounts } from '../shared/list-query.ts';
import { invalidate, queryClient, queryOf } from '../shared/query-client.ts';
import { useAction } from '../shared/use-action.ts';

/** The list's state in the address and its rows. */
export function usePaymentLinks() {
  const search = useListSearch(paymentLinks.list, 'payment-links');
  const counts = useStatusCounts(paymentLinks.list, paymentLinks.counts, search);
  return { search, counts, query: useListQuery(paymentLinks.list, search) };
}

/** Prefetches the list at an address. */
export const prefetchLinks = (address: Record<string, string>) =>
  prefetchList(paymentLinks.list, 'payment-links', address, paymentLinks.counts);

const detailsOf = (id: string) => queryOf(paymentLinks.details, { params: { id } });

/** Everything about one link. */
export const usePaymentLink = (id: string) => useQuery(detailsOf(id));

/** The link that a new one begins like; none without an id. */
export const useLinkLike = (id: string | undefined) =>
  useQuery({ ...detailsOf(id ?? ''), enabled: id !== undefined });

/** Prefetches a link. */
export const prefetchPaymentLink = (id: string) => queryClient.prefetchQuery(detailsOf(id));

/** A link's payments; the table's state is in the screen. */
export function useLinkTransactions(id: number) {
  const search = useListSearch(paymentLinks.transactions, 'payment-link-transactions', { keep: 'screen' });
  return { search, query: useListQuery(paymentLinks.transactions, search, { id }) };
}

/** Endpoints that show links: the list, details and the dashboard's figures. */
const LINKS = [paymentLinks.list, paymentLinks.details, dashboard.statistics];

export const useCreatePaymentLink = () => useAction(paymentLinks.create, { invalidates: LINKS });

export const useSetLinkOwn = () =>
  useAction(paymentLinks.setOwnFields, { invalidates: [paymentLinks.list, paymentLinks.details] });

export const useDeactivatePaymentLink = () =>
  useAction(paymentLinks.deactivate, { invalidates: LINKS, evenIfFailed: true });

/** Deactivates one of many links: `refetchLinks` follows the last. */
export const deactivateOne = (id: number) => call(paymentLinks.deactivate, { params: { id } });

/** Refetches what shows links. */
export const refetchLinks = () => invalidate(...LINKS);

/** Exports the selected links, or those that match the filters. */
export async function exportPaymentLinks(
  search: ListSearch<typeof paymentLinks.list>,
  choice: ExportChoice,
  signal: AbortSignal,
): Promise<Response> {
  const body = { payLinks: idsOf(choice), format: choice.format };
  return (await call(paymentLinks.exportCsv, { query: search.query, body, signal })).data;
}
