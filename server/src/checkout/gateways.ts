/** The gateway of an attempt, and what names the attempt there. */
import type { PaymentMethodId } from '@daftar/contract/lookups';
import type { App } from '../platform/context.ts';
import type { PaymentGateway, PaymentRef } from '../processors/gateway.ts';
import { idsOf } from '../processors/ids.ts';
import type { AttemptRow } from './store.ts';

/** Time for a processor's answer while somebody waits. */
export const CALL_MILLISECONDS = 8_000;

/** Opens the gateway that an attempt was started at; null when it is no longer configured. */
export const openGateway = (app: App, attempt: AttemptRow): Promise<PaymentGateway | null> =>
  app.processors.open(app, attempt);

/** What names an attempt at its processor. */
export async function paymentRefOf(app: App, attempt: AttemptRow): Promise<PaymentRef> {
  return {
    merchantId: attempt.merchantId,
    externalRef: attempt.externalRef,
    method: attempt.method as PaymentMethodId,
    amountPiastres: attempt.chargePiastres,
    currency: 'EGP',
    expiresAt: attempt.expiresAt,
    ids: attempt.accountId === null ? {} : await idsOf(app, attempt),
  };
}
