import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done, list } from './envelope.ts';
import { Amount, Percentage } from './money.ts';
import { Day, listQuery } from './paging.ts';
import { Id, IdParams, optionalText, reference, text } from './text.ts';

/** What a line of a settlement file is about. A reversal takes a payment back before it was settled. */
export const SETTLEMENT_LINE_KINDS = [
  'payment',
  'refund',
  'reversal',
  'chargeback',
  'fee',
  'adjustment',
] as const;
export type SettlementLineKind = (typeof SETTLEMENT_LINE_KINDS)[number];

/** The columns that a profile reads. `fee` is without VAT; `card` may be masked. */
export const PROFILE_COLUMNS = [
  'gross',
  'fee',
  'vat',
  'net',
  'kind',
  'our_ref',
  'processor_ref',
  'rrn',
  'auth_code',
  'card',
  'currency',
  'occurred_on',
  'value_on',
  'batch',
  'text',
] as const;
export type ProfileColumn = (typeof PROFILE_COLUMNS)[number];

/** What the words in the column of kinds stand for; rows with an ignored word, such as totals, are left out. */
export const PROFILE_WORDS = [...SETTLEMENT_LINE_KINDS, 'ignored'] as const;

/** `table`: CSV or a workbook, whatever the content is. `fixed`: columns by their positions in a line. */
export const PROFILE_FORMATS = ['table', 'fixed'] as const;
export const PROFILE_ENCODINGS = ['auto', 'utf-8', 'windows-1256', 'utf-16le'] as const;
export const PROFILE_DELIMITERS = ['auto', 'comma', 'semicolon', 'tab', 'pipe'] as const;
export const PROFILE_DATES = ['dmy', 'mdy', 'ymd'] as const;

const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: 'Required' });

const textsOf = <const K extends string>(names: readonly K[], maximum: number) =>
  Object.fromEntries(names.map((name) => [name, optionalText(maximum)])) as Record<
    K,
    ReturnType<typeof optionalText>
  >;

const POSITION = /^[1-9]\d{0,3}-[1-9]\d{0,3}$/;

const isPosition = (place: string) => {
  const [from = 0, to = 0] = place.split('-').map(Number);
  return POSITION.test(place) && from <= to;
};

/** How a processor's settlement files are read. */
export const ReconciliationLayout = {
  format: choice(PROFILE_FORMATS),
  encoding: choice(PROFILE_ENCODINGS),
  delimiter: choice(PROFILE_DELIMITERS),
  decimal_mark: choice(['point', 'comma']),
  /** What a whole number of an amount counts. */
  unit: choice(['pounds', 'piastres']),
  /** `by-kind`: refunds and chargebacks are written without a sign. */
  signs: choice(['as-written', 'by-kind']),
  /** Of days that are written as numbers. */
  dates: choice(PROFILE_DATES),
  /** By heading, or `#3` for the third column; in a line of fixed width `12-21`, counted from 1. Empty: not in the file. */
  columns: z.object(textsOf(PROFILE_COLUMNS, 100)),
  /** Words by what they stand for, separated by commas. Without a column of kinds the sign of the amount decides. */
  words: z.object(textsOf(PROFILE_WORDS, 300)),
};

const Layout = z.object(ReconciliationLayout);
export type ReconciliationLayout = z.output<typeof Layout>;

/** The working days after which a payment must be in a file. */
const LAG_DAYS = z.pipe(
  z.union([z.number(), z.string()]),
  z.transform((value: number | string, ctx): number => {
    const days = Number(value);
    if (value !== '' && Number.isInteger(days) && days >= 0 && days <= 60) return days;
    ctx.issues.push({ code: 'custom', message: value === '' ? 'Required' : 'InvalidDays', input: value });
    return z.NEVER;
  }),
);

const Terms = {
  /** A difference up to this is taken as rounding, and listed. */
  tolerance: z.optional(Amount),
  lag_days: LAG_DAYS,
  /** The contract's fee of a payment; without a rate fees are not compared. */
  fee_rate: z.optional(z.nullable(Percentage)),
  fee_fixed: z.optional(Amount),
  fee_vat: z.optional(Percentage),
};

