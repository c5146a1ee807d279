import * as z from 'zod/mini';
import { BankFileNote } from './bank-files.ts';
import { defineEndpoints } from './endpoint.ts';
import { data, done, file, list } from './envelope.ts';
import { exportQuery } from './exports.ts';
import { SignedAmount } from './money.ts';
import {
  PROFILE_DATES,
  PROFILE_DELIMITERS,
  PROFILE_ENCODINGS,
  PROFILE_ROUNDINGS,
  SIGN_WORDS,
} from './ops-settlement-profiles.ts';
import { Day, listQuery } from './paging.ts';
import { Id, IdParams, optionalText, paragraphs } from './text.ts';

export const STATEMENT_FORMATS = ['camt.053', 'mt940', 'csv'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

/**
 * The columns of a statement in CSV or a workbook. Amounts are in one signed column, in one with a `sign` column whose
 * words mark debits and credits, or in two columns. `record` says whether the row is a booking at all.
 */
export const STATEMENT_COLUMNS = [
  'booked_on',
  'value_on',
  'amount',
  'credit',
  'debit',
  'sign',
  'balance',
  'reference',
  'text',
  'record',
] as const;
export type StatementColumn = (typeof STATEMENT_COLUMNS)[number];

const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: 'Required' });

const Columns = z.object(
  Object.fromEntries(STATEMENT_COLUMNS.map((name) => [name, optionalText(100)])) as Record<
    StatementColumn,
    ReturnType<typeof optionalText>
  >,
);

/** The words in the columns `sign` and `record` for each meaning, separated by commas. */
const Words = z.object(
  Object.fromEntries(SIGN_WORDS.map((name) => [name, optionalText(300)])) as Record<
    (typeof SIGN_WORDS)[number],
    ReturnType<typeof optionalText>
  >,
);

/** The layout of a bank's statements of one account that are neither camt.053 nor MT940. */
export const StatementLayoutForm = z
  .object({
    encoding: choice(PROFILE_ENCODINGS),
    delimiter: choice(PROFILE_DELIMITERS),
    decimal_mark: choice(['point', 'comma']),
    /** The order of day, month and year in numeric dates. */
    dates: choice(PROFILE_DATES),
    /** Headings, or `#3` for the third column. Empty: not in the file. */
    columns: Columns,
    words: z.optional(Words),
    rounding: z.optional(choice(PROFILE_ROUNDINGS)),
  })
  .check(
    z.refine(({ columns, words }) => columns.record === '' || (words?.counted ?? '') !== '', {
      error: 'Required',
      path: ['words', 'counted'],
    }),
    z.refine(({ columns }) => columns.sign === '' || columns.amount !== '', {
      error: 'StatementColumnsNeedAmount',
      path: ['columns', 'amount'],
    }),
    z.refine(({ columns }) => columns.booked_on !== '', {
      error: 'Required',
      path: ['columns', 'booked_on'],
    }),
    z.refine(({ columns }) => (columns.amount === '') === (columns.credit !== '' && columns.debit !== ''), {
      error: 'StatementColumnsNeedAmount',
      path: ['columns', 'amount'],
    }),
  );
export type StatementLayoutForm = z.output<typeof StatementLayoutForm>;

/** An account of the provider's, and the period for which its statements are imported. */
export const StatementAccount = z.object({
  id: z.number(),
  name: z.string(),
  bank_name: z.string(),
  iban: z.string(),
  /** Null: only camt.053 and MT940 are accepted. */
  layout: z.nullable(
    z.object({
      encoding: z.enum(PROFILE_ENCODINGS),
      delimiter: z.enum(PROFILE_DELIMITERS),
      decimal_mark: z.enum(['point', 'comma']),
      dates: z.enum(PROFILE_DATES),
      columns: z.record(z.string(), z.string()),
      words: z.optional(z.record(z.string(), z.string())),
      rounding: z.optional(z.enum(PROFILE_ROUNDINGS)),
    }),
  ),
  /** Null: no statement has been imported yet. */
  covered: z.nullable(
    z.object({
      first_day: z.string(),
      last_day: z.string(),
      /** The balance in EGP after the last line. */
      closing: z.number(),
    }),
  ),
});
export type StatementAccount = z.output<typeof StatementAccount>;

/** The balances and the last day, for a file that does not contain them; if a file contains them, they must agree. */
export const StatementFileForm = z.object({
  /** In EGP, before the first line. */
  opening: z.optional(SignedAmount),
  /** In EGP, after the last line. */
  closing: z.optional(SignedAmount),
  /** The last day covered, which may be after the last line. Required for a file without lines. */
  last_day: z.optional(Day),
});
export type StatementFileForm = z.output<typeof StatementFileForm>;

