import type { App } from '../platform/context.ts';
import type { JobHandlers } from '../platform/jobs/worker.ts';
import { deliverWebhook } from './deliver.ts';
import { forgetEvents } from './store.ts';
import { tellWebhook } from './tell.ts';

/** The jobs of this noun that run with all others. */
export const webhookJobs: JobHandlers = { 'tell-webhook': tellWebhook };

/** Those that wait for servers of others, and therefore run apart. */
export const deliveryJobs: JobHandlers = {
  'deliver-webhook': (app, payload) => deliverWebhook(app, payload),
};

/** Messages under way at once in a process. */
export const DELIVERIES_AT_ONCE = 24;

const KEPT_DAYS = 30;

/** Drops messages, with their tries, after thirty days. */
export function forgetWebhooks(app: App): Promise<void> {
  return forgetEvents(app, new Date(app.clock.now().getTime() - KEPT_DAYS * 86_400_000));
}
