/** What a choice field reads: forms load it without the other calls about customers. */
import { customers } from '@daftar/contract/customers';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOf } from '../shared/query-client.ts';

/** As many as a list to choose from has; a word more finds others. Each takes time to draw with every key. */
const OFFERED = 20;

/** Customers for a choice field: the first by name that match the typed text. */
export function useChoices(keyword: string) {
  return useQuery({
    ...queryOf(customers.lookup, { query: { keyword, limit: OFFERED } }),
    placeholderData: keepPreviousData,
  });
}

/** The names of chosen customers. */
export function useChosen(ids: readonly number[]) {
  return useQuery({
    ...queryOf(customers.lookup, { query: { ids: ids.join(',') } }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
}
