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
  /** The last day of its validity, `YYYY-MM-DD`. */
  expires_on: z.string(),
  state: z.enum(EXPIRY_STATES),
});

export const ExpiryRow = z.object({
  id: z.number(),
  merchant: z.object({ id: z.number(), name: z.string() }),
  ...Expiry.shape,
});
export type ExpiryRow = z.output<typeof ExpiryRow>;

/** Expiry of a merchant's documents; null: no date is known. */
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
  /** As on the document. Absent: the document has no expiry date any more. */
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
    /** Only expired ones, whether or not they hold settlements. */
    is_expired: z.optional(z.enum(['yes'], { error: 'Invalid' })),
    merchant_id: z.optional(Id),
    /** By the last day of validity. */
    date_from: z.optional(Day),
    date_to: z.optional(Day),
  },
  ranges: [['date_from', 'date_to']],
} as const;

/** Expiry dates of merchants' documents, for the provider's staff. */
export const opsDocuments = defineEndpoints({
  /** Earliest expiry first. */
  list: {
    method: 'GET',
    path: '/ops/documents',
    base: 'fixed',
    access: 'ops:kyc',
    query: listQuery(LIST),
    reply: list(ExpiryRow),
  },
  /** Exports the rows of the list, at most 100,000. */
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
  /**
   * Saves the expiry date of a document that was seen. A later date lifts the settlement hold that the expiry caused.
   */
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
