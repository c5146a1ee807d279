/** Webhooks' exports for the application; other nouns emit events with `emit.ts`. */
export { DELIVERIES_AT_ONCE, deliveryJobs, purgeWebhooks, webhookJobs } from './jobs.ts';
export { registerWebhooks } from './routes.ts';
