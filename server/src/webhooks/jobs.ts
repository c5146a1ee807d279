import { EVENTS_KEPT_DAYS } from '@daftar/contract/events';
import type { App } from '../platform/context.ts';
import type { JobHandlers, Schedule } from '../platform/jobs/worker.ts';
import { deliverWebhook } from './deliver.ts';
import { releaseWebhooks } from './release.ts';
import { purgeEvents } from './store.ts';
import { tellWebhook } from './tell.ts';

/** Jobs that run in the common worker. */
export const webhookJobs: JobHandlers = { 'tell-webhook': tellWebhook, 'release-webhooks': releaseWebhooks };

export const webhookSchedules: readonly Schedule[] = [{ job: 'release-webhooks', cron: '* * * * *' }];

/** Jobs that wait for merchants' servers and therefore run in their own worker. */
export const deliveryJobs: JobHandlers = {
  'deliver-webhook': (app, payload) => deliverWebhook(app, payload),
};

/** Concurrent deliveries of a process. */
export const DELIVERIES_AT_ONCE = 24;

/** Deletes events, and messages with their attempts, after thirty days. */
export function purgeWebhooks(app: App): Promise<void> {
  return purgeEvents(app, new Date(app.clock.now().getTime() - EVENTS_KEPT_DAYS * 86_400_000));
}
