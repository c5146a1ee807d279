/** Checkout's exports for the application and for nouns that can be paid. */
import type { FastifyInstance } from 'fastify';
import type { App } from '../platform/context.ts';
import { registerCallbacks } from './callbacks.ts';
import { paymentLinkSource } from './link-source.ts';
import { type PayPagesOptions, registerPayPages as registerPages } from './pages.ts';
import { addPayableSource } from './payable-source.ts';

export { askByHand, type Said } from './asking.ts';
export { checkoutChecks } from './checks.ts';
export { checkoutJobs, checkoutSchedules } from './jobs.ts';
export { expectedDay } from './outcomes.ts';
export { addPayableSource, type PayableSource } from './payable-source.ts';
export { isWorkingDay, uncountedReason } from './rules.ts';
export type { PaidFacts } from './store-announce.ts';

addPayableSource(paymentLinkSource);

/** Mounts the hosted payment page and the processors' callbacks. */
export function registerPayPages(fastify: FastifyInstance, app: App, options?: PayPagesOptions): void {
  registerCallbacks(fastify, app);
  registerPages(fastify, app, options);
}
