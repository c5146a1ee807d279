/** Keeps a list's filters, sort, page and page size in the screen's URL, validated by the contract's query schema. */

import type { CallInput, Endpoint } from '@daftar/contract/endpoint';
import { readWhole } from '@daftar/contract/numbers';
import { DEFAULT_PAGE_SIZE, isFilterOf, type ListQuerySchema } from '@daftar/contract/paging';
import { type FieldMessages, validate } from '@daftar/contract/validate';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { afterPaint } from './after-paint.ts';
import { useCurrentSearch } from './current-address.ts';

export interface Sort {
  by: string;
  type: 'asc' | 'desc';
}

export type Filters = Readonly<Record<string, string>>;

export interface ListSearch<E extends Endpoint = Endpoint> {
  /** Name under which what a person chose for the list is kept. */
  list: string;
  page: number;
  pageSize: number;
  sort: Sort;
  /** Active filters as text, by the contract's names. */
  filters: Filters;
  hasFilters: boolean;
  /** Query parameters for `call`, in the endpoint's own names. */
  query: NonNullable<CallInput<E>['query']>;
  canSortBy(column: string): boolean;
  /** Validation errors of filters, by field. */
  check(filters: Filters): FieldMessages;
  /** Replaces the filters and goes to page 1. */
  setFilters(filters: Filters): void;
  removeFilters(...names: string[]): void;
  /** Replaces the filters and, if given, the order, and goes to page 1. */
  show(filters: Filters, sort?: Sort): void;
  /** Clears all filters and sorts by id ascending. */
  clear(): void;
  /** Sorts by a column: ascending first, then descending. Remembered per list. */
  toggleSort(column: string): void;
  setSort(sort: Sort): void;
  setPage(page: number): void;
  setPageSize(size: number): void;
}

const storageKey = (list: string) => `daftar.sort.${list}`;

function rememberedSort(list: string, sorts: readonly string[]): Sort | null {
  try {
    const [by, type] = (localStorage.getItem(storageKey(list)) ?? '').split(' ');
    return by && sorts.includes(by) && (type === 'asc' || type === 'desc') ? { by, type } : null;
  } catch {
    return null;
  }
}

function remember(list: string, sort: Sort | null): void {
  try {
    if (sort) localStorage.setItem(storageKey(list), `${sort.by} ${sort.type}`);
    else localStorage.removeItem(storageKey(list));
  } catch {
    // Not remembering a sort is no reason to fail.
  }
}

type Raw = Readonly<Record<string, string | undefined>>;

/** Names of paging parameters in URLs, the same for every endpoint. */
const OWN = { page: 'page', size: 'page_size', by: 'sort_by', type: 'sort_type' } as const;

/**
 * Reads and changes the state of a list.
 * @param list name under which the user's sort order is stored.
 * @param options `keep: 'screen'` keeps the state out of the URL, for tables inside a detail screen.
 */