const columnsFit = z.refine<Pick<ReconciliationLayout, 'format' | 'columns'>>(
  ({ format, columns }) =>
    format === 'table' || Object.values(columns).every((place) => place === '' || isPosition(place)),
  { error: 'InvalidPosition', path: ['columns', 'gross'] },
);
const hasGross = z.refine<Pick<ReconciliationLayout, 'columns'>>(({ columns }) => columns.gross !== '', {
  error: 'Required',
  path: ['columns', 'gross'],
});

/** A profile as changed; its account stays. */
export const ChangeProfileForm = z
  .object({ name: text(80), ...ReconciliationLayout, ...Terms })
  .check(hasGross, columnsFit);
export type ChangeProfileForm = z.output<typeof ChangeProfileForm>;

/** How the files of an account at a processor are read. */
export const ProfileForm = z
  .object({ processor_account_id: Id, name: text(80), ...ReconciliationLayout, ...Terms })
  .check(hasGross, columnsFit);
export type ProfileForm = z.output<typeof ProfileForm>;

/** What the file must add up to, as the processor says beside it. */
export const ImportFileForm = z.object({
  /** Number of lines. */
  expected_lines: z.optional(Id),
  /** Sum of the net amounts, in EGP, above zero. */
  expected_net: z.optional(Amount),
});
export type ImportFileForm = z.output<typeof ImportFileForm>;

const Account = z.object({ id: z.number(), name: z.string(), mode: z.enum(['live', 'test']) });
const Merchant = z.object({ id: z.number(), name: z.string() });

export const ReconciliationProfile = z.object({
  id: z.number(),
  account: Account,
  name: z.string(),
  format: z.enum(PROFILE_FORMATS),
  encoding: z.enum(PROFILE_ENCODINGS),
  delimiter: z.enum(PROFILE_DELIMITERS),
  decimal_mark: z.enum(['point', 'comma']),
  unit: z.enum(['pounds', 'piastres']),
  signs: z.enum(['as-written', 'by-kind']),
  dates: z.enum(PROFILE_DATES),
  columns: z.record(z.string(), z.string()),
  words: z.record(z.string(), z.string()),
  /** In EGP. */
  tolerance: z.number(),
  lag_days: z.number(),
  /** Percent; null: fees are not compared. */
  fee_rate: z.nullable(z.number()),
  fee_fixed: z.number(),
  fee_vat: z.number(),
  /** Files that were read by it. */
  files: z.number(),
});
export type ReconciliationProfile = z.output<typeof ReconciliationProfile>;

/**
 * Why something is not reconciled.
 * - `theirs_only`: a line of money that we do not know; `ours_only`: a payment of ours that no file has in time
 * - `over`, `under`: another amount came; `rounding`: within the tolerance; `fee`: not the contract's fee
 * - `currency`: not in EGP; `duplicate`: a second line of the same; `ambiguous`: several payments fit
 * - `status`: here it is no payment, or no refund of it was made
 * - `unpaid`: a batch whose money has not come; `deposit`: another amount came for a batch
 */
export const BREAK_KINDS = [
  'theirs_only',
  'ours_only',
  'over',
  'under',
  'fee',
  'currency',
  'duplicate',
  'ambiguous',
  'status',
  'rounding',
  'deposit',
] as const;
export type BreakKind = (typeof BREAK_KINDS)[number];
export const BREAK_STATES = ['open', 'looking', 'waiting', 'resolved'] as const;
export type BreakState = (typeof BREAK_STATES)[number];
/** How a line was found to be what it is about. */
export const MATCH_RULES = ['id', 'rrn', 'text', 'cost', 'manual'] as const;

/** Sums of lines, in EGP. A line in another currency is counted and not added. */
const Sums = { lines: z.number(), gross: z.number(), fee: z.number(), net: z.number() };

