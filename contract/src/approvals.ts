/**
 * Maker-checker: if a merchant has turned it on, every payout and every refund above a threshold waits for a second
 * person's approval. Anyone with the permission to request something may decide on other people's requests.
 */
import * as z from 'zod/mini';
import { APPROVAL_PERMISSION } from './access.ts';
import { defineEndpoints } from './endpoint.ts';
import { data, file, list } from './envelope.ts';
import { ExportFilters } from './exports.ts';
import { OwnFieldsReply } from './integration-fields.ts';
import { Amount } from './money.ts';
import { listQuery, StatusCount } from './paging.ts';
import { stepUpFields } from './step-up.ts';
import { IdParams, paragraphs, Switch } from './text.ts';

export const APPROVAL_KINDS = Object.keys(APPROVAL_PERMISSION) as [ApprovalKind, ...ApprovalKind[]];
export type ApprovalKind = keyof typeof APPROVAL_PERMISSION;

export const APPROVAL_STATES = ['waiting', 'approved', 'declined', 'withdrawn', 'expired'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** The number of requests in each state. */
export const ApprovalCount = z.object({ ...StatusCount.shape, status: z.enum(APPROVAL_STATES) });
export type ApprovalCount = z.output<typeof ApprovalCount>;

/** A person with both permissions may decide on every kind. */
export const MONEY_PERMISSIONS = [APPROVAL_PERMISSION.refund, APPROVAL_PERMISSION.payout] as const;

/** A pending request expires after this many days. */
export const APPROVAL_DAYS = 7;

export const APPROVAL_SORTS = ['id', 'created_at', 'amount'] as const;

/** The requested approval settings. */
export const WantedApprovalSettings = z.object({ enabled: z.boolean(), refund_above: z.number() });

/** Details of a requested receiving account that appear in transfer files, in addition to its name and IBAN. */
export const WantedReceivingAccount = z.object({
  latin_name: z.string(),
  town: z.string(),
  bank_branch: z.string(),
});

export const ApprovalRow = z.object({
  id: z.number(),
  kind: z.enum(APPROVAL_KINDS),
  state: z.enum(APPROVAL_STATES),
  amount: z.number(),
  currency: z.string(),
  /** The payment to be refunded; null for a payout. */
  transaction_id: z.nullable(z.number()),
  transaction_reference: z.nullable(z.string()),
  /** The requester's reason. */
  reason: z.string(),
  /** The destination of a kiosk refund, with a masked IBAN. */
  bank_account: z.nullable(z.object({ account_name: z.string(), bank_name: z.string(), iban: z.string() })),
  /** Of the account to receive settlements; null for other kinds. */
  bank_account_details: z.nullable(WantedReceivingAccount),
  requested_by: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(z.string()),
  /** Why it was declined; otherwise empty. */
  decline_reason: z.string(),
  /** Requested with an API key: the person who used it is unknown, so two people must approve. */
  by_key: z.boolean(),
  /** The first of the two approvers; null before the first approval. */
  first_yes_by: z.nullable(z.string()),
  /** The requested approval settings; null for other kinds. */
  settings: z.nullable(WantedApprovalSettings),
  /** The caller's own request, which they may withdraw but never approve. */
  mine: z.boolean(),
  /** Of the refund that the request creates. */
  ...OwnFieldsReply,
});
export type ApprovalRow = z.output<typeof ApprovalRow>;

export const ApprovalSettings = z.object({
  enabled: z.boolean(),
  /** In pounds. A refund waits when all refunds of its payment exceed this. */
  refund_above: z.number(),
  /** A change of the settings waits for approval. */
  waiting: z.boolean(),
});
export type ApprovalSettings = z.output<typeof ApprovalSettings>;

/** Less strict settings require step-up and a second person's approval. */
export const ApprovalSettingsForm = z.object({ enabled: Switch, refund_above: Amount, ...stepUpFields });
export type ApprovalSettingsInput = z.input<typeof ApprovalSettingsForm>;

/** Declining requires a reason. */
export const DeclineForm = z.object({ reason: paragraphs(500) });

type OfKind = (typeof APPROVAL_PERMISSION)[ApprovalKind];
const EITHER = Object.values(APPROVAL_PERMISSION) as [OfKind, ...OfKind[]];
const ONE = {
  method: 'POST',
  base: 'mode',
  access: EITHER,
  // An approver must be a person, not a key.
  keys: 'none',
  params: IdParams,
  reply: data(ApprovalRow),
} as const;

const filters = {
  /** The payment's reference (`TRX-…`), whole or its beginning, or a part of the requester's name; Arabic-aware. */
  q: z.optional(z.string().check(z.maxLength(255))),
  state: z.optional(z.enum(APPROVAL_STATES, { error: 'Invalid' })),
  kind: z.optional(z.enum(APPROVAL_KINDS, { error: 'Invalid' })),
  /** `me`: only requests that the caller may approve now. */
  waits_for: z.optional(z.enum(['me'], { error: 'Invalid' })),
};
const listOptions = { dialect: 'snake', sort: APPROVAL_SORTS } as const;

export const approvals = defineEndpoints({
  /** Lists requests of the kinds that the caller has the permission for. */
  list: {
    method: 'GET',
    path: '/merchant/approvals',
    base: 'mode',
    access: EITHER,
    query: listQuery({ ...listOptions, filters }),
    reply: list(ApprovalRow),
  },
  /** Exports the chosen requests, or those that match the filters, of the kinds that the caller has the permission for. */
  exportCsv: {
    method: 'GET',
    path: '/merchant/approvals/exportCsv',
    base: 'mode',
    access: EITHER,
    query: listQuery({ ...listOptions, filters: { ...filters, ...ExportFilters } }),
    reply: file,
  },
  /** Counts those in each state, at most 10,000 each; beyond that, `more` is true. */
  counts: {
    method: 'GET',
    path: '/merchant/approvals/counts',
    reads: 'standby',
    base: 'mode',
    access: EITHER,
    reply: data(z.array(ApprovalCount)),
  },
  /** Approves a request and moves the money, if the balance covers it. */
  approve: { ...ONE, path: '/merchant/approvals/:id/approve' },
  decline: { ...ONE, path: '/merchant/approvals/:id/decline', body: DeclineForm },
  /** Withdraws the caller's own request. */
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