export function useListSearch<E extends Endpoint & { query: ListQuerySchema }, const N extends string>(
  endpoint: E,
  list: N,
  options: { keep?: 'address' | 'screen' } = {},
): ListSearch<E> & { list: N } {
  const inAddress = options.keep !== 'screen';
  const { search: address, change: changeAddress } = useCurrentSearch();
  const [own, setOwn] = useState<Raw>({});
  const raw = inAddress ? address : own;
  const { query } = endpoint;

  const write = useCallback(
    (change: (raw: Raw) => Raw, replace = false) => {
      const tidy = (next: Raw) =>
        Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined && value !== ''));
      if (!inAddress) {
        setOwn((current) => tidy(change(current)));
        return;
      }
      void changeAddress((current) => tidy(change(current)), replace);
    },
    [inAddress, changeAddress],
  );

  const state = useMemo(() => read(raw, query, list), [raw, query, list]);

  // A remembered sort is written into the address, so that what is shared is what is seen.
  const { sort, sortIsRemembered } = state;
  useEffect(() => {
    if (inAddress && sortIsRemembered) {
      write((current) => ({ ...current, [OWN.by]: sort.by, [OWN.type]: sort.type }), true);
    }
  }, [inAddress, sortIsRemembered, sort, write]);

  return useMemo(() => {
    const setSort = (next: Sort) => {
      remember(list, next);
      write((current) => ({ ...current, [OWN.by]: next.by, [OWN.type]: next.type, [OWN.page]: undefined }));
    };
    const setFilters = (filters: Filters) =>
      write((current) => {
        const kept = Object.fromEntries(
          Object.entries(current).filter(([name]) => !isFilterOf(query.list, name)),
        );
        return { ...kept, ...filters, [OWN.page]: undefined };
      });
    return {
      ...state,
      list,
      query: wireQuery<E>(state, query),
      canSortBy: (column) => query.list.sorts.includes(column),
      check: (filters) => {
        const result = validate(query, filters);
        return result.ok ? {} : result.errors;
      },
      setFilters,
      show: (filters, sort) => {
        write((current) => ({
          ...Object.fromEntries(Object.entries(current).filter(([name]) => !isFilterOf(query.list, name))),
          ...filters,
          ...(sort ? { [OWN.by]: sort.by, [OWN.type]: sort.type } : {}),
          [OWN.page]: undefined,
        }));
      },
      removeFilters: (...names) =>
        setFilters(
          Object.fromEntries(Object.entries(state.filters).filter(([name]) => !names.includes(name))),
        ),
      clear: () => {
        const byId = query.list.sorts.includes('id');
        remember(list, null);
        write((current) => ({
          ...(current[OWN.size] ? { [OWN.size]: current[OWN.size] } : {}),
          ...(byId ? { [OWN.by]: 'id', [OWN.type]: 'asc' } : {}),
        }));
      },
      setSort,
      toggleSort: (by) =>
        afterPaint(() =>
          setSort({ by, type: state.sort.by === by && state.sort.type === 'asc' ? 'desc' : 'asc' }),
        ),
      setPage: (page) =>
        afterPaint(() =>
          write((current) => ({ ...current, [OWN.page]: page > 1 ? String(page) : undefined })),
        ),
      setPageSize: (size) =>
        write((current) => ({
          ...current,
          [OWN.size]: size === DEFAULT_PAGE_SIZE ? undefined : String(size),
          [OWN.page]: undefined,
        })),
    };
  }, [state, query, list, write]);
}

/** Converts a list's state to the endpoint's query parameters. */
function wireQuery<E extends Endpoint>(state: ReturnType<typeof read>, { list }: ListQuerySchema) {
  const { names } = list;
  return {
    ...state.filters,
    [names.page]: state.page,
    [names.size]: state.pageSize,
    [names.by]: state.sort.by,
    [names.type]: state.sort.type,
  } as NonNullable<CallInput<E>['query']>;
}

/** Computes the query of a list from a URL, to prefetch it before rendering. */
export function queryOfAddress<E extends Endpoint & { query: ListQuerySchema }>(
  endpoint: E,
  list: string,
  raw: Raw,
) {
  return wireQuery<E>(read(raw, endpoint.query, list), endpoint.query);
}

/** Parses a URL's search; drops values that the contract would refuse. */
function read(raw: Raw, query: ListQuerySchema, list: string) {
  const { defaults } = query.list;
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(raw)) {
    if (isFilterOf(query.list, name) && typeof value === 'string' && value !== '') given[name] = value;
  }
  const whole = (text: string | undefined, least: number, most: number) => {
    const value = readWhole(text ?? '');
    return value !== null && value >= least && value <= most ? value : undefined;
  };
  const checked = validate(query, given);
  const wrong = checked.ok ? [] : Object.keys(checked.errors);
  const filters = Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.includes(name)));
  const by = raw[OWN.by];
  const type = raw[OWN.type]?.toLowerCase();
  const inAddress: Sort | null =
    by && query.list.sorts.includes(by) ? { by, type: type === 'asc' ? 'asc' : 'desc' } : null;
  const remembered = inAddress ? null : rememberedSort(list, query.list.sorts);
  const fallback: Sort = { by: defaults.sortBy, type: defaults.sortType };
  return {
    page: whole(raw[OWN.page], 1, 1_000_000) ?? 1,
    pageSize: whole(raw[OWN.size], 1, 100) ?? defaults.pageSize,
    sort: inAddress ?? remembered ?? fallback,
    sortIsRemembered: remembered !== null,
    filters: filters as Filters,
    hasFilters: Object.keys(filters).length > 0,
  };
}
