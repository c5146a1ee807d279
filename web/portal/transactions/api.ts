import { approvals } from '@daftar/contract/approvals';
import { dashboard } from '@daftar/contract/dashboard';
import { payouts } from '@daftar/contract/payouts';
import { type AmanReply, type RefundState, refunds } from '@daftar/contract/refunds';
import { transactions } from '@daftar/contract/transactions';
import { useQuery } from '@tanstack/react-query';
import type { ExportChoice } from '../../ui/export-rows.tsx';
import { type ListSearch, useListSearch } from '../../ui/list-search.ts';
import { call } from '../shared/call.ts';
import { prefetchList, useListQuery, useStatusCounts } from '../shared/list-query.ts';
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
  prefetchList(transactions.list, 'transactions', address, transactions.counts);

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
