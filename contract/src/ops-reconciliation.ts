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
 * Why a break ended: a person explained it; its line was matched; what was missing came; the file or booking that it was of
 * was taken back; it was within the tolerance; it was written off.
 */
export const BREAK_ENDS = ['explained', 'matched', 'arrived', 'undone', 'rounding', 'written_off'] as const;

export const BreakRow = z.object({
  id: z.number(),
  kind: z.enum(BREAK_KINDS),
  state: z.enum(BREAK_STATES),
  /** Null: it is of a line of the bank's statement. */
  account: z.nullable(ReconciledAccount),
  /** The provider's own, of a line of its statement. */
  bank_account: z.nullable(z.object({ id: z.number(), name: z.string() })),
  /** What is not explained, in the line's currency; below zero: they took it. */
  amount: z.number(),
  currency: z.string(),
  /** The processor's or ours, whichever is known. */
  reference: z.string(),
  /** The operator who looks after it. */
  owner: z.nullable(z.string()),
  /** Since it was found, by the bank's calendar. */
  working_days: z.number(),
  created_at: z.string(),
});
export type BreakRow = z.output<typeof BreakRow>;

export const BreakDetails = z.extend(BreakRow, {
  file: z.nullable(z.object({ id: z.number(), name: z.string(), row: z.number() })),
  line: z.nullable(ReconciliationLine),
  /** The line of the bank's statement, unless that was taken back. */
  bank_line: z.nullable(z.object({ id: z.number(), file_id: z.number() })),
  /** The payment that it is about. */
  payment: z.nullable(z.object({ merchant: ReconciledMerchant, id: z.number(), reference: z.string() })),
  /** One that fits by amount, day and card; a person has to decide. */
  suggestion: z.nullable(z.object({ merchant: ReconciledMerchant, id: z.number(), reference: z.string() })),
  /** Money is behind it, so a second operator has to approve that it is closed. */
  close_takes_two: z.boolean(),
  /** It is open, and the ledger has what a write-off would give up. */
  can_write_off: z.boolean(),
  /** It is open, and the processor lists a payment that did not succeed here: it can be asked. */
  can_ask: z.boolean(),
  notes: z.array(z.object({ actor: z.string(), text: z.string(), created_at: z.string() })),
  /** Files that prove what became of it, oldest first. */
  evidence: z.array(
    z.object({ id: z.number(), name: z.string(), actor: z.string(), created_at: z.string() }),
  ),
  /** Why it ended; null: it is open. */
  ended_as: z.nullable(z.enum(BREAK_ENDS)),
  /** What a person wrote when it ended; matched by hand: the reference. */
  resolution: z.nullable(z.string()),
  closed_at: z.nullable(z.string()),
  closed_by: z.nullable(z.string()),
});
export type BreakDetails = z.output<typeof BreakDetails>;

/** The ages of open breaks, in working days: below each bound, and above the last. */
export const AGE_BOUNDS = [1, 3, 7, 30] as const;

export const ReconciliationOverview = z.object({
  lines: z.number(),
  matched: z.number(),
  open: z.number(),
  /** Sum of the sizes of open breaks, in EGP. */
  open_amount: z.number(),
  kinds: z.array(z.object({ kind: z.enum(BREAK_KINDS), count: z.number(), amount: z.number() })),
  /** By {@link AGE_BOUNDS}: one more entry than bounds. */
  ages: z.array(z.number()),
});
export type ReconciliationOverview = z.output<typeof ReconciliationOverview>;

/** Filters breaks that nobody looks after. */
export const NOBODY = 'nobody';

export const NoteForm = z.object({
  text: paragraphs(2000),
  /** Where it stands now. */
  state: z.optional(z.enum(['looking', 'waiting'], { error: 'Invalid' })),
});
export type NoteForm = z.output<typeof NoteForm>;
/** The most files of one break. */
export const MAX_EVIDENCE = 50;
/** Beside the file there is nothing to say. */
export const EvidenceForm = z.object({});

/** Who looks after it from now on; null: nobody. */
export const AssignBreakForm = z.object({ operator_id: z.nullable(Id) });
/** Who looks after many: somebody. */
export const AssignBreaksForm = z.object({ operator_id: Id });

/** The most breaks that are changed at once. */
export const MAX_AT_ONCE = 200;
export const BULK_ACTIONS = ['take', 'assign', 'note', 'resolve'] as const;
/** The same for many breaks: `text` is the note, or the reason; `operator_id` who looks after them. */
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
/** What succeeded, and what did not: why, in the user's language. */
export const BulkResult = z.object({
  done: z.number(),
  failed: z.array(z.object({ id: z.number(), message: z.string() })),
});
export type BulkResult = z.output<typeof BulkResult>;
export const ResolveForm = z.object({ reason: paragraphs(500) });

export const MatchForm = z.object({ reference: reference(40) });

/** What a processor says of a payment: `unanswered` says nothing about its money. */
export const ASKED_ANSWERS = ['paid', 'open', 'denied', 'unanswered'] as const;
export const AskedBreak = z.object({
  said: z.enum(ASKED_ANSWERS),
  /** The line is matched, and the break has ended. */
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
    /** A reference of ours or of theirs, or an amount. */
    q: z.optional(z.string().check(z.maxLength(255))),
    /** Open ones unless asked for those that are closed. */
    is_closed: z.optional(z.enum(['yes', 'no'], { error: 'Invalid' })),
    kind: z.optional(z.enum(BREAK_KINDS, { error: 'Invalid' })),
    account_id: z.optional(Id),
    /** An address, or {@link NOBODY}. */
    owner: z.optional(z.string().check(z.maxLength(255))),
    ...DAYS,
  },
  ranges: RANGES,
} as const;

/** What is not reconciled, and what people do about it. */
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
  /** The rows of the list as a file; a hundred thousand at most. */
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
  /** The caller looks after it from now on. */
  take: {
    method: 'POST',
    path: '/ops/reconciliation/breaks/:id/take',
    base,
    access,
    params: IdParams,
    reply: done,
  },
  /** Lists who may look after breaks, by address. */
  colleagues: {
    method: 'GET',
    path: '/ops/reconciliation/colleagues',
    base,
    access,
    reply: data(z.array(z.object({ id: z.number(), email: z.string() }))),
  },
  /** Another operator looks after it from now on, and is told; or nobody. */
  assign: {
    method: 'PUT',
    path: '/ops/reconciliation/breaks/:id/owner',
    base,
    access,
    params: IdParams,
    body: AssignBreakForm,
    reply: done,
  },
  /** Adds a file (`file`), also once it has ended. It stays. */
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
  /** Closes it with a reason, or asks a second operator when money is behind it; moves no money. */
  resolve: {
    method: 'POST',
    path: '/ops/reconciliation/breaks/:id/resolve',
    base,
    access,
    params: IdParams,
    body: ResolveForm,
    reply: done,
  },
  /** Changes many breaks, each on its own: one that cannot be changed does not keep the others from it. */
  bulk: {
    method: 'POST',
    path: '/ops/reconciliation/breaks/bulk',
    base,
    access,
    body: BulkForm,
    reply: data(BulkResult),
  },
  /**
   * Asks the processor about the payment of a break that is paid there and not here, and books what it says; paid: the
   * line is matched and the break ends. No answer changes nothing.
   */
  ask: {
    method: 'POST',
    path: '/ops/reconciliation/breaks/:id/ask',
    base,
    access,
    params: IdParams,
    reply: data(AskedBreak),
  },
  /** Says which payment, or which payment's refund or chargeback, a line is about that no rule found. */
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
