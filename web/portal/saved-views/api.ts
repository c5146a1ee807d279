import { savedViews, type ViewList } from '@daftar/contract/saved-views';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../shared/query-client.ts';
import { useAction } from '../shared/use-action.ts';

/** The caller's views of a list, and those that are shared. */
export const useViews = (list: ViewList) => useQuery(queryOf(savedViews.list, { query: { list } }));

const VIEWS = { invalidates: [savedViews.list] };

export const useSaveView = () => useAction(savedViews.create, VIEWS);

export const useUpdateView = () => useAction(savedViews.update, { ...VIEWS, quiet: true });

export const useDeleteView = () => useAction(savedViews.delete, VIEWS);
