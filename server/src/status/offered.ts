/** The contents of the status page. */
import { PAYMENT_METHOD_IDS, type PaymentMethodId } from '@daftar/contract/lookups';
import { STATUS_COMPONENTS, type StatusComponent } from '@daftar/contract/status';
import type { App } from '../platform/context.ts';
import { liveMethods } from '../processors/offered.ts';
import { componentOfMethod } from './counts.ts';

/** Returns the methods by which any merchant takes live payments. */
export async function availableMethods(app: Pick<App, 'pool' | 'config'>): Promise<PaymentMethodId[]> {
  const methods = await liveMethods(app);
  return PAYMENT_METHOD_IDS.filter((each) => methods.has(each));
}

/** Returns every component except methods that no merchant offers, in the page's order. */
export async function offeredComponents(app: Pick<App, 'pool' | 'config'>): Promise<StatusComponent[]> {
  const offered = new Set((await availableMethods(app)).map(componentOfMethod));
  const ofMethods = new Set(PAYMENT_METHOD_IDS.map(componentOfMethod));
  return STATUS_COMPONENTS.filter((each) => offered.has(each) || !ofMethods.has(each));
}
