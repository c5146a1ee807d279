import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, list } from './envelope.ts';
import { listQuery } from './paging.ts';

/** Maximum number of days for which a share is held. */
export const RESERVE_DAYS_MOST = 730;

/** The terms of a merchant's rolling reserve, and the amount held now. */
export const Reserve = z.object({
  /** Percent of each settlement; 0: nothing is held of new ones. */
  share: z.number(),
  /** Days for which it is held; null without terms. */
  days: z.nullable(z.number()),
  /** The amount held now, in pounds; null for callers without `view-balances`. */
  balance: z.nullable(z.number()),
  currency: z.string(),
  /** The next release: its Cairo day, `YYYY-MM-DD`, and the sum of that day; null if nothing is held. */
  next_release: z.nullable(z.object({ date: z.string(), amount: z.number() })),
  /** The limit of customers' payments in the current month in Cairo, and the amount paid, in pounds; null: no limit. */
  monthly_limit: z.nullable(z.object({ amount: z.number(), used: z.number() })),
});
export type Reserve = z.output<typeof Reserve>;

/**
 * - `held`: part of it is held
 * - `released`: its day came, and the rest was added to the available balance
 * - `used`: chargebacks or refunds took all of it
 */
export const RESERVE_ITEM_STATES = ['held', 'released', 'used'] as const;

/** The amount that is or was held of one settlement; amounts in pounds. */
export const ReserveItemRow = z.object({
  id: z.number(),
  settlement_id: z.number(),
  settlement_reference: z.string(),
  state: z.enum(RESERVE_ITEM_STATES),
  /** Percent and days as agreed at that time. */
  share: z.number(),
  days: z.number(),
  held_at: z.string(),
  /** The amount held at first. */
  amount: z.number(),
  /** The amount taken by chargebacks and refunds because the available balance did not cover them. */
  drawn: z.number(),
  /** The amount still held. */
  left: z.number(),
  /** A Cairo day, `YYYY-MM-DD`. */
  release_on: z.string(),
  released_at: z.nullable(z.string()),
  /** The released amount; null before. */
  released: z.nullable(z.number()),
  currency: z.string(),
});
export type ReserveItemRow = z.output<typeof ReserveItemRow>;

/** The rolling reserve, as the merchant sees it. */
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
