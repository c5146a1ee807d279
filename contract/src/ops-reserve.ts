import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done, file, list } from './envelope.ts';
import { exportQuery } from './exports.ts';
import { Percentage } from './money.ts';
import { count } from './numbers.ts';
import { ListMode, Mode } from './ops-money-lists.ts';
import { Day, listQuery } from './paging.ts';
import { RESERVE_DAYS_MOST, RESERVE_ITEM_STATES, Reserve, ReserveItemRow } from './reserve.ts';
import { Id, IdParams, paragraphs } from './text.ts';

/** A whole number of days, also accepted as text. */
const Days = count({ least: 1, most: RESERVE_DAYS_MOST, error: 'Invalid' });

export const ReserveForm = z.object({
  /** Percent of each settlement; 0 lifts the reserve for new ones. */
  share: Percentage,
  days: Days,
  /** Also releases the amounts held now. */
  release_now: z._default(z.boolean(), false),
  reason: paragraphs(500),
});

export const OpsReserveItemRow = z.extend(ReserveItemRow, {
  merchant: z.object({ id: z.number(), name: z.string() }),
  mode: Mode,
});
export type OpsReserveItemRow = z.output<typeof OpsReserveItemRow>;

const ITEMS = {
  dialect: 'snake',
  sort: ['release_on', 'amount'],
  defaultSort: 'release_on',
  defaultType: 'asc',
  filters: {
    /**
     * A reference of the settlement or of a payment in it, part of the merchant's name, e-mail or mobile, its number,
     * or the amount held.
     */
    q: z.optional(z.string().check(z.maxLength(255))),
    /** Live by default. */
    mode: z.optional(ListMode),
    state: z.optional(z.enum(RESERVE_ITEM_STATES, { error: 'Invalid' })),
    merchant_id: z.optional(Id),
    /** By the Cairo day of the release. */
    date_from: z.optional(Day),
    date_to: z.optional(Day),
  },
  ranges: [['date_from', 'date_to']],
} as const;

/** Merchants' rolling reserves, for the provider's staff. */
export const opsReserve = defineEndpoints({
  details: {
    method: 'GET',
    path: '/ops/merchants/:id/reserve',
    base: 'fixed',
    access: 'ops:merchants',
    params: IdParams,
    reply: data(z.object({ live: Reserve, test: Reserve })),
  },
  /** Lists the amounts that are or were held of settlements, across merchants, earliest release first. */
  items: {
    method: 'GET',
    path: '/ops/reserve-items',
    base: 'fixed',
    access: 'ops:settlements',
    query: listQuery(ITEMS),
    reply: list(OpsReserveItemRow),
  },
  exportItems: {
    method: 'GET',
    path: '/ops/reserve-items/export',
    base: 'fixed',
    access: 'ops:settlements',
    query: exportQuery(ITEMS),
    reply: file,
  },
  /**
   * Requests a second operator's approval to set, change or lift the reserve. Amounts already held keep their release
   * day unless released now.
   */
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
