import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done, list } from './envelope.ts';
import { Day, listQuery } from './paging.ts';
import { IdParams, text } from './text.ts';

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
  reason: text(500),
});

/** Until when the documents of merchants are valid, for the provider's staff. */
export const opsDocuments = defineEndpoints({
  /** What expires first comes first. */
  list: {
    method: 'GET',
    path: '/ops/documents',
    base: 'fixed',
    access: 'ops:kyc',
    query: listQuery({
      dialect: 'snake',
      sort: ['expires_on'],
      defaultSort: 'expires_on',
      defaultType: 'asc',
      filters: {
        /** Only those that are over. */
        is_expired: z.optional(z.enum(['yes'], { error: 'Invalid' })),
      },
    }),
    reply: list(ExpiryRow),
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
