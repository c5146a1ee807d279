import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done, file, list } from './envelope.ts';
import { exportQuery } from './exports.ts';
import {
  BREAK_KINDS,
  ReconciledAccount,
  ReconciledMerchant,
  ReconciliationLine,
} from './ops-settlement-lines.ts';
import { Day, listQuery } from './paging.ts';
import { Id, IdParams, paragraphs, reference } from './text.ts';

export const BREAK_STATES = ['open', 'looking', 'waiting', 'resolved', 'written_off'] as const;
export type BreakState = (typeof BREAK_STATES)[number];

/**
 * The reason why a break ended: a person explained it; its line was matched; the missing part arrived; its file or
 * booking was undone; it was within the tolerance; it was written off.
 */
export const BREAK_ENDS = ['explained', 'matched', 'arrived', 'undone', 'rounding', 'written_off'] as const;

export const BreakRow = z.object({
  id: z.number(),
  kind: z.enum(BREAK_KINDS),
  state: z.enum(BREAK_STATES),
  /** Null for a line of a bank statement. */
  account: z.nullable(ReconciledAccount),
  /** The provider's bank account, for a line of its statement; otherwise null. */
  bank_account: z.nullable(z.object({ id: z.number(), name: z.string() })),
  /** The unexplained amount, in the line's currency; negative if it was taken from us. */
  amount: z.number(),
  currency: z.string(),
  /** The processor's reference or ours, whichever is known. */
  reference: z.string(),
  /** The operator responsible for it; null: nobody. */
  owner: z.nullable(z.string()),
  /** Its age by the banks' calendar. */
  working_days: z.number(),
  created_at: z.string(),
});
export type BreakRow = z.output<typeof BreakRow>;

export const BreakDetails = z.extend(BreakRow, {
  file: z.nullable(z.object({ id: z.number(), name: z.string(), row: z.number() })),
  line: z.nullable(ReconciliationLine),
  /** The line of the bank statement; null if that was undone. */
  bank_line: z.nullable(z.object({ id: z.number(), file_id: z.number() })),
  /** The payment concerned. */
  payment: z.nullable(z.object({ merchant: ReconciledMerchant, id: z.number(), reference: z.string() })),
  /** A payment that fits by amount, day and card; a person must decide. */
  suggestion: z.nullable(z.object({ merchant: ReconciledMerchant, id: z.number(), reference: z.string() })),
  /** True: it involves money, so a second operator must approve closing it. */
  close_takes_two: z.boolean(),
  /** True: it is open, and the ledger contains the amount that a write-off would remove. */
  can_write_off: z.boolean(),
  /** True: it is open, and the processor lists a payment that did not succeed here, so the processor can be asked. */
  can_ask: z.boolean(),
  notes: z.array(z.object({ actor: z.string(), text: z.string(), created_at: z.string() })),
  /** Files of evidence, oldest first. */
  evidence: z.array(
    z.object({ id: z.number(), name: z.string(), actor: z.string(), created_at: z.string() }),
  ),
  /** The reason why it ended; null while it is open. */
  ended_as: z.nullable(z.enum(BREAK_ENDS)),
  /** The person's text when it ended; for a match by hand, the reference. */
  resolution: z.nullable(z.string()),
  closed_at: z.nullable(z.string()),
  closed_by: z.nullable(z.string()),
});
export type BreakDetails = z.output<typeof BreakDetails>;

/** Upper bounds, in working days, of the age groups of open breaks; the last group is older. */
export const AGE_BOUNDS = [1, 3, 7, 30] as const;

export const ReconciliationOverview = z.object({
  lines: z.number(),
  matched: z.number(),
  open: z.number(),
  /** The sum of the absolute amounts of open breaks, in EGP. */
  open_amount: z.number(),
  kinds: z.array(z.object({ kind: z.enum(BREAK_KINDS), count: z.number(), amount: z.number() })),
  /** Counts by {@link AGE_BOUNDS}, with one more entry than bounds. */
  ages: z.array(z.number()),
});
export type ReconciliationOverview = z.output<typeof ReconciliationOverview>;

/** Filter value for breaks without an owner. */
export const NOBODY = 'nobody';

export const NoteForm = z.object({
  text: paragraphs(2000),
  /** The current state of the work on it. */
  state: z.optional(z.enum(['looking', 'waiting'], { error: 'Invalid' })),
});
export type NoteForm = z.output<typeof NoteForm>;
/** Maximum number of files per break. */
export const MAX_EVIDENCE = 50;
/** The file has no other fields. */
export const EvidenceForm = z.object({});

/** The new owner; null: nobody. */
export const AssignBreakForm = z.object({ operator_id: z.nullable(Id) });
/** The new owner of several breaks. */
export const AssignBreaksForm = z.object({ operator_id: Id });

/** Maximum number of breaks changed at once. */
export const MAX_AT_ONCE = 200;
export const BULK_ACTIONS = ['take', 'assign', 'note', 'resolve'] as const;
/** A change of several breaks: `text` is the note or the reason; `operator_id` the new owner. */
export const BulkForm = z
  .object({
    ids: z
      .array(Id)
      .check(z.minLength(1, { error: 'Required' }), z.maxLength(MAX_AT_ONCE, { error: 'Invalid' })),
    action: z.enum(BULK_ACTIONS, { error: 'Invalid' }),
    text: z.optional(paragraphs(500)),
    operator_id: z.optional(Id),
  })
  .check(
    z.refine(({ action, text: said }) => action === 'take' || action === 'assign' || said !== undefined, {
      error: 'Required',
      path: ['text'],
    }),
    z.refine(({ action, operator_id }) => action !== 'assign' || operator_id !== undefined, {
      error: 'Required',
      path: ['operator_id'],
    }),
  );
