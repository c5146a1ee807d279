/** The gateway of an attempt, and the attempt's identification there. */
import type { PaymentMethodId } from '@daftar/contract/lookups';
import type { App } from '../platform/context.ts';
import type { PaymentGateway, PaymentRef } from '../processors/gateway.ts';
import { idsOf } from '../processors/ids.ts';
import type { AttemptRow } from './store.ts';

/** Milliseconds for a processor's answer while somebody waits. */
export const CALL_MILLISECONDS = 8_000;

/** Opens the gateway at which an attempt was started; null if it is no longer configured. */
export const openGateway = (app: App, attempt: AttemptRow): Promise<PaymentGateway | null> =>
  app.processors.open(app, attempt);

/** Returns the identification of an attempt at its processor. */
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
