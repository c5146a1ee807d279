import type { StepUp } from '@daftar/contract/step-up';
import type { GRACE_HOURS } from '@daftar/contract/webhooks';
import { webhooks } from '@daftar/contract/webhooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useListSearch } from '../../ui/list-search.ts';
import { call } from '../shared/call.ts';
import { prefetchList, useListQuery } from '../shared/list-query.ts';
import { invalidate, queryClient, queryOf } from '../shared/query-client.ts';

/** The list's state in the address and its rows. */
export function useWebhooks() {
  const search = useListSearch(webhooks.list, 'webhooks');
  return { search, query: useListQuery(webhooks.list, search) };
}

/** Starts loading the list at an address before it is drawn. */
export const prefetchWebhooks = (address: Record<string, string>) => {
  prefetchList(webhooks.list, 'webhooks', address);
  void queryClient.prefetchQuery(queryOf(webhooks.secret));
};

/** How often a message on its way is looked at again. */
const LOOK_MILLISECONDS = 2_000;

/** One message with its tries; looked at again while it is on its way and `follow` says so. */
export function useWebhook(id: number, follow: boolean) {
  const refetchInterval = follow ? LOOK_MILLISECONDS : false;
  return useQuery({ ...queryOf(webhooks.details, { params: { id } }), refetchInterval });
}

/** The signing secret and where messages go. */
export const useSecret = () => useQuery(queryOf(webhooks.secret));

/** The list shows what became of a message meanwhile. */
export const refreshList = () => invalidate(webhooks.list, webhooks.secret);

const changed = () => invalidate(webhooks.list, webhooks.details, webhooks.secret);

export const useSendTest = () => useMutation({ mutationFn: () => call(webhooks.test), onSettled: changed });

export const useResend = (id: number) =>
  useMutation({ mutationFn: () => call(webhooks.resend, { params: { id } }), onSettled: changed });

/** Renews the secret; the one before signs too for some hours. */
export const useRotate = () =>
  useMutation({
    mutationFn: ({ hours, proof }: { hours: (typeof GRACE_HOURS)[number]; proof: StepUp }) =>
      call(webhooks.rotate, { body: { grace_hours: hours, ...proof } }),
    onSettled: changed,
  });
