import { COUNTED_FILTERS, OPS_TABS, type OpsTabList, opsListCounts } from '@daftar/contract/ops-list-counts';
import { useQuery } from '@tanstack/react-query';
import { type OpsListSearch, queryOf } from './query.ts';

const isTabbed = (list: string): list is OpsTabList => list in OPS_TABS;

/**
 * The filter whose values are tabs above a list, if it has some, and how many rows have each. These are of a mode and a
 * merchant, so there are none while anything else is filtered.
 */
export function useTabs({ list, filters }: OpsListSearch) {
  const by = isTabbed(list) ? OPS_TABS[list].by : undefined;
  const isCounted = Object.keys(filters).every(
    (name) => name === by || COUNTED_FILTERS.some((counted) => counted === name),
  );
  const query = {
    list: list as OpsTabList,
    ...Object.fromEntries(COUNTED_FILTERS.flatMap((name) => (filters[name] ? [[name, filters[name]]] : []))),
  };
  const isAsked = by !== undefined && isCounted;
  const { data } = useQuery({ ...queryOf(opsListCounts.read, { query }), enabled: isAsked });
  return { ...(by && { tabs: by }), counts: isAsked ? data?.data : undefined };
}
