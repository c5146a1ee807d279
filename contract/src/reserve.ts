import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, list } from './envelope.ts';
import { listQuery } from './paging.ts';

/** The longest that a share is held, in days. */
export const RESERVE_DAYS_MOST = 730;

/** What of a merchant's settlements is held for some days, and what of it is held now. */
export const Reserve = z.object({
  /** Percent of each settlement; 0: nothing is held of new ones. */
  share: z.number(),
  /** For how long; null without terms. */
  days: z.nullable(z.number()),
  /** What is held now, in pounds; null for callers without `view-balances`. */
  balance: z.nullable(z.number()),
  currency: z.string(),
  /** What is released next: the Cairo day, `YYYY-MM-DD`, and the sum of that day; null when nothing is held. */
  next_release: z.nullable(z.object({ date: z.string(), amount: z.number() })),
  /** What customers may pay in this month of Cairo, and what they have paid, in pounds; null: no limit. */
  monthly_limit: z.nullable(z.object({ amount: z.number(), used: z.number() })),
});
export type Reserve = z.output<typeof Reserve>;

/**
 * - `held`: some of it is held
 * - `released`: its day came, and what was left was added to the available balance
 * - `used`: chargebacks or refunds took all of it
 */
export const RESERVE_ITEM_STATES = ['held', 'released', 'used'] as const;

/** What of one settlement is or was held; amounts in pounds. */
export const ReserveItemRow = z.object({
  id: z.number(),
  settlement_id: z.number(),
  settlement_reference: z.string(),
  state: z.enum(RESERVE_ITEM_STATES),
  /** Percent, and days, as they were agreed then. */
  share: z.number(),
  days: z.number(),
  held_at: z.string(),
  /** What was held at first. */
  amount: z.number(),
  /** What chargebacks and refunds took, because the available balance did not cover them. */
  drawn: z.number(),
  /** What is still held. */
  left: z.number(),
  /** A Cairo day, `YYYY-MM-DD`. */
  release_on: z.string(),
  released_at: z.nullable(z.string()),
  /** What was released; null before. */
  released: z.nullable(z.number()),
  currency: z.string(),
});
export type ReserveItemRow = z.output<typeof ReserveItemRow>;

/** The rolling reserve, for the merchant. */
export const reserve = defineEndpoints({
  details: {
    method: 'GET',
    path: '/merchant/reserve',
    base: 'mode',
    access: 'view-settlements',
    reply: data(Reserve),
  },
  /** Latest release first, so what is still held comes before what was released. */
  items: {
    method: 'GET',
    path: '/merchant/reserve/items',
    base: 'mode',
    access: 'view-settlements',
    query: listQuery({ dialect: 'snake', sort: ['release_on'], defaultSort: 'release_on', filters: {} }),
    reply: list(ReserveItemRow),
  },
});
