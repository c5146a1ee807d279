import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done, file, list } from './envelope.ts';
import { exportQuery } from './exports.ts';
import type { OperatorPermission } from './ops-roles.ts';
import { listQuery } from './paging.ts';
import { Id, IdParams, oneOf, paragraphs, storable } from './text.ts';

/**
 * What a second operator has to approve, and the permission that asking and deciding take. A kind is carried out by the
 * noun that registers it (`server/src/ops-approvals`); its name is in `web/locales/en/ops.json` and `ar` (`approvalKind.…`).
 */
export const OPS_APPROVAL_KINDS = {
  /** Another fee of a merchant. */
  rates: 'ops:terms',
  /** Lifting a suspension. */
  resume: 'ops:moderate',
  /** Lifting a settlement hold. */
  'settlement-release': 'ops:settlements',
  /** A correction of a merchant's ledger. */
  correction: 'ops:corrections',
  'processor-account': 'ops:processors',
  /** A higher monthly limit of a merchant, or none. */
  'volume-limit': 'ops:terms',
  /** A refund that was not made: its money is the merchant's again. */
  'refund-not-made': 'ops:processors',
  /** A refund that was made and came back: its money is the merchant's again. */
  'refund-came-back': 'ops:processors',
  /** Returning a payout to the merchant's balance. */
  'payout-return': 'ops:payouts',
  /** Deciding a dispute for the merchant, whose money it is again. */
  'chargeback-won': 'ops:chargebacks',
  /** A merchant's rolling reserve. */
  reserve: 'ops:terms',
  /** Giving up what stays open of a break in reconciliation, or taking that back. */
  'write-off': 'ops:reconciliation',
  /** Closing a break with money behind it, with a reason. */
  'break-close': 'ops:reconciliation',
  /** A file of transfers for a bank. */
  'bank-file': 'ops:settlements',
  /** Transfers that a bank refused or sent back, so that their money is due again. */
  'bank-return': 'ops:settlements',
  /** Less protection by rules of risk: one is switched off, somebody is trusted or not blocked any more. */
  'risk-lift': 'ops:risk',
  /** Refusing a payment made in cash: its money goes to a bank account that an operator enters. */
  'review-refund': 'ops:risk',
  /** Giving a merchant what came beyond its monthly limit. */
  'review-release': 'ops:risk',
  /** Deciding that somebody found to be on a screening list is somebody else. */
  'screening-clear': 'ops:kyc',
  /** Reversing what was booked of a processor's batch. */
  'batch-reversal': 'ops:reconciliation',
  /** A cut-off report that was signed: its period is locked. */
  'cut-off': 'ops:reconciliation',
  /** Opening the last signed period again. */
  'cut-off-reopen': 'ops:reconciliation',
} as const satisfies Record<string, OperatorPermission>;
export type OpsApprovalKind = keyof typeof OPS_APPROVAL_KINDS;

/** Kinds of which a request says in the list all that there is to know: several may be approved at once, each on its own. */
export const APPROVED_TOGETHER: readonly OpsApprovalKind[] = ['review-release'];

export const OPS_APPROVAL_KIND_NAMES = Object.keys(OPS_APPROVAL_KINDS) as [
  OpsApprovalKind,
  ...OpsApprovalKind[],
];

/** For how long a request waits. */
export const OPS_APPROVAL_DAYS = 7;

/**
 * - `expired`: nobody decided in time
 * - `ended`: who asked was disabled, given a new way in, or lost the permission
 */
export const OPS_APPROVAL_STATES = [
  'waiting',
  'approved',
  'declined',
  'withdrawn',
  'expired',
  'ended',
] as const;
export type OpsApprovalState = (typeof OPS_APPROVAL_STATES)[number];

/** A value as it was, or would be. */
export const ApprovalValue = z.discriminatedUnion('is', [
  /** `subject`: what it names, to be linked to: `merchant:7`, `bank-account-of-ours:2`. */
  z.object({ is: z.literal('text'), text: z.string(), subject: z.optional(z.string()) }),
  /** In EGP. */
  z.object({ is: z.literal('amount'), amount: z.number() }),
  /** Percent, and EGP on top; `is_usual`: what a merchant without a rate of its own pays. */
  z.object({ is: z.literal('rate'), rate: z.number(), fixed: z.number(), is_usual: z.optional(z.boolean()) }),
  /** Percent of each settlement, held for so many days; 0: nothing. */
  z.object({ is: z.literal('share'), share: z.number(), days: z.number() }),
  /** Codes that the catalogues have words for; `usual` in requests of an earlier release. */
  z.object({
    is: z.literal('words'),
    of: z.enum(['method', 'credential', 'adapter', 'mode', 'scope', 'usual', 'change', 'limit', 'waiting']),
    codes: z.array(z.string()),
  }),
]);
export type ApprovalValue = z.output<typeof ApprovalValue>;

