import type { CallInput, Endpoint } from '@daftar/contract/endpoint';
import type { ListQuerySchema } from '@daftar/contract/paging';
import type { Path } from './path.ts';

/** The search of a screen that reads no parameters. */
type NoSearch = Readonly<Record<string, never>>;

/** Declares the path of a screen. Only files of `paths/` may (dependency-cruiser). */
export const definePath = <Search = NoSearch>(path: string): Path<Search> => path as Path<Search>;

type Paging = 'page' | 'page_size' | 'page_number' | 'sort_by' | 'sort_key' | 'sort_type';

/** The search of a list: the filters of its endpoint. */
export type ListSearchParams<E extends Endpoint & { query: ListQuerySchema }> = Omit<
  NonNullable<CallInput<E>['query']>,
  Paging | 'PageNumber' | 'PageSize' | 'SortKey' | 'SortType'
>;
