import { type ApprovalSettingsInput, approvals } from '@daftar/contract/approvals';
import { dashboard } from '@daftar/contract/dashboard';
import { payouts } from '@daftar/contract/payouts';
import { refunds } from '@daftar/contract/refunds';
import { transactions } from '@daftar/contract/transactions';
import { useQuery } from '@tanstack/react-query';
import { useListSearch } from '../../ui/list-search.ts';
import { call } from '../shared/call.ts';
import { prefetchList, useListQuery } from '../shared/list-query.ts';
import { invalidate, queryOf } from '../shared/query-client.ts';

/** The list's state in the address and its rows. */
export function useApprovals() {
  const search = useListSearch(approvals.list, 'approvals');
  return { search, query: useListQuery(approvals.list, search) };
}

/** Starts loading the list at an address before it is drawn. */
export const prefetchApprovals = (address: Record<string, string>) =>
  prefetchList(approvals.list, 'approvals', address);

/** How many requests wait; for a person who may decide some. */
export function useWaitingCount(enabled: boolean): number {
  const query = useQuery({
    ...queryOf(approvals.list, { query: { state: 'waiting', page: 1, page_size: 1 } }),
    enabled,
  });
  return query.data?.meta.total ?? 0;
}

const decided = () =>
  invalidate(
    approvals.list,
    approvals.settings,
    payouts.list,
    payouts.availableBalance,
    refunds.ofTransaction,
    transactions.list,
    transactions.details,
    dashboard.statistics,
  );

/** What a person can do with a request. Also a refusal means that the list may be out of date. @returns what is said of it. */
export async function decide(
  id: number,
  decision: { verb: 'approve' | 'withdraw' } | { verb: 'decline'; reason: string },
): Promise<string> {
  const params = { id };
  try {
    if (decision.verb === 'decline')
      return (await call(approvals.decline, { params, body: { reason: decision.reason } })).message;
    return (await call(approvals[decision.verb], { params })).message;
  } finally {
    void decided();
  }
}

/** What the merchant has decided about second persons. */
export const useApprovalSettings = () => useQuery(queryOf(approvals.settings));

/** @returns what the server says of it. */
export async function saveApprovalSettings(body: ApprovalSettingsInput): Promise<string> {
  const { message } = await call(approvals.saveSettings, { body });
  void invalidate(approvals.list, approvals.settings, payouts.availableBalance, refunds.ofTransaction);
  return message;
}