/** The result of importing a statement, or of its dry run. Amounts in EGP. */
export const StatementResult = z.object({
  /** The id of the imported file; null in a dry run. */
  id: z.nullable(z.number()),
  format: z.enum(STATEMENT_FORMATS),
  first_day: z.string(),
  last_day: z.string(),
  opening: z.number(),
  closing: z.number(),
  /** New lines. */
  lines: z.number(),
  /** Lines that an earlier statement already contained. */
  known: z.number(),
  credits: z.number(),
  debits: z.number(),
  /** New lines that are matched with our batches or transfers. */
  matched: z.number(),
  /** New lines that nothing matches. */
  open: z.number(),
  /** Deviations that were tolerated in the file. */
  notes: z.array(BankFileNote),
});
export type StatementResult = z.output<typeof StatementResult>;

const Account = z.object({ id: z.number(), name: z.string() });

export const StatementFile = z.object({
  id: z.number(),
  name: z.string(),
  account: Account,
  format: z.enum(STATEMENT_FORMATS),
  state: z.enum(['imported', 'undone']),
  first_day: z.string(),
  last_day: z.string(),
  opening: z.number(),
  closing: z.number(),
  lines: z.number(),
  /** The number of its lines that nothing matches yet. */
  open: z.number(),
  sha256: z.string(),
  actor: z.string(),
  created_at: z.string(),
  undone_at: z.nullable(z.string()),
  undone_by: z.nullable(z.string()),
});
export type StatementFile = z.output<typeof StatementFile>;

/**
 * `matched`: with batches or transfers; `explained`: only by a person's reason; `written_off`: booked as a gain or
 * loss.
 */
export const BANK_LINE_STATES = ['matched', 'open', 'explained', 'written_off'] as const;
export type BankLineState = (typeof BANK_LINE_STATES)[number];

/** The rule by which a line was matched. */
export const BANK_LINK_RULES = ['reference', 'amount', 'id', 'manual'] as const;

export const BankLink = z.object({
  kind: z.enum(['batch', 'transfer']),
  /** Id of the batch or transfer. */
  id: z.number(),
  /** The batch's name, or the transfer's id at the bank. */
  name: z.string(),
  /** The settlement file of a batch, or the file of transfers of a transfer. */
  file_id: z.number(),
  amount: z.number(),
  rule: z.enum(BANK_LINK_RULES),
  /** For a batch: whether it is booked. */
  booked: z.boolean(),
});
export type BankLink = z.output<typeof BankLink>;

/** One booking on an account of ours; negative for a debit. */
export const BankLine = z.object({
  id: z.number(),
  account: Account,
  booked_on: z.string(),
  value_on: z.string(),
  amount: z.number(),
  reference: z.string(),
  text: z.string(),
  state: z.enum(BANK_LINE_STATES),
  links: z.array(BankLink),
  /** The break of an unmatched line, even after it is closed. */
  break_id: z.nullable(z.number()),
});
export type BankLine = z.output<typeof BankLine>;

/** A batch that is not booked, with the bank's lines matched to it. */
export const OpenBatch = z.object({
  id: z.number(),
  name: z.string(),
  file: Account,
  account: z.object({ id: z.number(), name: z.string(), mode: z.enum(['live', 'test']) }),
  net: z.number(),
  /** The day of its payment, as given in the file. */
  value_on: z.string(),
  /** The sum of the lines matched with it; null if there are none. */
  received: z.nullable(z.number()),
});
export type OpenBatch = z.output<typeof OpenBatch>;

/** Maximum number of batches offered for a line. */
export const CANDIDATES_SHOWN = 20;

/** A line, with the batches that may match it: those of the same amount first, then those of close days. */
export const BankLineDetails = z.extend(BankLine, {
  candidates: z.array(OpenBatch),
  /** True: more batches of these days exist, whose amounts or days differ more. */
  more_candidates: z.boolean(),
});
export type BankLineDetails = z.output<typeof BankLineDetails>;

const MAX_BATCHES_OF_LINE = 50;
/**
 * The batches that match one line: if there are several, all but the last count with their net amount, the last one
 * with the remainder.
 */
export const LinkForm = z.object({
  batches: z
    .array(Id, { error: 'Required' })
    .check(z.minLength(1, { error: 'Required' }), z.maxLength(MAX_BATCHES_OF_LINE)),
});
export type LinkForm = z.output<typeof LinkForm>;

const access = 'ops:reconciliation';
const base = 'fixed';
const DAYS = { date_from: z.optional(Day), date_to: z.optional(Day) };
const RANGES = [['date_from', 'date_to']] as const;
const UndoForm = z.object({ reason: paragraphs(500) });

const Typed = z.optional(z.string().check(z.maxLength(255)));

const FILES = {
  dialect: 'snake',
  sort: ['created_at', 'last_day', 'closing', 'name'],
  filters: {
    /**
     * Part of its name, of the account's name or of the importer's address; a balance; or a reference of one of its
     * lines.
     */
    q: Typed,
    account_id: z.optional(Id),
    ...DAYS,
  },
  ranges: RANGES,
} as const;

