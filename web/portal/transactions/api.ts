import { approvals } from '@daftar/contract/approvals';
import { dashboard } from '@daftar/contract/dashboard';
import { payouts } from '@daftar/contract/payouts';
import { type AmanReply, type RefundFormInput, refunds } from '@daftar/contract/refunds';
import { simulator, type TransactionScenario } from '@daftar/contract/simulator';
import { transactions } from '@daftar/contract/transactions';
import { useQuery } from '@tanstack/react-query';
import type { ExportChoice } from '../../ui/export-rows.tsx';
import { type ListSearch, useListSearch } from '../../ui/list-search.ts';
import { call } from '../shared/call.ts';
import { prefetchList, useListQuery } from '../shared/list-query.ts';
import { useMode } from '../shared/mode.ts';
import { invalidate, queryClient, queryOf } from '../shared/query-client.ts';

/** The list's state in the address and its rows. */
export function useTransactions() {
  const search = useListSearch(transactions.list, 'transactions');
  return { search, query: useListQuery(transactions.list, search) };
}

/** Starts loading the list at an address before it is drawn. */
export const prefetchTransactions = (address: Record<string, string>) =>
  prefetchList(transactions.list, 'transactions', address);

const detailsOf = (id: string) => queryOf(transactions.details, { params: { id } });

/** Everything about one transaction. */
export const useTransaction = (id: string) => useQuery(detailsOf(id));

/** Starts loading a transaction before its screen is drawn. */
export const prefetchTransaction = (id: string) => queryClient.prefetchQuery(detailsOf(id));

/** The transactions chosen, or those that the list's filters leave, as a file. */
export async function exportTransactions(
  search: ListSearch<typeof transactions.list>,
  choice: ExportChoice,
  signal: AbortSignal,
): Promise<Response> {
  const query = { ...search.query, ...choice };
  return (await call(transactions.exportCsv, { query, signal })).data;
}

/** What was given back of a payment, what still can be, and how; always asked anew. */
export const useRefundable = (id: number) =>
  useQuery({ ...queryOf(refunds.ofTransaction, { params: { id } }), staleTime: 0, gcTime: 0 });

const moneyWentBack = () =>
  invalidate(
    transactions.details,
    transactions.list,
    payouts.availableBalance,
    approvals.list,
    dashboard.statistics,
  );

/** Whether a reply of the AmanCard calls is a yes. */
export const isYes = (reply: AmanReply): boolean => reply.Result === 'Success' && reply.ResultID === 0;

/** Checks a number and sends the first code to it. */
export const checkNumber = async (reference: string, number: string): Promise<AmanReply> =>
  (await call(refunds.amanInquiry, { body: { Mobile: number, transactionReference: reference } })).data;

/** Sends another code. */
export const sendCode = async (number: string): Promise<AmanReply> =>
  (await call(refunds.amanSendOtp, { body: { MobileNumber: number } })).data;

interface RefundByCode {
  reference: string;
  number: string;
  code: string;
  /** With two decimals. */
  amount: string;
}

/** Gives an amount back for a code. */
export async function refundByCode({ reference, number, code, amount }: RefundByCode): Promise<AmanReply> {
  const body = { Mobile: number, transactionReference: reference, OTP: code, amount };
  const { data } = await call(refunds.amanRefund, { body });
  if (isYes(data)) void moneyWentBack();
  return data;
}

/** Gives an amount back by any other method. @returns what the server says of it. */
export async function refund(id: number, body: RefundFormInput, idempotencyKey: string): Promise<string> {
  const { message } = await call(refunds.create, { params: { id }, body, idempotencyKey });
  void moneyWentBack();
  return message;
}

/** What is free to pay out, in pounds; always asked anew. */
export const useAvailableBalance = () =>
  useQuery({ ...queryOf(payouts.availableBalance), staleTime: 0, gcTime: 0 });

/** The merchant's payouts, newest first; the page before stays until the next is there. */
export function usePayouts(page: number, pageSize: number) {
  const mode = useMode();
  return useQuery({
    ...queryOf(payouts.list, {
      query: { page, page_size: pageSize, sort_by: 'created_at', sort_type: 'desc' },
    }),
    placeholderData: (previous, query) => (query?.queryKey[2] === mode ? previous : undefined),
  });
}

/** Every payout as a file, newest first. */
export async function exportPayouts(choice: ExportChoice, signal: AbortSignal): Promise<Response> {
  return (await call(payouts.exportCsv, { query: choice, signal })).data;
}

/** Sets an amount aside. @returns the code that redeems it. */
export async function requestPayout(amount: string, idempotencyKey: string) {
  const { data } = await call(payouts.request, { body: { amount }, idempotencyKey });
  void invalidate(
    payouts.list,
    payouts.availableBalance,
    transactions.list,
    approvals.list,
    dashboard.statistics,
  );
  return data;
}

/** What may be simulated of one transaction now; asked anew whenever anything of it changed. */
export const useScenarios = (id: number, enabled: boolean) =>
  useQuery({ ...queryOf(simulator.ofTransaction, { params: { id } }), enabled, staleTime: 0 });

/** Lets it happen. @returns what the server says of it. */
export async function simulateTransaction(id: number, scenario: TransactionScenario): Promise<string> {
  try {
    return (await call(simulator.transaction, { params: { id }, body: { scenario } })).message;
  } finally {
    // Balances, lists and figures: any of them may show it.
    void queryClient.invalidateQueries();
  }
}
