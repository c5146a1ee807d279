/** Lists of blocked and trusted payers. */
import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { done, file, list } from './envelope.ts';
import { exportQuery } from './exports.ts';
import { MerchantThing } from './ops-money.ts';
import { choice, filterOf, RiskReasonForm } from './ops-risk.ts';
import { Day, listQuery } from './paging.ts';
import { IdParams, paragraphs, reference } from './text.ts';

export const RISK_LISTS = ['blocked', 'trusted'] as const;
export type RiskList = (typeof RISK_LISTS)[number];
/** `network`: IPv4 with /24, or IPv6 with /48. A card can only be added from one of its payments. */
export const ENTRY_KINDS = ['mobile', 'address', 'network', 'card', 'bin', 'country'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];
/** Kinds that can be typed. */
export const TYPED_ENTRY_KINDS = ['mobile', 'address', 'network', 'bin', 'country'] as const;

const listed = {
  list: choice(RISK_LISTS),
  reason: paragraphs(500),
  /** The last day in Cairo on which the entry applies; absent: until it is removed. */
  last_day: z.optional(z.nullable(Day)),
};

export const RiskEntryForm = z.object({ ...listed, kind: choice(TYPED_ENTRY_KINDS), value: reference(64) });
export type RiskEntryForm = z.output<typeof RiskEntryForm>;
/** Adds a fact of a payment to a list. */
export const RiskListForm = z.object({ ...listed, kind: choice(ENTRY_KINDS) });
export type RiskListForm = z.output<typeof RiskListForm>;

export const RiskEntry = z.object({
  id: z.number(),
  list: z.enum(RISK_LISTS),
  kind: z.enum(ENTRY_KINDS),
  /** The displayed value: a mobile number, an address and a card are masked. */
  shown: z.string(),
  reason: z.string(),
  added_by: z.string(),
  created_at: z.string(),
  expires_at: z.nullable(z.string()),
});
export type RiskEntry = z.output<typeof RiskEntry>;

const LIST = {
  dialect: 'snake',
  sort: ['created_at', 'expires_at'],
  filters: {
    /**
     * A complete mobile number, address, network, BIN or country; or words of the reason or of the creator's address.
     */
    q: z.optional(z.string().check(z.maxLength(255))),
    list: filterOf(RISK_LISTS),
    kind: filterOf(ENTRY_KINDS),
    date_from: z.optional(Day),
    date_to: z.optional(Day),
  },
  ranges: [['date_from', 'date_to']],
} as const;

const base = 'fixed';
const access = 'ops:risk';

/** The lists that risk rules use. */
export const opsRiskEntries = defineEndpoints({
  list: {
    method: 'GET',
    path: '/ops/risk/entries',
    base,
    access,
    query: listQuery(LIST),
    reply: list(RiskEntry),
  },
  /** Exports the rows of the list, at most 100,000. */
  export: {
    method: 'GET',
    path: '/ops/risk/entries/export',
    base,
    access,
    query: exportQuery(LIST),
    reply: file,
  },
  /** A trusted entry waits for a second operator. */
  add: { method: 'POST', path: '/ops/risk/entries', base, access, body: RiskEntryForm, reply: done },
  /** Removing a blocked entry waits for a second operator. */
  remove: {
    method: 'POST',
    path: '/ops/risk/entries/:id/remove',
    base,
    access,
    params: IdParams,
    body: RiskReasonForm,
    reply: done,
  },
  /** Adds a fact of a payment to a list. */
  addOfPayment: {
    method: 'POST',
    path: '/ops/risk/payments/:merchantId/:id/list',
    base,
    access,
    params: MerchantThing,
    body: RiskListForm,
    reply: done,
  },
});
