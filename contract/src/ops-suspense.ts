import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, file, list } from './envelope.ts';
import { exportQuery } from './exports.ts';
import { ReconciledAccount } from './ops-settlement-lines.ts';
import { Day, listQuery } from './paging.ts';
import { Id } from './text.ts';

/**
 * The cause of a movement of suspense: a batch with unidentified lines or another amount than the bank received was
 * booked, or its booking was reversed; a person identified a line; an amount was written off, or the write-off was
 * undone.
 */
export const SUSPENSE_CAUSES = ['booked', 'reversed', 'identified', 'written_off', 'written_back'] as const;
export type SuspenseCause = (typeof SUSPENSE_CAUSES)[number];

export const SuspenseMovement = z.object({
  id: z.number(),
  account: ReconciledAccount,
  cause: z.enum(SUSPENSE_CAUSES),
  /** The bank's reference of the batch, or the reference of the break. */
  reference: z.string(),
  /** The settlement file of the batch. */
  file_id: z.nullable(z.number()),
  break_id: z.nullable(z.number()),
  /** In EGP; positive if suspense increases. */
  amount: z.number(),
  created_at: z.string(),
});
export type SuspenseMovement = z.output<typeof SuspenseMovement>;

/** The amount in suspense of an account at a processor, in EGP. */
export const SuspenseBalance = z.object({
  account: ReconciledAccount,
  amount: z.number(),
  /** The day since when its oldest part has been there. */
  since: z.string(),
  /** Amounts by age in working days, grouped like breaks, with one more entry than `AGE_BOUNDS`. */
  ages: z.array(z.number()),
});
export type SuspenseBalance = z.output<typeof SuspenseBalance>;

const MOVEMENTS = {
  dialect: 'snake',
  sort: ['created_at'],
  filters: {
    /** A part of a reference, or an amount. */
    q: z.optional(z.string().check(z.maxLength(255))),
    account_id: z.optional(Id),
    date_from: z.optional(Day),
    date_to: z.optional(Day),
  },
  ranges: [['date_from', 'date_to']],
} as const;

const access = 'ops:reconciliation';
const base = 'fixed';

/** Unidentified money of processors. */
export const opsSuspense = defineEndpoints({
  balances: {
    method: 'GET',
    path: '/ops/reconciliation/suspense/balances',
    base,
    access,
    reply: data(z.array(SuspenseBalance)),
  },
  movements: {
    method: 'GET',
    path: '/ops/reconciliation/suspense',
    base,
    access,
    query: listQuery(MOVEMENTS),
    reply: list(SuspenseMovement),
  },
  /** Exports the rows of the list, at most 100,000. */
  exportMovements: {
    method: 'GET',
    path: '/ops/reconciliation/suspense/export',
    base,
    access,
    query: exportQuery(MOVEMENTS),
    reply: file,
  },
});