/** What importing a file would do, or did. */
export const ImportResult = z.object({
  ...Sums,
  /** The file's id once it is imported; null in a dry run. */
  id: z.nullable(z.number()),
  /** Rows that are not lines: blank ones and those of ignored words. */
  skipped: z.number(),
  matched: z.number(),
  first_day: z.nullable(z.string()),
  last_day: z.nullable(z.string()),
  kinds: z.array(z.object({ kind: z.enum(SETTLEMENT_LINE_KINDS), ...Sums })),
  breaks: z.array(z.object({ kind: z.enum(BREAK_KINDS), count: z.number(), amount: z.number() })),
  /** Rows that cannot be read: with any, nothing is imported. */
  invalid: z.number(),
  /** The first of them; `value` as in the file. */
  errors: z.array(z.object({ row: z.number(), column: z.string(), value: z.string(), message: z.string() })),
});
export type ImportResult = z.output<typeof ImportResult>;

export const ReconciliationFile = z.object({
  id: z.number(),
  name: z.string(),
  account: Account,
  profile: z.string(),
  state: z.enum(['imported', 'undone']),
  ...Sums,
  matched: z.number(),
  first_day: z.nullable(z.string()),
  last_day: z.nullable(z.string()),
  /** SHA-256 of its content, in hexadecimal. */
  sha256: z.string(),
  actor: z.string(),
  created_at: z.string(),
  undone_at: z.nullable(z.string()),
  undone_by: z.nullable(z.string()),
});
export type ReconciliationFile = z.output<typeof ReconciliationFile>;

/** The lines that a processor pays together. */
export const SettlementBatch = z.object({
  id: z.number(),
  /** Its own name; empty when the file names none. */
  name: z.string(),
  currency: z.string(),
  ...Sums,
  matched: z.number(),
  value_on: z.nullable(z.string()),
  /** Once its money has come. */
  booking: z.nullable(
    z.object({
      at: z.string(),
      actor: z.string(),
      bank_reference: z.string(),
      received_on: z.string(),
      /** In EGP; below zero: it was taken. */
      received: z.number(),
    }),
  ),
});
export type SettlementBatch = z.output<typeof SettlementBatch>;

export const ReconciliationLine = z.object({
  /** Its row in the file. */
  id: z.number(),
  kind: z.enum(SETTLEMENT_LINE_KINDS),
  currency: z.string(),
  gross: z.number(),
  /** With VAT. */
  fee: z.number(),
  net: z.number(),
  our_ref: z.nullable(z.string()),
  processor_ref: z.nullable(z.string()),
  occurred_on: z.nullable(z.string()),
  batch: z.string(),
  /** What it is about; null: not found. */
  match: z.nullable(
    z.object({
      merchant: Merchant,
      transaction_id: z.number(),
      reference: z.string(),
      rule: z.enum(MATCH_RULES),
    }),
  ),
});
export type ReconciliationLine = z.output<typeof ReconciliationLine>;

