import { dashboard } from '@daftar/contract/dashboard';
import { paymentLinks } from '@daftar/contract/payment-links';
import { useQuery } from '@tanstack/react-query';
import { ApiError, NetworkError } from '../shared/call.ts';
import { queryClient, queryOf } from '../shared/query-client.ts';
import { useAction } from '../shared/use-action.ts';
import { isAsked } from './sale.ts';

/** How often a sale is asked about, whether or not live events arrive. */
const ASK_MILLISECONDS = 4_000;

const LINKS = [paymentLinks.till, paymentLinks.tillSale, paymentLinks.list, paymentLinks.details];

const today = () => queryOf(paymentLinks.till);
const saleOf = (id: number) => queryOf(paymentLinks.tillSale, { params: { id } });

/** Prefetches today's sales. */
export const prefetchToday = () => queryClient.prefetchQuery(today());

/** Today's newest sales of this person. */
export const useToday = () =>
  useQuery({
    ...today(),
    refetchInterval: ({ state }) =>
      state.data?.data.some((sale) => sale.state === 'waiting') ? 3 * ASK_MILLISECONDS : false,
  });

/** One sale, asked about until it is paid: a question without an answer is asked again. */
export function useSale(id: number) {
  const query = useQuery({
    ...saleOf(id),
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state: { data, error } }) =>
      (data ? isAsked(data.data.state) : isUnanswered(error)) ? ASK_MILLISECONDS : false,
  });
  return { query, isUnsure: query.fetchStatus === 'paused' || (query.isError && isUnanswered(query.error)) };
}

/** Whether nobody knows what became of a call. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);

export const useCreateSale = () =>
  useAction(paymentLinks.create, { invalidates: [...LINKS, dashboard.statistics] });

export const useCancelSale = () =>
  useAction(paymentLinks.deactivate, { invalidates: LINKS, evenIfFailed: true, quiet: true });
