/**
 * Maker-checker: where a merchant has turned it on, every payout and every refund above an amount waits until a second
 * person approves it. Whoever holds the permission to ask may decide what somebody else asked for.
 */
import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, list } from './envelope.ts';
import { Amount } from './money.ts';
import { listQuery } from './paging.ts';
import type { Permission } from './permissions.ts';
import { stepUpFields } from './step-up.ts';
import { IdParams, Switch, text } from './text.ts';

export const APPROVAL_KINDS = ['refund', 'payout', 'settings', 'bank-account'] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

export const APPROVAL_STATES = ['waiting', 'approved', 'declined', 'withdrawn', 'expired'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/**
 * What somebody needs to ask for a kind, and to decide what another asked for. Whoever may decide refunds and payouts may
 * decide on the settings and the receiving bank account too, so that a second person can be found for them.
 */
export const APPROVAL_PERMISSION = {
  refund: 'transaction-refund',
  payout: 'payout-request-transactions',
  settings: 'payment-methods-settings',
  'bank-account': 'edit-bank-account',
} as const satisfies Record<ApprovalKind, Permission>;

/** Who holds both decides on every kind. */
export const MONEY_PERMISSIONS = [APPROVAL_PERMISSION.refund, APPROVAL_PERMISSION.payout] as const;

/** A request that nobody decides is over after this long. */
export const APPROVAL_DAYS = 7;

export const APPROVAL_SORTS = ['id', 'created_at', 'amount'] as const;

export const ApprovalRow = z.object({
  id: z.number(),
  kind: z.enum(APPROVAL_KINDS),
  state: z.enum(APPROVAL_STATES),
  amount: z.number(),
  currency: z.string(),
  /** The payment to be given back; null for a payout. */
  transaction_id: z.nullable(z.number()),
  transaction_reference: z.nullable(z.string()),
  /** In the words of whoever asked. */
  reason: z.string(),
  /** Where a kiosk payment goes; the IBAN shows its ends alone. */
  bank_account: z.nullable(z.object({ account_name: z.string(), bank_name: z.string(), iban: z.string() })),
  requested_by: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(z.string()),
  /** Why it was declined; empty otherwise. */
  decline_reason: z.string(),
  /** Asked for by an API key: nobody knows who used it, so two people have to say yes. */
  by_key: z.boolean(),
  /** The first of the two; null while there is none. */
  first_yes_by: z.nullable(z.string()),
  /** What the approval settings would become; null for other kinds. */
  settings: z.nullable(z.object({ enabled: z.boolean(), refund_above: z.number() })),
  /** The caller asked for it: they may withdraw it, and never approve it. */
  mine: z.boolean(),
});
export type ApprovalRow = z.output<typeof ApprovalRow>;

export const ApprovalSettings = z.object({
  enabled: z.boolean(),
  /** Pounds. A refund waits when it brings what was given back of its payment above this. */
  refund_above: z.number(),
  /** A change of them waits for a second person. */
  waiting: z.boolean(),
});
export type ApprovalSettings = z.output<typeof ApprovalSettings>;

/** Wanting less approved needs the password, and a second person. */
export const ApprovalSettingsForm = z.object({ enabled: Switch, refund_above: Amount, ...stepUpFields });
export type ApprovalSettingsInput = z.input<typeof ApprovalSettingsForm>;

/** Declining says why. */
export const DeclineForm = z.object({ reason: text(500) });

const EITHER = Object.values(APPROVAL_PERMISSION) as [Permission, ...Permission[]];
const ONE = {
  method: 'POST',
  base: 'mode',
  access: EITHER,
  // A second pair of eyes has to be a person, not a key.
  keys: 'none',
  params: IdParams,
  reply: data(ApprovalRow),
} as const;

export const approvals = defineEndpoints({
  /** Requests of the kinds that the caller holds the permission for. */
  list: {
    method: 'GET',
    path: '/merchant/approvals',
    base: 'mode',
    access: EITHER,
    query: listQuery({
      dialect: 'snake',
      sort: APPROVAL_SORTS,
      filters: {
        state: z.optional(z.enum(APPROVAL_STATES, { error: 'Invalid' })),
        kind: z.optional(z.enum(APPROVAL_KINDS, { error: 'Invalid' })),
      },
    }),
    reply: list(ApprovalRow),
  },
  /** Moves the money, if the balance still covers it. */
  approve: { ...ONE, path: '/merchant/approvals/:id/approve' },
  decline: { ...ONE, path: '/merchant/approvals/:id/decline', body: DeclineForm },
  /** By whoever asked. */
  withdraw: { ...ONE, path: '/merchant/approvals/:id/withdraw' },
  settings: {
    method: 'GET',
    path: '/merchant/approvals/settings',
    base: 'mode',
    access: 'payment-methods-settings',
    reply: data(ApprovalSettings),
  },
  saveSettings: {
    method: 'POST',
    path: '/merchant/approvals/settings',
    base: 'mode',
    access: 'payment-methods-settings',
    body: ApprovalSettingsForm,
    stepUp: 'sometimes',
    reply: data(ApprovalSettings),
  },
});
