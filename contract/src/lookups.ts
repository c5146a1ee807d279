import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data } from './envelope.ts';

/** Payment methods; numbers and codes are fixed by the API. */
export const PAYMENT_METHODS = [
  { id: 1, code: 'Card' },
  { id: 2, code: 'AmanCard' },
  { id: 3, code: 'MobileWallet' },
  { id: 4, code: 'Kiosk' },
  { id: 5, code: 'InstaPay' },
] as const;
export type PaymentMethodId = (typeof PAYMENT_METHODS)[number]['id'];
export type PaymentMethodCode = (typeof PAYMENT_METHODS)[number]['code'];
/** Every method by its id. */
export const PAYMENT_METHOD_IDS = PAYMENT_METHODS.map((method) => method.id) as PaymentMethodId[];

export const CURRENCIES = [
  { id: 1, code: 'EGP' },
  { id: 2, code: 'USD' },
] as const;
export type CurrencyId = (typeof CURRENCIES)[number]['id'];
export type CurrencyCode = (typeof CURRENCIES)[number]['code'];
export const CURRENCY_IDS = [1, 2] as const;

export const PaymentMethodItem = z.object({ id: z.number(), name: z.string(), code: z.string() });
export const CurrencyItem = z.object({ id: z.number(), code: z.string(), name: z.string() });

export const lookups = defineEndpoints({
  paymentMethods: {
    method: 'GET',
    path: '/merchant/payment_methods',
    base: 'mode',
    access: 'signed-in',
    keys: 'secret',
    whenNotLive: true,
    reply: data(z.array(PaymentMethodItem)),
  },
  currencies: {
    method: 'GET',
    path: '/merchant/currency',
    base: 'mode',
    access: 'signed-in',
    keys: 'secret',
    whenNotLive: true,
    reply: data(z.array(CurrencyItem)),
  },
  exchangeRate: {
    method: 'GET',
    path: '/merchant/currency/exchange_rate',
    base: 'mode',
    access: 'signed-in',
    keys: 'secret',
    whenNotLive: true,
    query: z.object({ code: z.enum(['EGP', 'USD'], { error: 'Invalid' }) }),
    /** EGP per unit; 1 for EGP. */
    reply: data(z.object({ code: z.string(), exchange_rate: z.number() })),
  },
});
