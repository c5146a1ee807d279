/** INITIATE_CHECKOUT: the data of a payment sent to the gateway. */
import { toDecimal } from '../amounts.ts';
import type { PaymentOrder } from '../gateway.ts';
import { cut } from './answers.ts';

/** Maximum lengths of texts at the gateway. */
const LIMITS = { merchantName: 40, description: 127, name: 50, email: 254 } as const;
/** Tries on the gateway's page before it sends the payer back; the gateway's maximum is three. */
const TRIES = 3;
const MINIMUM_SECONDS = 60;

/** Builds the request for a session. */
export function checkoutOf(order: PaymentOrder, merchantId: string, now: Date) {
  const { externalRef, reference, returnUrl, payer } = order;
  const seconds = Math.ceil((order.expiresAt.getTime() - now.getTime()) / 1000);
  return {
    apiOperation: 'INITIATE_CHECKOUT',
    interaction: {
      operation: 'PURCHASE',
      locale: order.locale === 'ar' ? 'ar_EG' : 'en_US',
      merchant: { name: cut(order.merchantName, LIMITS.merchantName) || merchantId },
      displayControl: { billingAddress: 'HIDE', customerEmail: 'HIDE', shipping: 'HIDE' },
      // Counted from the moment when the payer opens the page.
      timeout: Math.max(MINIMUM_SECONDS, seconds),
      returnUrl,
      cancelUrl: returnUrl,
      timeoutUrl: returnUrl,
      redirectMerchantUrl: returnUrl,
      retryAttemptCount: TRIES,
    },
    order: {
      id: externalRef,
      reference,
      amount: toDecimal(order.amountPiastres),
      currency: order.currency,
      description: cut(order.description, LIMITS.description) || reference,
      notificationUrl: order.notificationUrl,
    },
    transaction: { reference: externalRef, source: 'INTERNET' },
    ...customerOf(payer),
  };
}

function customerOf({ name, email, mobile }: PaymentOrder['payer']) {
  const [first = '', ...others] = name.trim().split(/\s+/);
  const filled = Object.entries({
    firstName: cut(first, LIMITS.name),
    lastName: cut(others.join(' '), LIMITS.name),
    email: email.length <= LIMITS.email ? email : '',
    mobilePhone: mobile,
  }).filter(([, value]) => value !== '');
  return filled.length > 0 ? { customer: Object.fromEntries(filled) } : {};
}
