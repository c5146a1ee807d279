import { approvals } from '@daftar/contract/approvals';
import { dashboard } from '@daftar/contract/dashboard';
import { payouts } from '@daftar/contract/payouts';
import { type AmanReply, type RefundState, refunds } from '@daftar/contract/refunds';
import { simulator } from '@daftar/contract/simulator';
import { transactions } from '@daftar/contract/transactions';
import { useQuery } from '@tanstack/react-query';
import type { ExportChoice } from '../../ui/export-rows.tsx';
import { type ListSearch, useListSearch } from '../../ui/list-search.ts';
import { call } from '../shared/call.ts';
import { prefetchList, useListQuery, useStatusCounts } from '../shared/list-query.ts';
import { useMode } from '../shared/mode.ts';
import { invalidate, queryClient, queryOf } from '../shared/query-client.ts';
import { useAction } from '../shared/use-action.ts';

/** The list's state in the address and its rows. */
export function useTransactions() {
  const search = useListSearch(transactions.list, 'transactions');
  const counts = useStatusCounts(transactions.list, transactions.counts, search);
  return { search, counts, query: useListQuery(transactions.list, search) };
}

/** Prefetches the list at an address. */
export const prefetchTransactions = (address: Record<string, string>) =>
  prefetchList(transactions.list, 'transactions', address);

const detailsOf = (id: string) => queryOf(transactions.details, { params: { id } });

/** Everything about one transaction. */
export const useTransaction = (id: string) => useQuery(detailsOf(id));

/** Prefetches a transaction. */
export const prefetchTransaction = (id: string) => queryClient.prefetchQuery(detailsOf(id));

/** Exports the chosen transactions, or those that match the filters. */
export async function exportTransactions(
  search: ListSearch<typeof transactions.list>,
  choice: ExportChoice,
  signal: AbortSignal,
): Promise<Response> {
  const query = { ...search.query, ...choice };
  return (await call(transactions.exportCsv, { query, signal })).data;
}

/** A payment's refunds, refundable amount and channel; always fresh. */
export const useRefundable = (id: number) =>
  useQuery({ ...queryOf(refunds.ofTransaction, { params: { id } }), staleTime: 0, gcTime: 0 });

const REFUNDED = {
  invalidates: [
    transactions.details,
    transactions.list,
    payouts.availableBalance,
    approvals.list,
    dashboard.statistics,
  ],
};

/** Whether a reply of the AmanCard calls is a success. */
export const isYes = (reply: AmanReply): boolean => reply.Result === 'Success' && reply.ResultID === 0;

/** Checks a number and sends the first code to it. */
export const useCheckNumber = () => useAction(refunds.amanInquiry);

/** Sends another code. */
export const useSendCode = () => useAction(refunds.amanSendOtp);

/** Refunds an amount by code. The reply may be a refusal: see `isYes`. */
export const useRefundByCode = () => useAction(refunds.amanRefund, REFUNDED);

/** Refunds an amount by any other method. */
export const useRefund = () => useAction(refunds.create, REFUNDED);

/**
 * Refunds what is left of one of many payments, the way it was paid: `refetchRefunded` follows the last.
 * @returns whether it waits for approval, or `null` when it cannot be refunded without details of the payer
 */
export async function refundRest(id: number, idempotencyKey: string): Promise<RefundState | null> {
  const { data: found } = await call(refunds.ofTransaction, { params: { id } });
  if (found.way !== 'direct') return null;
  const body = { amount: found.refundable_amount.toFixed(2), reason: '' };
  return (await call(refunds.create, { params: { id }, body, idempotencyKey })).data.state;
}

/** Refetches what shows refunds. */
export const refetchRefunded = () => invalidate(...REFUNDED.invalidates);

/** The available balance in pounds; always fresh. */
export const useAvailableBalance = () =>
  useQuery({ ...queryOf(payouts.availableBalance), staleTime: 0, gcTime: 0 });

/** The merchant's payouts, newest first; the previous page stays until the next arrives. */
export function usePayouts(page: number, pageSize: number) {
  const mode = useMode();
  return useQuery({
    ...queryOf(payouts.list, {
      query: { page, page_size: pageSize, sort_by: 'created_at', sort_type: 'desc' },
    }),
    placeholderData: (previous, query) => (query?.queryKey[2] === mode ? previous : undefined),
  });
}

/** Exports every payout, newest first. */
export async function exportPayouts(choice: ExportChoice, signal: AbortSignal): Promise<Response> {
  return (await call(payouts.exportCsv, { query: choice, signal })).data;
}

/** Requests a payout. The reply has the code to collect it. */
export const useRequestPayout = () =>
  useAction(payouts.request, {
    invalidates: [
      payouts.list,
      payouts.availableBalance,
      transactions.list,
      approvals.list,
      dashboard.statistics,
    ],
  });

/** What can be simulated for a transaction now; refetched when it changes. */
export const useScenarios = (id: number, enabled: boolean) =>
  useQuery({ ...queryOf(simulator.ofTransaction, { params: { id } }), enabled, staleTime: 0 });

/** Simulates a scenario of a test transaction. Balances, lists and figures may all change. */
export const useSimulate = () =>
  useAction(simulator.transaction, { invalidates: 'everything', evenIfFailed: true });
