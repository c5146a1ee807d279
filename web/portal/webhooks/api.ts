import { events } from '@daftar/contract/events';
import { LATEST_VERSION } from '@daftar/contract/versions';
import { webhookEndpoints } from '@daftar/contract/webhook-endpoints';
import { webhooks } from '@daftar/contract/webhooks';
import { useQuery } from '@tanstack/react-query';
import type { ExportChoice } from '../../ui/export-rows.tsx';
import { type ListSearch, useListSearch } from '../../ui/list-search.ts';
import { call } from '../shared/call.ts';
import { prefetchList, useListQuery, useStatusCounts } from '../shared/list-query.ts';
import { invalidate, queryClient, queryOf } from '../shared/query-client.ts';
import { useAction } from '../shared/use-action.ts';

/** The list's state in the address and its rows. */
export function useWebhooks() {
  const search = useListSearch(webhooks.list, 'webhooks');
  const counts = useStatusCounts(webhooks.list, webhooks.counts, search, 'state');
  return { search, counts, query: useListQuery(webhooks.list, search) };
}

/** Starts loading the list at an address before it is drawn. */
export const prefetchWebhooks = (address: Record<string, string>) => {
  prefetchList(webhooks.list, 'webhooks', address, webhooks.counts);
  void queryClient.prefetchQuery(queryOf(webhooks.secret));
};

/** The list of events in the address and its rows. */
export function useEvents() {
  const search = useListSearch(events.list, 'events');
  return { search, query: useListQuery(events.list, search) };
}

export const prefetchEvents = (address: Record<string, string>) =>
  prefetchList(events.list, 'events', address);

/** An event with the messages that tell it, in the version that new programs read. */
export const useEvent = (id: number) =>
  useQuery(queryOf(events.details, { params: { id }, version: LATEST_VERSION }));

/** The polling interval of a pending message. */
const LOOK_MILLISECONDS = 2_000;

/** A message with its attempts; polled while it is pending, if `follow` is set. */
export function useWebhook(id: number, follow: boolean) {
  const refetchInterval = follow ? LOOK_MILLISECONDS : false;
  return useQuery({ ...queryOf(webhooks.details, { params: { id } }), refetchInterval });
}

/** The signing secret and the callback URL. */
export const useSecret = () => useQuery(queryOf(webhooks.secret));

/** Refetches the list with the messages' current states. */
export const refreshList = () => invalidate(webhooks.list, webhooks.secret);

const CHANGED = { invalidates: [webhooks.list, webhooks.details, webhooks.secret], evenIfFailed: true };

export const useEndpoints = () => useQuery(queryOf(webhookEndpoints.list));

export const prefetchEndpoints = () => queryClient.prefetchQuery(queryOf(webhookEndpoints.list));

const ENDPOINTS = { invalidates: [webhookEndpoints.list], evenIfFailed: true };

export const useCreateEndpoint = () => useAction(webhookEndpoints.create, ENDPOINTS);

export const useUpdateEndpoint = () => useAction(webhookEndpoints.update, ENDPOINTS);

export const useRemoveEndpoint = () => useAction(webhookEndpoints.remove, ENDPOINTS);

export const useRotateEndpoint = () => useAction(webhookEndpoints.rotate, ENDPOINTS);

export const useTestEndpoint = () =>
  useAction(webhookEndpoints.test, {
    invalidates: [webhooks.list, webhookEndpoints.list],
    evenIfFailed: true,
  });

/** Sends the messages of a period again. */
export const useResendRange = () =>
  useAction(webhookEndpoints.resend, { invalidates: [webhooks.list, webhooks.details], evenIfFailed: true });

export const useSendTest = () => useAction(webhooks.test, CHANGED);

export const useResend = () => useAction(webhooks.resend, CHANGED);

/** Chooses the version of what the callback URL is sent. */
export const useSetVersion = () => useAction(webhooks.setVersion, { invalidates: [webhooks.secret] });

/** Shows the whole secret, which is kept nowhere but on the screen. */
export const useReveal = () => useAction(webhooks.reveal, { quiet: true });

/** Rolls the secret; the former one also signs for some hours. */
export const useRotate = () => useAction(webhooks.rotate, CHANGED);

/** The messages that the filters find, as a file. */
export async function exportWebhooks(
  search: ListSearch<typeof webhooks.list>,
  { format }: ExportChoice,
  signal: AbortSignal,
): Promise<Response> {
  return (await call(webhooks.exportCsv, { query: { ...search.query, format }, signal })).data;
}

/** The events that the filters find, as a file. */
export async function exportEvents(
  search: ListSearch<typeof events.list>,
  { format }: ExportChoice,
  signal: AbortSignal,
): Promise<Response> {
  return (await call(events.exportCsv, { query: { ...search.query, format }, signal })).data;
}
