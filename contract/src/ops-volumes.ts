import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done } from './envelope.ts';
import { Amount } from './money.ts';
import { IdParams, paragraphs } from './text.ts';

/**
 * - `usual`: the limit of the merchant's status
 * - `own`: an agreed amount
 * - `none`: no limit
 */
export const VOLUME_RULES = ['usual', 'own', 'none'] as const;
export type VolumeRule = (typeof VOLUME_RULES)[number];

/** The amount captured this month, and the amount of payments under way, in pounds. */
const Used = z.object({ captured: z.number(), open: z.number() });

export const MerchantVolume = z.object({
  rule: z.enum(VOLUME_RULES),
  /** The merchant's monthly limit, in pounds; null: none. */
  limit: z.nullable(z.number()),
  /** The limit of its status, in pounds; null: none. */
  usual_limit: z.nullable(z.number()),
  /** The month in Cairo, as its first day: `YYYY-MM-DD`. */
  month: z.string(),
  live: Used,
  test: Used,
});
export type MerchantVolume = z.output<typeof MerchantVolume>;

export const VolumeForm = z.pipe(
  z.object({
    rule: z.enum(VOLUME_RULES, { error: 'Invalid' }),
    /** For `own`, in pounds. */
    limit: z.optional(z.nullable(z.union([z.literal(''), Amount]))),
    reason: paragraphs(500),
  }),
  z.transform(
    ({ rule, limit, reason }, ctx): { rule: VolumeRule; limitPiastres: number | null; reason: string } => {
      const own = rule === 'own' && typeof limit === 'number' ? limit : null;
      if (rule === 'own' && own === null)
        ctx.issues.push({ code: 'custom', message: 'Required', input: limit, path: ['limit'] });
      return { rule, limitPiastres: own, reason };
    },
  ),
);

/** A merchant's monthly volume and its limit, for the provider's staff. */
export const opsVolumes = defineEndpoints({
  details: {
    method: 'GET',
    path: '/ops/merchants/:id/volume',
    base: 'fixed',
    access: 'ops:merchants',
    params: IdParams,
    reply: data(MerchantVolume),
  },
  /** Lowers the limit at once; raising or removing it requires a second operator's approval. */
  save: {
    method: 'PUT',
    path: '/ops/merchants/:id/volume-limit',
    base: 'fixed',
    access: 'ops:terms',
    params: IdParams,
    body: VolumeForm,
    reply: done,
  },
});
