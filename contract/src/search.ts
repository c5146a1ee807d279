import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data } from './envelope.ts';
import { PAYOUT_STATES } from './payouts.ts';

/** What can be found besides screens, in the order it is shown. */
export const FOUND_KINDS = [
  'transaction',
  'invoice',
  'payment-link',
  'customer',
  'order',
  'product',
  'ticket',
] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

/** So many of each kind. */
export const FOUND_MOST = 5;

export const Found = z.object({
  kind: z.enum(FOUND_KINDS),
  id: z.number(),
  /** Name of the customer, invoice, link or product; the payer of a transaction; who ordered; how a ticket begins. Empty where none was given. */
  title: z.string(),
  /** TRX-…, INV-…, LNK-…, ORD-…, TKT-…; a customer's mobile; a product's code. */
  reference: z.string(),
  /** Null for customers and tickets. */
  amount: z.nullable(z.number()),
  currency: z.nullable(z.string()),
  status: z.nullable(z.number()),
  /** How a transaction that is a payout stands; null of anything else. */
  payout_state: z.nullable(z.enum(PAYOUT_STATES)),
  created_at: z.string(),
});
export type Found = z.output<typeof Found>;

export const search = defineEndpoints({
  /** By reference, exact amount, code of a product, name, e-mail or phone; of what the caller may open. Under two characters: nothing. */
  find: {
    method: 'GET',
    path: '/merchant/search',
    base: 'mode',
    access: 'signed-in',
    keys: 'secret',
    whenNotLive: true,
    query: z.object({ q: z.string().check(z.maxLength(100)) }),
    reply: data(z.array(Found)),
  },
});
