import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done, file, list } from './envelope.ts';
import { exportQuery } from './exports.ts';
import { Day, listQuery } from './paging.ts';
import { Id, IdParams, paragraphs } from './text.ts';

export const EXPIRING_DOCUMENTS = ['id_card', 'commercial_register', 'tax_card'] as const;
export type ExpiringDocument = (typeof EXPIRING_DOCUMENTS)[number];

/**
 * - `soon`: within thirty days
 * - `held`: expired, and the merchant's settlements are on hold because of it
 */
export const EXPIRY_STATES = ['valid', 'soon', 'expired', 'held'] as const;

const Expiry = z.object({
  kind: z.enum(EXPIRING_DOCUMENTS),
  /** The last day on which it is valid, `YYYY-MM-DD`. */
  expires_on: z.string(),
  state: z.enum(EXPIRY_STATES),
});

export const ExpiryRow = z.object({
  id: z.number(),
  merchant: z.object({ id: z.number(), name: z.string() }),
  ...Expiry.shape,
});
export type ExpiryRow = z.output<typeof ExpiryRow>;

/** The documents of a merchant; null: no day is known. */
export const MerchantExpiries = z.array(
  z.object({
    kind: z.enum(EXPIRING_DOCUMENTS),
    expires_on: z.nullable(z.string()),
    state: z.nullable(z.enum(EXPIRY_STATES)),
  }),
);
export type MerchantExpiries = z.output<typeof MerchantExpiries>;

export const ExpiryForm = z.object({
  kind: z.enum(EXPIRING_DOCUMENTS, { error: 'Invalid' }),
  /** As on the document. Left out: it has none any more. */
  expires_on: z.optional(Day),
  reason: paragraphs(500),
});

const LIST = {
  dialect: 'snake',
  sort: ['expires_on'],
  defaultSort: 'expires_on',
  defaultType: 'asc',
  filters: {
    /** Part of the merchant's name, e-mail or mobile; Arabic-aware. Or its number. */
    q: z.optional(z.string().check(z.maxLength(255))),
    kind: z.optional(z.enum(EXPIRING_DOCUMENTS, { error: 'Invalid' })),
    state: z.optional(z.enum(EXPIRY_STATES, { error: 'Invalid' })),
    /** Only those that are over, whether they hold settlements or not. */
    is_expired: z.optional(z.enum(['yes'], { error: 'Invalid' })),
    merchant_id: z.optional(Id),
    /** Of the last day on which they are valid. */
    date_from: z.optional(Day),
    date_to: z.optional(Day),
  },
  ranges: [['date_from', 'date_to']],
} as const;

/** Until when the documents of merchants are valid, for the provider's staff. */
export const opsDocuments = defineEndpoints({
  /** What expires first comes first. */
  list: {
    method: 'GET',
    path: '/ops/documents',
    base: 'fixed',
    access: 'ops:kyc',
    query: listQuery(LIST),
    reply: list(ExpiryRow),
  },
  /** The rows of the list as a file; a hundred thousand at most. */
  export: {
    method: 'GET',
    path: '/ops/documents/export',
    base: 'fixed',
    access: 'ops:kyc',
    query: exportQuery(LIST),
    reply: file,
  },
  ofMerchant: {
    method: 'GET',
    path: '/ops/merchants/:id/documents',
    base: 'fixed',
    access: 'ops:merchants',
    params: IdParams,
    reply: data(MerchantExpiries),
  },
  /** Enters the day of a document that was seen. A later day lifts the settlement hold that its end had caused. */
  save: {
    method: 'PUT',
    path: '/ops/merchants/:id/documents',
    base: 'fixed',
    access: 'ops:kyc',
    params: IdParams,
    body: ExpiryForm,
    reply: done,
  },
});
