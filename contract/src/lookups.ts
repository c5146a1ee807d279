import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data } from './envelope.ts';
import { codeOf } from './text.ts';

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
/** Payment method ids by code. */
export const PAYMENT_METHOD = {
  Card: 1,
  AmanCard: 2,
  MobileWallet: 3,
  Kiosk: 4,
  InstaPay: 5,
} as const satisfies {
  [M in (typeof PAYMENT_METHODS)[number] as M['code']]: M['id'];
};
/** The ids of all payment methods. */
export const PAYMENT_METHOD_IDS = PAYMENT_METHODS.map((method) => method.id) as PaymentMethodId[];

export const CURRENCIES = [
  { id: 1, code: 'EGP' },
  { id: 2, code: 'USD' },
] as const;
export type CurrencyId = (typeof CURRENCIES)[number]['id'];
export type CurrencyCode = (typeof CURRENCIES)[number]['code'];
export const CURRENCY_IDS = [1, 2] as const;
export const CURRENCY = { EGP: 1, USD: 2 } as const;
export const CURRENCY_CODES = ['EGP', 'USD'] as const satisfies readonly CurrencyCode[];

export const PaymentMethodItem = z.object({ id: codeOf(PAYMENT_METHOD), name: z.string(), code: z.string() });
export const CurrencyItem = z.object({ id: codeOf(CURRENCY), code: z.string(), name: z.string() });

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
    query: z.object({ code: z.enum(CURRENCY_CODES, { error: 'Invalid' }) }),
    /** EGP per unit; 1 for EGP. */
    reply: data(z.object({ code: z.string(), exchange_rate: z.number() })),
  },
});
