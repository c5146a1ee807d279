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
 * The columns of a statement as CSV or workbook. Amounts are in one column with a sign, in one with `sign` beside it, which says
 * by a word whether they are debits or credits, or in two. `record` says whether the row is a booking at all.
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

/** What the words in the columns `sign` and `record` stand for, separated by commas. */
const Words = z.object(
  Object.fromEntries(SIGN_WORDS.map((name) => [name, optionalText(300)])) as Record<
    (typeof SIGN_WORDS)[number],
    ReturnType<typeof optionalText>
  >,
);

/** How a bank's statements of one account are read when they are neither camt.053 nor MT940. */
export const StatementLayoutForm = z
  .object({
    encoding: choice(PROFILE_ENCODINGS),
    delimiter: choice(PROFILE_DELIMITERS),
    decimal_mark: choice(['point', 'comma']),
    /** Of days that are written as numbers. */
    dates: choice(PROFILE_DATES),
    /** By heading, or `#3` for the third column. Empty: not in the file. */
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

/** An account of the provider's, and how far its statements are imported. */
export const StatementAccount = z.object({
  id: z.number(),
  name: z.string(),
  bank_name: z.string(),
  iban: z.string(),
  /** Null: only camt.053 and MT940 are read. */
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
  /** Null: no statement is imported yet. */
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

/** The balances, and how far it goes, beside a file that does not name them; a file that names them must agree. */
export const StatementFileForm = z.object({
  /** In EGP, before the first line. */
  opening: z.optional(SignedAmount),
  /** In EGP, after the last one. */
  closing: z.optional(SignedAmount),
  /** The last day that it covers, which may be after the last line. A file without lines needs it. */
  last_day: z.optional(Day),
});
export type StatementFileForm = z.output<typeof StatementFileForm>;

/** What importing a statement would do, or did. Amounts in EGP. */
export const StatementResult = z.object({
  /** The file's id once it is imported; null in a dry run. */
  id: z.nullable(z.number()),
  format: z.enum(STATEMENT_FORMATS),
  first_day: z.string(),
  last_day: z.string(),
  opening: z.number(),
  closing: z.number(),
  /** New lines. */
  lines: z.number(),
  /** Lines that an earlier statement had already. */
  known: z.number(),
  credits: z.number(),
  debits: z.number(),
  /** New lines that batches or transfers of ours explain. */
  matched: z.number(),
  /** New lines that nothing explains. */
  open: z.number(),
  /** What was tolerated in the file. */
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
  /** Of its lines, those that nothing explains yet. */
  open: z.number(),
  sha256: z.string(),
  actor: z.string(),
  created_at: z.string(),
  undone_at: z.nullable(z.string()),
  undone_by: z.nullable(z.string()),
});
export type StatementFile = z.output<typeof StatementFile>;

/** `matched`: with batches or transfers; `explained`: by a person's reason alone; `written_off`: booked as a gain or loss. */
export const BANK_LINE_STATES = ['matched', 'open', 'explained', 'written_off'] as const;
export type BankLineState = (typeof BANK_LINE_STATES)[number];

/** How a line was found to be what it is about. */
export const BANK_LINK_RULES = ['reference', 'amount', 'id', 'manual'] as const;

export const BankLink = z.object({
  kind: z.enum(['batch', 'transfer']),
  /** Of the batch or transfer. */
  id: z.number(),
  /** The batch's name, or the transfer's id at the bank. */
  name: z.string(),
  /** The settlement file of a batch, the file of transfers of a transfer. */
  file_id: z.number(),
  amount: z.number(),
  rule: z.enum(BANK_LINK_RULES),
  /** Of a batch: whether it is booked. */
  booked: z.boolean(),
});
export type BankLink = z.output<typeof BankLink>;

/** One booking on an account of ours; below zero, money went. */
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
  /** The break of what nothing explains, also when it is closed. */
  break_id: z.nullable(z.number()),
});
export type BankLine = z.output<typeof BankLine>;

/** A batch that is not booked, with what of the bank's lines is matched with it. */
export const OpenBatch = z.object({
  id: z.number(),
  name: z.string(),
  file: Account,
  account: z.object({ id: z.number(), name: z.string(), mode: z.enum(['live', 'test']) }),
  net: z.number(),
  /** The day on which it is paid, as far as the file says. */
  value_on: z.string(),
  /** What came by the lines that are matched with it; null without any. */
  received: z.nullable(z.number()),
});
export type OpenBatch = z.output<typeof OpenBatch>;

/** How many batches are offered to a line. */
export const CANDIDATES_SHOWN = 20;

/** A line, with the batches that it may be of: those of its amount first, then those of its days. */
export const BankLineDetails = z.extend(BankLine, {
  candidates: z.array(OpenBatch),
  /** There are others of these days, which are further away. */
  more_candidates: z.boolean(),
});
export type BankLineDetails = z.output<typeof BankLineDetails>;

const MAX_BATCHES_OF_LINE = 50;
/** The batches that one line is of: of several all but the last have their net amount, the last one what is left. */
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
    /** Part of its name, of the account's or of who imported it; a balance; or a reference of one of its lines. */
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
    /** By the day on which it was booked. */
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
    /** Only those that lines of the bank are matched with. */
    is_received: z.optional(z.enum(['yes'], { error: 'Invalid' })),
    /** By the day on which it is paid. */
    ...DAYS,
  },
  ranges: RANGES,
} as const;

/** The bank's statements of the provider's own accounts, compared with batches of processors and files of transfers. */
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
  /** Reads a statement and compares it; keeps nothing. */
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
  /** Imports all lines of a statement that no earlier one had, or none. Without new lines it must prove the balance of a later day. */
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
  /** The rows of the list as a file; a hundred thousand at most. */
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
  /** Takes the statement back that was imported last, while nothing is booked from it. */
  undo: {
    method: 'POST',
    path: '/ops/bank-statements/:id/undo',
    base,
    access,
    params: IdParams,
    body: UndoForm,
    reply: done,
  },
  /** Looks for batches and transfers again, for every line that nothing explains. */
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
  /** Says which batches a line is of. */
  link: {
    method: 'POST',
    path: '/ops/bank-lines/:id/batches',
    base,
    access,
    params: IdParams,
    body: LinkForm,
    reply: done,
  },
  /** Takes that back, while none of them is booked. */
  unlink: {
    method: 'POST',
    path: '/ops/bank-lines/:id/unlink',
    base,
    access,
    params: IdParams,
    body: UndoForm,
    reply: done,
  },
  /** Batches that are not booked, those that lines are matched with first. */
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
