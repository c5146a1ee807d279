import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done, list } from './envelope.ts';
import { Percentage } from './money.ts';
import { listQuery } from './paging.ts';
import { RESERVE_DAYS_MOST, Reserve, ReserveItemRow } from './reserve.ts';
import { IdParams, text } from './text.ts';

/** A whole number of days on the wire, also as text. */
const Days = z.pipe(
  z.union([z.number(), z.string()]),
  z.transform((value: number | string, ctx): number => {
    const typed = typeof value === 'string' ? value.trim() : value;
    const days = /^\d{1,4}$/.test(String(typed)) ? Number(typed) : Number.NaN;
    if (days >= 1 && days <= RESERVE_DAYS_MOST) return days;
    ctx.issues.push({ code: 'custom', message: typed === '' ? 'Required' : 'Invalid', input: value });
    return z.NEVER;
  }),
);

export const ReserveForm = z.object({
  /** Percent of each settlement; 0 lifts the reserve for new ones. */
  share: Percentage,
  days: Days,
  /** Also releases what is held now. */
  release_now: z._default(z.boolean(), false),
  reason: text(500),
});

/** A merchant's rolling reserve, for the provider's staff. */
export const opsReserve = defineEndpoints({
  details: {
    method: 'GET',
    path: '/ops/merchants/:id/reserve',
    base: 'fixed',
    access: 'ops:merchants',
    params: IdParams,
    reply: data(z.object({ live: Reserve, test: Reserve })),
  },
  /** What of live settlements is or was held. */
  items: {
    method: 'GET',
    path: '/ops/merchants/:id/reserve/items',
    base: 'fixed',
    access: 'ops:merchants',
    params: IdParams,
    query: listQuery({ dialect: 'snake', sort: ['release_on'], defaultSort: 'release_on', filters: {} }),
    reply: list(ReserveItemRow),
  },
  /** Asks a second operator to set, change or lift it. What is held already keeps its day unless it is released now. */
  ask: {
    method: 'PUT',
    path: '/ops/merchants/:id/reserve',
    base: 'fixed',
    access: 'ops:terms',
    params: IdParams,
    body: ReserveForm,
    reply: done,
  },
});
