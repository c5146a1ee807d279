import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data } from './envelope.ts';
import { PAYOUT_STATES } from './payouts.ts';

/** Kinds of results other than screens, in display order. */
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

/** Minimum length of a searched text. */
export const MIN_LETTERS_FOUND = 2;

/** Maximum number of results per kind. */
export const MAX_FOUND_PER_KIND = 5;

export const Found = z.object({
  kind: z.enum(FOUND_KINDS),
  id: z.number(),
  /**
   * The name of the customer, invoice, link or product; a transaction's payer; an order's customer; a ticket's first
   * words. Empty if there is none.
   */
  title: z.string(),
  /** TRX-…, INV-…, LNK-…, ORD-…, TKT-…; a customer's mobile; a product's code. */
  reference: z.string(),
  /** Null for customers and tickets. */
  amount: z.nullable(z.number()),
  currency: z.nullable(z.string()),
  status: z.nullable(z.number()),
  /** The payout's state if the transaction is a payout; otherwise null. */
  payout_state: z.nullable(z.enum(PAYOUT_STATES)),
  /** The id of that payout. */
  payout_id: z.nullable(z.number()),
  created_at: z.string(),
});
export type Found = z.output<typeof Found>;

export const search = defineEndpoints({
  /**
   * Searches the objects that the caller may open by reference, exact amount, product code, name, e-mail or phone;
   * returns nothing for fewer than two characters.
   */
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
