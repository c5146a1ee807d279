import { transactions } from '@daftar/contract/transactions';
import { useQuery } from '@tanstack/react-query';
import { useListSearch } from '../../ui/list-search.ts';
import { prefetchList, useListQuery } from '../shared/list-query.ts';
import { queryClient, queryOf } from '../shared/query-client.ts';

/** The list's state in the address and its rows. */
export function useTransactions() {
  const search = useListSearch(transactions.list, 'transactions');
  return { search, query: useListQuery(transactions.list, search) };
}

/** Starts loading the list at an address before it is drawn. */
export const prefetchTransactions = (address: Record<string, string>) =>
  prefetchList(transactions.list, 'transactions', address);

const detailsOf = (id: string) => queryOf(transactions.details, { params: { id } });

/** Everything about one transaction. */
export const useTransaction = (id: string) => useQuery(detailsOf(id));

/** Starts loading a transaction before its screen is drawn. */
export const prefetchTransaction = (id: string) => queryClient.prefetchQuery(detailsOf(id));
