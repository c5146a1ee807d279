import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done, file, list } from './envelope.ts';
import { exportQuery } from './exports.ts';
import { Day, listQuery } from './paging.ts';
import { Id, paragraphs } from './text.ts';

/**
 * - `true`: it is the listed one; an activation stays refused
 * - `false`: somebody else with a like name
 */
export const HIT_STATES = ['open', 'true', 'false'] as const;

/** Whose name it is. */
export const HIT_PARTS = ['business', 'person', 'account'] as const;

/** A name of a merchant that is like one of the list. */
export const HitRow = z.object({
  id: z.number(),
  merchant: z.object({ id: z.number(), name: z.string() }),
  part: z.enum(HIT_PARTS),
  name: z.string(),
  listed_name: z.string(),
  /** Its own number in the list, or its name. */
  listed_reference: z.string(),
  /** `YYYY-MM-DD`, a year, or empty. */
  birth_date: z.string(),
  source: z.string(),
  /** How alike the names are, 1 to 100. */
  score: z.number(),
  found_at: z.string(),
  state: z.enum(HIT_STATES),
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(z.string()),
  reason: z.string(),
  /** Whether the merchant has sent an activation request. */
  has_application: z.boolean(),
});
export type HitRow = z.output<typeof HitRow>;

/** The largest list. */
export const LIST_BYTES = 20_000_000;
export const LIST_LINES = 100_000;

/** The list that names are compared with. */
export const ScreeningList = z.object({
  /** Whether one is connected (`DAFTAR_SCREENING_LIST`). */
  is_connected: z.boolean(),
  entries: z.number(),
  accepted_at: z.nullable(z.string()),
  tried_at: z.nullable(z.string()),
  /** What is wrong with the newer file, which does not hold; counted from 1. */
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
    /** Part of the merchant's name, of the listed one's name or number, or of the source. */
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

/** Names of merchants on lists of sanctions, for the provider's staff. */
export const opsScreening = defineEndpoints({
  hits: {
    method: 'GET',
    path: '/ops/screening',
    base: 'fixed',
    access: 'ops:kyc',
    query: listQuery(HITS),
    reply: list(HitRow),
  },
  /** The rows of the list as a file; a hundred thousand at most. */
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
  /** Decides a hit, also anew. That a listed one is somebody else waits for a second operator. */
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
