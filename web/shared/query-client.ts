import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
} from '@tanstack/react-query';

const isFirstResponse = ({ state }: Query) => state.fetchStatus === 'fetching' && state.data === undefined;

/**
 * A query client whose invalidation also covers first responses that are still under way. They may have been read before
 * the change, and TanStack Query lets them finish and takes them for new: they are fetched once more.
 */
export class FreshQueryClient extends QueryClient {
  override async invalidateQueries(
    filters: InvalidateQueryFilters = {},
    options?: InvalidateOptions,
  ): Promise<void> {
    const first = new Set(this.getQueryCache().findAll(filters).filter(isFirstResponse));
    await super.invalidateQueries(filters, options);
    if (first.size > 0) await super.invalidateQueries({ predicate: (each) => first.has(each) }, options);
  }
}
