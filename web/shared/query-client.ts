import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
} from '@tanstack/react-query';
import { ApiError } from '../ui/errors.ts';

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

const SOON_MILLISECONDS = 800;
const LONGEST_WAIT_MILLISECONDS = 10_000;
/** How often a read is sent again when the server has said when: it is busy, and will be for some seconds. */
const TIMES_WHEN_TOLD = 3;

/** How failed reads are sent again: not when repeating one cannot change the response. */
export const RETRIES = {
  retry: (failures: number, error: unknown): boolean => {
    if (!(error instanceof ApiError)) return failures < 1;
    return error.status >= 500 && failures < (error.retryAfter === undefined ? 1 : TIMES_WHEN_TOLD);
  },
  retryDelay: (_failures: number, error: unknown): number =>
    error instanceof ApiError && error.retryAfter !== undefined
      ? Math.min(error.retryAfter * 1000, LONGEST_WAIT_MILLISECONDS)
      : SOON_MILLISECONDS,
};
