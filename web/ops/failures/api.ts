import {
  type FailedDelivery,
  type FailedJob,
  type FailedMessage,
  opsPlatform,
} from '@daftar/contract/ops-platform';
import { call } from '../shared/call.ts';
import { useSavedList } from '../shared/query.ts';

export { act, refetchAll } from '../shared/query.ts';

/** Messages that were not delivered; the table's state is in the screen, as of the other two. */
export const useFailedMessages = () =>
  useSavedList(opsPlatform.failedMessages, opsPlatform.exportFailedMessages, 'ops-messages', {
    keep: 'screen',
  });

/** Webhooks that no server of the merchant accepted. */
export const useFailedDeliveries = () =>
  useSavedList(opsPlatform.failedDeliveries, opsPlatform.exportFailedDeliveries, 'ops-webhooks', {
    keep: 'screen',
  });

/** Jobs that failed. */
export const useFailedJobs = () =>
  useSavedList(opsPlatform.failedJobs, opsPlatform.exportFailedJobs, 'ops-jobs', { keep: 'screen' });

/** Send a message again. */
export const retryMessage = ({ merchant_id, id }: FailedMessage) =>
  call(opsPlatform.retryMessage, { params: { merchantId: merchant_id, id } });

/** Send a webhook again. */
export const retryDelivery = ({ merchant, id }: FailedDelivery) =>
  call(opsPlatform.retryDelivery, { params: { merchantId: merchant.id, id } });

/** Run a job again. */
export const retryJob = ({ id }: FailedJob) => call(opsPlatform.retryJob, { params: { id } });