/** One thing that would change, or that tells what the request is about. */
export const ApprovalFact = z.object({
  /** Its name in the catalogues: `fact.…`. */
  name: z.string(),
  /** What it is of: the code of a payment method, the name of a credential. */
  of: z.optional(z.string()),
  /** Null: nothing, or it is only told. */
  before: z.nullable(ApprovalValue),
  after: z.nullable(ApprovalValue),
});
export type ApprovalFact = z.output<typeof ApprovalFact>;

const Merchant = z.object({ id: z.number(), name: z.string() });

export const OpsApprovalRow = z.object({
  id: z.number(),
  kind: z.enum(OPS_APPROVAL_KIND_NAMES),
  state: z.enum(OPS_APPROVAL_STATES),
  /** `merchant:7`, `processor:3`. */
  subject: z.string(),
  /** What the subject is called. */
  name: z.string(),
  merchant: z.nullable(Merchant),
  /** The first amount that it tells, in EGP: what is released, written off or moved. */
  amount: z.nullable(z.number()),
  reason: z.string(),
  asked_by: z.string(),
  /** Whether the caller asked, so that somebody else has to decide. */
  is_own: z.boolean(),
  created_at: z.string(),
  expires_at: z.string(),
  /** An e-mail, or `ops:` and the user of the command line. */
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(z.string()),
  /** Why it was declined. */
  note: z.string(),
  /** Why the last approval could not be carried out. */
  trouble: z.nullable(z.string()),
});
export type OpsApprovalRow = z.output<typeof OpsApprovalRow>;

/** A request that waits, by what it is about. */
export const WaitingSubject = z.pick(OpsApprovalRow, { id: true, kind: true, subject: true });
export type WaitingSubject = z.output<typeof WaitingSubject>;

export const OpsApproval = z.object({
  ...OpsApprovalRow.shape,
  facts: z.array(ApprovalFact),
  papers: z.array(z.object({ place: z.number(), name: z.string() })),
});
export type OpsApproval = z.output<typeof OpsApproval>;

export const DeclineApprovalForm = z.object({ reason: paragraphs(500) });

const base = 'fixed';
const access = 'ops:approvals';

/** What the list is filtered and sorted by. */
const LIST = {
  dialect: 'snake',
  /** Those that wait first, then the newest. */
  sort: ['waiting', 'created_at', 'kind'],
  defaultSort: 'waiting',
  filters: {
    state: z.optional(z.enum(OPS_APPROVAL_STATES, { error: 'Invalid' })),
    kind: z.optional(z.enum(OPS_APPROVAL_KIND_NAMES, { error: 'Invalid' })),
    /** Part of the subject's name, of the reason, or of who asked or decided. */
    q: z.optional(z.string().check(z.maxLength(255))),
    subject: z.optional(z.string().check(z.maxLength(100))),
    merchant_id: z.optional(Id),
    /** Only what the caller may decide: nothing of their own. */
    to_decide: z.optional(z.enum(['yes'], { error: 'Invalid' })),
  },
} as const;

/** What waits for a second operator, and what was decided. A caller sees the kinds that their role may decide. */
export const opsApprovals = defineEndpoints({
  list: {
    method: 'GET',
    path: '/ops/approvals',
    base,
    access,
    query: listQuery(LIST),
    reply: list(OpsApprovalRow),
  },
  /** The rows of the list as a file; a hundred thousand at most. */
  export: {
    method: 'GET',
    path: '/ops/approvals/export',
    base,
    access,
    query: exportQuery(LIST),
    reply: file,
  },
  /** How many requests of others the caller may decide now. */
  waiting: {
    method: 'GET',
    path: '/ops/approvals/waiting',
    base,
    access,
    reply: data(z.object({ count: z.number() })),
  },
  /** What waits, of a kind or a subject (`merchant:7`), so that nobody asks again; a thousand at most. */
  subjects: {
    method: 'GET',
    path: '/ops/approvals/subjects',
    base,
    access,
    query: z.object({
      kind: z.optional(z.enum(OPS_APPROVAL_KIND_NAMES, { error: 'Invalid' })),
      subject: z.optional(z.string().check(z.maxLength(100), z.refine(storable, { error: 'Invalid' }))),
    }),
    reply: data(z.array(WaitingSubject)),
  },
  details: {
    method: 'GET',
    path: '/ops/approvals/:id',
    base,
    access,
    params: IdParams,
    reply: data(OpsApproval),
  },
  paper: {
    method: 'GET',
    path: '/ops/approvals/:id/papers/:place',
    base,
    access,
    params: z.object({ id: Id, place: oneOf([1, 2, 3, 4, 5]) }),
    reply: file,
  },
  /** Carries it out. Refused with the reason where that is not possible; it then goes on waiting. */
  approve: {
    method: 'POST',
    path: '/ops/approvals/:id/approve',
    base,
    access,
    params: IdParams,
    reply: done,
  },
  decline: {
    method: 'POST',
    path: '/ops/approvals/:id/decline',
    base,
    access,
    params: IdParams,
    body: DeclineApprovalForm,
    reply: done,
  },
  /** Takes back what the caller asked for. */
  withdraw: {
    method: 'POST',
    path: '/ops/approvals/:id/withdraw',
    base,
    access,
    params: IdParams,
    reply: done,
  },
});
