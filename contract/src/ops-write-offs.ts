import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { done } from './envelope.ts';
import { IdParams, paragraphs } from './text.ts';

/** Maximum write-off of one break: 10,000 EGP. Larger amounts are corrected or claimed. */
export const MAX_WRITTEN_OFF_PIASTRES = 1_000_000;

export const WriteOffForm = z.object({ reason: paragraphs(500) });
export type WriteOffForm = z.output<typeof WriteOffForm>;

const access = 'ops:reconciliation';
const base = 'fixed';

/** Writing off the open part of a break: requested by one operator, approved by another. */
export const opsWriteOffs = defineEndpoints({
  ask: {
    method: 'POST',
    path: '/ops/reconciliation/breaks/:id/write-off',
    base,
    access,
    params: IdParams,
    body: WriteOffForm,
    reply: done,
  },
  /** Requests the reversal of a write-off by a counter-entry: the break is open again. */
  askBack: {
    method: 'POST',
    path: '/ops/reconciliation/breaks/:id/take-back-write-off',
    base,
    access,
    params: IdParams,
    body: WriteOffForm,
    reply: done,
  },
});
