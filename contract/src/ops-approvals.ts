import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done, file, list } from './envelope.ts';
import { exportQuery } from './exports.ts';
import type { OperatorPermission } from './ops-roles.ts';
import { listQuery } from './paging.ts';
import { Id, IdParams, oneOf, paragraphs, storable } from './text.ts';

/**
 * Kinds of requests that a second operator must approve, and the permission that requesting and deciding require. The
 * noun that registers a kind executes it (`server/src/ops-approvals`); its name is in `web/locales/en/ops.json` and
 * `ar` (`approvalKind.…`).
 */
export const OPS_APPROVAL_KINDS = {
  /** Another fee for a merchant. */
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
  /** Recording that a refund was not made: its money returns to the merchant. */
  'refund-not-made': 'ops:processors',
  /** Recording that a completed refund came back: its money returns to the merchant. */
  'refund-came-back': 'ops:processors',
  /** Returning a payout to the merchant's balance. */
  'payout-return': 'ops:payouts',
  /** Deciding a chargeback for the merchant: its money returns to the merchant. */
  'chargeback-won': 'ops:chargebacks',
  /** Changing a merchant's rolling reserve. */
  reserve: 'ops:terms',
  /** Writing off the open part of a break in reconciliation, or undoing that. */
  'write-off': 'ops:reconciliation',
  /** Closing a break that involves money, with a reason. */
  'break-close': 'ops:reconciliation',
  /** Releasing a file of transfers for a bank. */
  'bank-file': 'ops:settlements',
  /** Recording transfers that a bank refused or returned, so that their money is due again. */
  'bank-return': 'ops:settlements',
  /** Reducing the protection by risk rules: switching one off, trusting somebody or ending a block. */
  'risk-lift': 'ops:risk',
  /** Refusing a payment made in cash: its money goes to a bank account that an operator enters. */
  'review-refund': 'ops:risk',
  /** Settling a payment that exceeded the merchant's monthly limit. */
  'review-release': 'ops:risk',
  /** Deciding that a person who resembles an entry of a screening list is somebody else. */
  'screening-clear': 'ops:kyc',
  /** Reversing the booking of a processor's batch. */
  'batch-reversal': 'ops:reconciliation',
  /** Signing a cut-off report, which locks its period. */
  'cut-off': 'ops:reconciliation',
  /** Reopening the last signed period. */
  'cut-off-reopen': 'ops:reconciliation',
} as const satisfies Record<string, OperatorPermission>;
export type OpsApprovalKind = keyof typeof OPS_APPROVAL_KINDS;

/** Kinds whose requests are fully described in the list: several may be approved at once, each on its own. */
export const APPROVED_TOGETHER: readonly OpsApprovalKind[] = ['review-release'];

export const OPS_APPROVAL_KIND_NAMES = Object.keys(OPS_APPROVAL_KINDS) as [
  OpsApprovalKind,
  ...OpsApprovalKind[],
];

/** Days after which a waiting request expires. */
export const OPS_APPROVAL_DAYS = 7;

/**
 * - `expired`: nobody decided in time
 * - `ended`: the requester was disabled, given new credentials, or lost the permission
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

/** A value before or after the change. */
export const ApprovalValue = z.discriminatedUnion('is', [
  /** `subject`: the object that the text names, for a link: `merchant:7`, `bank-account-of-ours:2`. */
  z.object({ is: z.literal('text'), text: z.string(), subject: z.optional(z.string()) }),
  /** In EGP. */
  z.object({ is: z.literal('amount'), amount: z.number() }),
  /** Percent, plus a fixed part in EGP; `is_usual`: the rate of merchants without one of their own. */
  z.object({ is: z.literal('rate'), rate: z.number(), fixed: z.number(), is_usual: z.optional(z.boolean()) }),
  /** Percent of each settlement, held for this many days; 0: nothing. */
  z.object({ is: z.literal('share'), share: z.number(), days: z.number() }),
  /** Codes with names in the catalogues; `usual` occurs in requests of an earlier release. */
  z.object({
    is: z.literal('words'),
    of: z.enum(['method', 'credential', 'adapter', 'mode', 'scope', 'usual', 'change', 'limit', 'waiting']),
    codes: z.array(z.string()),
  }),
]);
export type ApprovalValue = z.output<typeof ApprovalValue>;

/** One value that would change, or that describes the request. */
export const ApprovalFact = z.object({
  /** Its name in the catalogues: `fact.…`. */
  name: z.string(),
  /** The object of the value: the code of a payment method, the name of a credential. */
  of: z.optional(z.string()),
  /** Null: no value, or no change. */
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
  /** The subject's name. */
  name: z.string(),
  merchant: z.nullable(Merchant),
  /** The first amount among the facts, in EGP: the amount to be released, written off or moved. */
  amount: z.nullable(z.number()),
  reason: z.string(),
  asked_by: z.string(),
  /** True: the caller made the request, so somebody else must decide. */
  is_own: z.boolean(),
  created_at: z.string(),
  expires_at: z.string(),
  /** An e-mail, or `ops:` and the user of the command line. */
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(z.string()),
  /** The reason for declining. */
  note: z.string(),
  /** The reason why the last approval could not be executed. */
  trouble: z.nullable(z.string()),
});
export type OpsApprovalRow = z.output<typeof OpsApprovalRow>;

/** The subject of a waiting request. */
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

/** Filters and sorting of the list. */
const LIST = {
  dialect: 'snake',
  /** Waiting requests first, then the newest. */
  sort: ['waiting', 'created_at', 'kind'],
  defaultSort: 'waiting',
  filters: {
    state: z.optional(z.enum(OPS_APPROVAL_STATES, { error: 'Invalid' })),
    kind: z.optional(z.enum(OPS_APPROVAL_KIND_NAMES, { error: 'Invalid' })),
    /** Part of the subject's name, of the reason, or of the requester's or decider's address. */
    q: z.optional(z.string().check(z.maxLength(255))),
    subject: z.optional(z.string().check(z.maxLength(100))),
    merchant_id: z.optional(Id),
    /** Only requests that the caller may decide, none of their own. */
    to_decide: z.optional(z.enum(['yes'], { error: 'Invalid' })),
  },
} as const;

/** Requests that wait for a second operator, and decided ones. A caller sees the kinds that their role may decide. */
export const opsApprovals = defineEndpoints({
  list: {
    method: 'GET',
    path: '/ops/approvals',
    base,
    access,
    query: listQuery(LIST),
    reply: list(OpsApprovalRow),
  },
  /** Exports the rows of the list, at most 100,000. */
  export: {
    method: 'GET',
    path: '/ops/approvals/export',
    base,
    access,
    query: exportQuery(LIST),
    reply: file,
  },
  /** Counts the requests of others that the caller may decide now. */
  waiting: {
    method: 'GET',
    path: '/ops/approvals/waiting',
    base,
    access,
    reply: data(z.object({ count: z.number() })),
  },
  /**
   * Lists waiting requests of a kind or subject (`merchant:7`), so that nobody requests the same again; at most 1,000.
   */
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
  /** Executes the request. If that is impossible, the call is refused with the reason and the request keeps waiting. */
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
  /** Withdraws the caller's own request. */
  withdraw: {
    method: 'POST',
    path: '/ops/approvals/:id/withdraw',
    base,
    access,
    params: IdParams,
    reply: done,
  },
});