export type BulkForm = z.output<typeof BulkForm>;
/** The numbers of breaks changed and not changed, with the reasons in the user's language. */
export const BulkResult = z.object({
  done: z.number(),
  failed: z.array(z.object({ id: z.number(), message: z.string() })),
});
export type BulkResult = z.output<typeof BulkResult>;
export const ResolveForm = z.object({ reason: paragraphs(500) });

export const MatchForm = z.object({ reference: reference(40) });

/** A processor's answer about a payment; `unanswered` says nothing about its money. */
export const ASKED_ANSWERS = ['paid', 'open', 'denied', 'unanswered'] as const;
export const AskedBreak = z.object({
  said: z.enum(ASKED_ANSWERS),
  /** True: the line is matched, and the break has ended. */
  is_closed: z.boolean(),
});
export type AskedBreak = z.output<typeof AskedBreak>;

const access = 'ops:reconciliation';
const base = 'fixed';
const DAYS = { date_from: z.optional(Day), date_to: z.optional(Day) };
const RANGES = [['date_from', 'date_to']] as const;

const BREAKS = {
  dialect: 'snake',
  sort: ['created_at', 'amount'],
  defaultType: 'asc',
  filters: {
    /** A reference of ours or of the other side, or an amount. */
    q: z.optional(z.string().check(z.maxLength(255))),
    /** Open breaks unless closed ones are requested. */
    is_closed: z.optional(z.enum(['yes', 'no'], { error: 'Invalid' })),
    kind: z.optional(z.enum(BREAK_KINDS, { error: 'Invalid' })),
    account_id: z.optional(Id),
    /** An operator's address, or {@link NOBODY}. */
    owner: z.optional(z.string().check(z.maxLength(255))),
    ...DAYS,
  },
  ranges: RANGES,
} as const;

/** Items that are not reconciled, and the work on them. */
export const opsReconciliation = defineEndpoints({
  overview: {
    method: 'GET',
    path: '/ops/reconciliation/overview',
    base,
    access,
    reply: data(ReconciliationOverview),
  },
  breaks: {
    method: 'GET',
    path: '/ops/reconciliation/breaks',
    base,
    access,
    query: listQuery(BREAKS),
    reply: list(BreakRow),
  },
  /** Exports the rows of the list, at most 100,000. */
  exportBreaks: {
    method: 'GET',
    path: '/ops/reconciliation/breaks/export',
    base,
    access,
    query: exportQuery(BREAKS),
    reply: file,
  },
  break: {
    method: 'GET',
    path: '/ops/reconciliation/breaks/:id',
    base,
    access,
    params: IdParams,
    reply: data(BreakDetails),
  },
  /** Makes the caller the owner. */
  take: {
    method: 'POST',
    path: '/ops/reconciliation/breaks/:id/take',
    base,
    access,
    params: IdParams,
    reply: done,
  },
  /** Lists the operators who may own breaks, by address. */
  colleagues: {
    method: 'GET',
    path: '/ops/reconciliation/colleagues',
    base,
    access,
    reply: data(z.array(z.object({ id: z.number(), email: z.string() }))),
  },
  /** Makes another operator the owner and notifies them; null removes the owner. */
  assign: {
    method: 'PUT',
    path: '/ops/reconciliation/breaks/:id/owner',
    base,
    access,
    params: IdParams,
    body: AssignBreakForm,
    reply: done,
  },
  /** Adds a file (`file`), even after the break has ended. Files cannot be removed. */
  addEvidence: {
    method: 'POST',
    path: '/ops/reconciliation/breaks/:id/evidence',
    base,
    access,
    params: IdParams,
    consumes: 'multipart',
    body: EvidenceForm,
    idempotent: true,
    reply: done,
  },
  evidence: {
    method: 'GET',
    path: '/ops/reconciliation/breaks/:id/evidence/:evidenceId',
    base,
    access,
    params: z.object({ id: Id, evidenceId: Id }),
    reply: file,
  },
  note: {
    method: 'POST',
    path: '/ops/reconciliation/breaks/:id/note',
    base,
    access,
    params: IdParams,
    body: NoteForm,
    idempotent: true,
    reply: done,
  },
  /** Closes the break with a reason, or requests a second operator's approval if it involves money; moves no money. */
  resolve: {
    method: 'POST',
    path: '/ops/reconciliation/breaks/:id/resolve',
    base,
    access,
    params: IdParams,
    body: ResolveForm,
    reply: done,
  },
  /** Changes several breaks, each on its own: a failed change does not affect the others. */
  bulk: {
    method: 'POST',
    path: '/ops/reconciliation/breaks/bulk',
    base,
    access,
    body: BulkForm,
    reply: data(BulkResult),
  },
  /**
   * Asks the processor about the payment of a break that is paid there and not here, and books the answer; if paid, the
   * line is matched and the break ends. Without an answer nothing changes.
   */
  ask: {
    method: 'POST',
    path: '/ops/reconciliation/breaks/:id/ask',
    base,
    access,
    params: IdParams,
    reply: data(AskedBreak),
  },
  /** Matches a line by hand with a payment, or with a payment's refund or chargeback. */
  match: {
    method: 'POST',
    path: '/ops/reconciliation/breaks/:id/match',
    base,
    access,
    params: IdParams,
    body: MatchForm,
    reply: done,
  },
});
