import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { done } from './envelope.ts';
import { IdParams, paragraphs } from './text.ts';

/** The most that one break is written off with: 10,000 EGP. More is corrected or claimed. */
export const MAX_WRITTEN_OFF_PIASTRES = 1_000_000;

export const WriteOffForm = z.object({ reason: paragraphs(500) });
export type WriteOffForm = z.output<typeof WriteOffForm>;

const access = 'ops:reconciliation';
const base = 'fixed';

/** Giving up what stays open of a break: one operator asks, a second one approves. */
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
  /** Asks to take a write-off back by a counter-entry: the break is open again. */
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