export const BreakRow = z.object({
  id: z.number(),
  kind: z.enum(BREAK_KINDS),
  state: z.enum(BREAK_STATES),
  account: Account,
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
  /** The payment that it is about. */
  payment: z.nullable(z.object({ merchant: Merchant, id: z.number(), reference: z.string() })),
  /** One that fits by amount, day and card; a person has to decide. */
  suggestion: z.nullable(z.object({ merchant: Merchant, id: z.number(), reference: z.string() })),
  notes: z.array(z.object({ actor: z.string(), text: z.string(), created_at: z.string() })),
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

export const NoteForm = z.object({
  text: text(2000),
  /** Where it stands now. */
  state: z.optional(z.enum(['looking', 'waiting'], { error: 'Invalid' })),
});
export type NoteForm = z.output<typeof NoteForm>;
export const ResolveForm = z.object({ reason: text(500) });
/** What the bank's statement says of a batch. */
export const BookBatchForm = z.object({
  /** In EGP, without a sign: what came, or of a batch below zero what was taken. */
  amount: Amount,
  bank_reference: reference(64),
  received_on: Day,
});
export const MatchForm = z.object({ reference: reference(40) });

const access = 'ops:reconciliation';
const base = 'fixed';
const DAYS = { date_from: z.optional(Day), date_to: z.optional(Day) };
const RANGES = [['date_from', 'date_to']] as const;

/** What processors say in settlement files, compared with our books. */
export const opsReconciliation = defineEndpoints({
  overview: {
    method: 'GET',
    path: '/ops/reconciliation/overview',
    base,
    access,
    reply: data(ReconciliationOverview),
  },
  accounts: {
    method: 'GET',
    path: '/ops/reconciliation/accounts',
    base,
    access,
    reply: data(z.array(Account)),
  },
  profiles: {
    method: 'GET',
    path: '/ops/reconciliation/profiles',
    base,
    access,
    reply: data(z.array(ReconciliationProfile)),
  },
  addProfile: {
    method: 'POST',
    path: '/ops/reconciliation/profiles',
    base,
    access,
    body: ProfileForm,
    reply: done,
  },
  changeProfile: {
    method: 'PUT',
    path: '/ops/reconciliation/profiles/:id',
    base,
    access,
    params: IdParams,
    body: ChangeProfileForm,
    reply: done,
  },
  /** Reads a file and looks for its payments; keeps nothing. */
  preview: {
    method: 'POST',
    path: '/ops/reconciliation/profiles/:id/preview',
    base,
    access,
    params: IdParams,
    consumes: 'multipart',
    body: ImportFileForm,
    reply: data(ImportResult),
  },
  /** Imports all lines of a file, or none. */
  import: {
    method: 'POST',
    path: '/ops/reconciliation/profiles/:id/import',
    base,
    access,
    params: IdParams,
    consumes: 'multipart',
    body: ImportFileForm,
    reply: data(ImportResult),
  },
  files: {
    method: 'GET',
    path: '/ops/reconciliation/files',
    base,
    access,
    query: listQuery({
      dialect: 'snake',
      sort: ['created_at'],
      filters: { account_id: z.optional(Id), ...DAYS },
      ranges: RANGES,
    }),
    reply: list(ReconciliationFile),
  },
  file: {
    method: 'GET',
    path: '/ops/reconciliation/files/:id',
    base,
    access,
    params: IdParams,
    reply: data(z.extend(ReconciliationFile, { batches: z.array(SettlementBatch) })),
  },
  lines: {
    method: 'GET',
    path: '/ops/reconciliation/files/:id/lines',
    base,
    access,
    params: IdParams,
    query: listQuery({
      dialect: 'snake',
      sort: ['row'],
      defaultSort: 'row',
      defaultType: 'asc',
      filters: { is_matched: z.optional(z.enum(['yes', 'no'], { error: 'Invalid' })) },
    }),
    reply: list(ReconciliationLine),
  },
  /** Takes a file back: its lines are removed and what they explained is open again. */
  undo: {
    method: 'POST',
    path: '/ops/reconciliation/files/:id/undo',
    base,
    access,
    params: IdParams,
    body: ResolveForm,
    reply: done,
  },
  /**
   * Books what a batch brought to the bank: it leaves the open balance of the account. What nobody knows of it, and a
   * difference, are kept in suspense.
   */
  bookBatch: {
    method: 'POST',
    path: '/ops/reconciliation/batches/:id/book',
    base,
    access,
    params: IdParams,
    body: BookBatchForm,
    reply: done,
  },
  breaks: {
    method: 'GET',
    path: '/ops/reconciliation/breaks',
    base,
    access,
    query: listQuery({
      dialect: 'snake',
      sort: ['created_at', 'amount'],
      defaultType: 'asc',
      filters: {
        /** Open ones unless asked for those that are closed. */
        is_closed: z.optional(z.enum(['yes', 'no'], { error: 'Invalid' })),
        kind: z.optional(z.enum(BREAK_KINDS, { error: 'Invalid' })),
        account_id: z.optional(Id),
        owner: z.optional(z.string().check(z.maxLength(255))),
        ...DAYS,
      },
      ranges: RANGES,
    }),
    reply: list(BreakRow),
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
  note: {
    method: 'POST',
    path: '/ops/reconciliation/breaks/:id/note',
    base,
    access,
    params: IdParams,
    body: NoteForm,
    reply: done,
  },
  /** Closes it with a reason; moves no money. */
  resolve: {
    method: 'POST',
    path: '/ops/reconciliation/breaks/:id/resolve',
    base,
    access,
    params: IdParams,
    body: ResolveForm,
    reply: done,
  },
  /** Says which payment a line is about that no rule found. */
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
