/** The state of a list of movements: filters and the place in the ledger, both in the address. */
import { MOVEMENTS_PER_PAGE } from '@daftar/contract/balance';
import type { Endpoint } from '@daftar/contract/endpoint';
import type { Schema } from '@daftar/contract/schema';
import { validate } from '@daftar/contract/validate';
import { useMemo } from 'react';
import { useCurrentSearch } from '../ui/current-address.ts';
import type { Filters, ListSearch } from '../ui/list-search.ts';

const FILTERS = ['date_from', 'date_to', 'account', 'kind', 'mode'];
const PLACES = ['before', 'after'];

/** The list's filters, and the query of the page that is shown. */
export interface MovementsSearch<N extends string = string> {
  search: ListSearch & { list: N };
  /** Filters and place. */
  query: Readonly<Record<string, string>>;
  /** Shows the page next to a movement or, without one, the newest. */
  go(side: 'before' | 'after', place?: string): void;
}

/** The parameters of an address that the contract takes. */
export function movementsQuery(
  { query }: Endpoint,
  address: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const given = Object.fromEntries(
    [...FILTERS, ...PLACES].flatMap((name) => (address[name] ? [[name, address[name]]] : [])),
  ) as Record<string, string>;
  const checked = validate(query as Schema, given);
  const wrong = checked.ok ? [] : Object.keys(checked.errors);
  return Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.includes(name)));
}

const nothing = () => undefined;

/**
 * Reads and changes the address of a list of movements, whose pages are places and not numbers.
 * @param list name under which what a person chose for the list is kept.
 */
export function useMovementsSearch<const N extends string>(endpoint: Endpoint, list: N): MovementsSearch<N> {
  const { search: address, change } = useCurrentSearch();
  return useMemo(() => {
    const query = movementsQuery(endpoint, address);
    const without = (names: readonly string[]) =>
      Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));
    const filters = without(PLACES);
    // Other filters begin at their newest movement.
    const setFilters = (next: Filters) => void change(() => ({ ...next }), false);
    const search: ListSearch & { list: N } = {
      list,
      page: 1,
      pageSize: MOVEMENTS_PER_PAGE,
      sort: { by: '', type: 'desc' },
      filters,
      hasFilters: Object.keys(filters).length > 0,
      query: filters,
      canSortBy: () => false,
      check: (typed) => {
        const result = validate(endpoint.query as Schema, typed);
        return result.ok ? {} : result.errors;
      },
      setFilters,
      show: setFilters,
      removeFilters: (...names) => setFilters(without([...PLACES, ...names])),
      clear: () => setFilters({}),
      toggleSort: nothing,
      setSort: nothing,
      setPage: nothing,
      setPageSize: nothing,
    };
    return {
      search,
      query,
      go: (side, place) => void change(() => ({ ...filters, ...(place && { [side]: place }) }), false),
    };
  }, [endpoint, list, address, change]);
}
