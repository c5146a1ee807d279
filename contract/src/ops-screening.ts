import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done, file, list } from './envelope.ts';
import { exportQuery } from './exports.ts';
import { Day, listQuery } from './paging.ts';
import { Id, paragraphs } from './text.ts';

/**
 * - `true`: it is the listed party; an activation stays refused
 * - `false`: another party with a similar name
 */
export const HIT_STATES = ['open', 'true', 'false'] as const;

/** The owner of the compared name. */
export const HIT_PARTS = ['business', 'person', 'account'] as const;

/** A name of a merchant that resembles one of the list. */
export const HitRow = z.object({
  id: z.number(),
  merchant: z.object({ id: z.number(), name: z.string() }),
  part: z.enum(HIT_PARTS),
  name: z.string(),
  listed_name: z.string(),
  /** The entry's own number in the list, or its name. */
  listed_reference: z.string(),
  /** `YYYY-MM-DD`, a year, or empty. */
  birth_date: z.string(),
  source: z.string(),
  /** Similarity of the names, 1 to 100. */
  score: z.number(),
  found_at: z.string(),
  state: z.enum(HIT_STATES),
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(z.string()),
  reason: z.string(),
  /** True: the merchant has sent an activation request. */
  has_application: z.boolean(),
});
export type HitRow = z.output<typeof HitRow>;

/** Maximum size and number of lines of the list. */
export const LIST_BYTES = 20_000_000;
export const LIST_LINES = 100_000;

/** The list with which names are compared. */
export const ScreeningList = z.object({
  /** True: a list is configured (`DAFTAR_SCREENING_LIST`). */
  is_connected: z.boolean(),
  entries: z.number(),
  accepted_at: z.nullable(z.string()),
  tried_at: z.nullable(z.string()),
  /** Errors of a newer file, which is therefore not used; rows are counted from 1. */
  problems: z.array(
    z.object({
      line: z.number(),
      column: z.string(),
      reason: z.enum(['unreadable', 'tooLarge', 'tooMany', 'missing', 'tooLong', 'date', 'letters']),
    }),
  ),
});
export type ScreeningList = z.output<typeof ScreeningList>;

export const DecideHitForm = z.object({
  decision: z.enum(['true', 'false'], { error: 'Required' }),
  reason: paragraphs(500),
});

const HITS = {
  dialect: 'snake',
  sort: ['found_at', 'score'],
  defaultSort: 'found_at',
  filters: {
    /** Part of the merchant's name, of the listed party's name or number, or of the source. */
    q: z.optional(z.string().check(z.maxLength(255))),
    /** Open ones by default. */
    state: z.optional(z.enum(HIT_STATES, { error: 'Invalid' })),
    part: z.optional(z.enum(HIT_PARTS, { error: 'Invalid' })),
    merchant_id: z.optional(Id),
    date_from: z.optional(Day),
    date_to: z.optional(Day),
  },
  ranges: [['date_from', 'date_to']],
} as const;

/** Names of merchants that resemble entries of sanctions lists, for the provider's staff. */
export const opsScreening = defineEndpoints({
  hits: {
    method: 'GET',
    path: '/ops/screening',
    base: 'fixed',
    access: 'ops:kyc',
    query: listQuery(HITS),
    reply: list(HitRow),
  },
  /** Exports the rows of the list, at most 100,000. */
  export: {
    method: 'GET',
    path: '/ops/screening/export',
    base: 'fixed',
    access: 'ops:kyc',
    query: exportQuery(HITS),
    reply: file,
  },
  list: {
    method: 'GET',
    path: '/ops/screening/list',
    base: 'fixed',
    access: 'ops:kyc',
    reply: data(ScreeningList),
  },
  /** Decides a hit, or changes its decision. Deciding that it is another party waits for a second operator. */
  decide: {
    method: 'POST',
    path: '/ops/screening/:merchantId/:id',
    base: 'fixed',
    access: 'ops:kyc',
    params: z.object({ merchantId: Id, id: Id }),
    body: DecideHitForm,
    reply: done,
  },
});