const LINES = {
  dialect: 'snake',
  sort: ['id', 'booked_on', 'amount'],
  defaultSort: 'id',
  defaultType: 'asc',
  filters: {
    /** Part of its text or of a reference, or an amount. */
    q: Typed,
    state: z.optional(z.enum(BANK_LINE_STATES, { error: 'Invalid' })),
    /** The day of the booking. */
    ...DAYS,
  },
  ranges: RANGES,
} as const;

const BATCHES = {
  dialect: 'snake',
  sort: ['received', 'value_on', 'net', 'name'],
  defaultSort: 'received',
  filters: {
    /** Part of its name, of its file's or of its account's; or an amount. */
    q: Typed,
    account_id: z.optional(Id),
    /** Only batches with matched bank lines. */
    is_received: z.optional(z.enum(['yes'], { error: 'Invalid' })),
    /** The day of the payment. */
    ...DAYS,
  },
  ranges: RANGES,
} as const;

/** Bank statements of the provider's own accounts, matched with batches of processors and files of transfers. */
export const opsBankStatements = defineEndpoints({
  accounts: {
    method: 'GET',
    path: '/ops/bank-statements/accounts',
    base,
    access,
    reply: data(z.array(StatementAccount)),
  },
  setLayout: {
    method: 'PUT',
    path: '/ops/bank-statements/accounts/:id/layout',
    base,
    access,
    params: IdParams,
    body: StatementLayoutForm,
    reply: done,
  },
  /** Reads a statement and matches it; stores nothing. */
  preview: {
    method: 'POST',
    path: '/ops/bank-statements/accounts/:id/preview',
    base,
    access,
    params: IdParams,
    consumes: 'multipart',
    body: StatementFileForm,
    reply: data(StatementResult),
  },
  /**
   * Imports all lines of a statement that no earlier one contained, or none. Without new lines it must prove the
   * balance of a later day.
   */
  import: {
    method: 'POST',
    path: '/ops/bank-statements/accounts/:id/import',
    base,
    access,
    params: IdParams,
    consumes: 'multipart',
    body: StatementFileForm,
    reply: data(StatementResult),
  },
  files: {
    method: 'GET',
    path: '/ops/bank-statements',
    base,
    access,
    query: listQuery(FILES),
    reply: list(StatementFile),
  },
  /** Exports the rows of the list, at most 100,000. */
  exportFiles: {
    method: 'GET',
    path: '/ops/bank-statements/export',
    base,
    access,
    query: exportQuery(FILES),
    reply: file,
  },
  file: {
    method: 'GET',
    path: '/ops/bank-statements/:id',
    base,
    access,
    params: IdParams,
    reply: data(StatementFile),
  },
  lines: {
    method: 'GET',
    path: '/ops/bank-statements/:id/lines',
    base,
    access,
    params: IdParams,
    query: listQuery(LINES),
    reply: list(BankLine),
  },
  exportLines: {
    method: 'GET',
    path: '/ops/bank-statements/:id/lines/export',
    base,
    access,
    params: IdParams,
    query: exportQuery(LINES),
    reply: file,
  },
  /** Removes the statement imported last, as long as nothing is booked from it. */
  undo: {
    method: 'POST',
    path: '/ops/bank-statements/:id/undo',
    base,
    access,
    params: IdParams,
    body: UndoForm,
    reply: done,
  },
  /** Matches every open line again with batches and transfers. */
  rematch: {
    method: 'POST',
    path: '/ops/bank-statements/match',
    base,
    access,
    reply: data(z.object({ matched: z.number() })),
  },
  line: {
    method: 'GET',
    path: '/ops/bank-lines/:id',
    base,
    access,
    params: IdParams,
    reply: data(BankLineDetails),
  },
  /** Matches a line with batches by hand. */
  link: {
    method: 'POST',
    path: '/ops/bank-lines/:id/batches',
    base,
    access,
    params: IdParams,
    body: LinkForm,
    reply: done,
  },
  /** Removes that match, as long as none of the batches is booked. */
  unlink: {
    method: 'POST',
    path: '/ops/bank-lines/:id/unlink',
    base,
    access,
    params: IdParams,
    body: UndoForm,
    reply: done,
  },
  /** Lists batches that are not booked, those with matched lines first. */
  batches: {
    method: 'GET',
    path: '/ops/bank-batches',
    base,
    access,
    query: listQuery(BATCHES),
    reply: list(OpenBatch),
  },
  exportBatches: {
    method: 'GET',
    path: '/ops/bank-batches/export',
    base,
    access,
    query: exportQuery(BATCHES),
    reply: file,
  },
  /** Books a batch with the amount, reference and day of its lines. */
  book: {
    method: 'POST',
    path: '/ops/bank-batches/:id/book',
    base,
    access,
    params: IdParams,
    reply: done,
  },
});
