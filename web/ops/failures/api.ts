import {
  type FailedDelivery,
  type FailedJob,
  type FailedMessage,
  opsPlatform,
} from '@daftar/contract/ops-platform';
import { useListSearch } from '../../ui/list-search.ts';
import { call } from '../shared/call.ts';
import { act, useListQuery } from '../shared/query.ts';

/** Messages that were not delivered; the table's state is in the screen, as of the other two. */
export function useFailedMessages() {
  const search = useListSearch(opsPlatform.failedMessages, 'ops-messages', { keep: 'screen' });
  return { search, query: useListQuery(opsPlatform.failedMessages, search) };
}

/** Webhooks that no server of the merchant accepted. */
export function useFailedDeliveries() {
  const search = useListSearch(opsPlatform.failedDeliveries, 'ops-webhooks', { keep: 'screen' });
  return { search, query: useListQuery(opsPlatform.failedDeliveries, search) };
}

/** Jobs that failed. */
export function useFailedJobs() {
  const search = useListSearch(opsPlatform.failedJobs, 'ops-jobs', { keep: 'screen' });
  return { search, query: useListQuery(opsPlatform.failedJobs, search) };
}

/** Send a message again. @returns whether it is queued */
export const retryMessage = ({ merchant_id, id }: FailedMessage) =>
  act(() => call(opsPlatform.retryMessage, { params: { merchantId: merchant_id, id } }));

/** Send a webhook again. @returns whether it is queued */
export const retryDelivery = ({ merchant, id }: FailedDelivery) =>
  act(() => call(opsPlatform.retryDelivery, { params: { merchantId: merchant.id, id } }));

/** Run a job again. @returns whether it is queued */
export const retryJob = ({ id }: FailedJob) => act(() => call(opsPlatform.retryJob, { params: { id } }));
