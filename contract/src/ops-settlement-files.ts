import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done, file, list } from './envelope.ts';
import { exportQuery } from './exports.ts';
import { Amount } from './money.ts';
import { ResolveForm } from './ops-reconciliation.ts';
import {
  BREAK_KINDS,
  ReconciledAccount,
  ReconciliationLine,
  SETTLEMENT_LINE_KINDS,
} from './ops-settlement-lines.ts';
import { Day, listQuery } from './paging.ts';
import { Id, IdParams, reference } from './text.ts';

/** Control totals of the file, as stated by the processor. */
export const ImportFileForm = z.object({
  /** Number of lines. */
  expected_lines: z.optional(Id),
  /** Sum of the net amounts, in EGP, above zero. */
  expected_net: z.optional(Amount),
});
export type ImportFileForm = z.output<typeof ImportFileForm>;

/** Sums of lines, in EGP. A line in another currency is counted but not added. */
const Sums = { lines: z.number(), gross: z.number(), fee: z.number(), net: z.number() };

/** The result of importing a file, or of its dry run. */
export const ImportResult = z.object({
  lines: z.number(),
  /** The id of the imported file; null in a dry run. */
  id: z.nullable(z.number()),
  /** Rows that are not lines: blank ones, those with ignored words and those of other records. */
  skipped: z.number(),
  /** Totals and notes below the last line, which are skipped too. */
  footers: z.number(),
  /** The first of them, as in the file. */
  footer_rows: z.array(z.object({ row: z.number(), text: z.string() })),
  matched: z.number(),
  first_day: z.nullable(z.string()),
  last_day: z.nullable(z.string()),
  /**
   * By currency and kind, EGP first, because amounts of different currencies or kinds are never added. In that
   * currency.
   */
  sums: z.array(
    z.object({
      currency: z.string(),
      kind: z.enum(SETTLEMENT_LINE_KINDS),
      lines: z.number(),
      gross: z.number(),
      fee: z.number(),
      net: z.number(),
    }),
  ),
  breaks: z.array(
    z.object({ kind: z.enum(BREAK_KINDS), currency: z.string(), count: z.number(), amount: z.number() }),
  ),
  /** Rows that cannot be read; if there are any, nothing is imported. */
  invalid: z.number(),
  /** The first of these errors; `value` as in the file. */
  errors: z.array(z.object({ row: z.number(), column: z.string(), value: z.string(), message: z.string() })),
});
export type ImportResult = z.output<typeof ImportResult>;

export const ReconciliationFile = z.object({
  id: z.number(),
  name: z.string(),
  account: ReconciledAccount,
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

/** Lines that a processor pays together. */
export const SettlementBatch = z.object({
  id: z.number(),
  /** The batch's own name; empty if the file has none. */
  name: z.string(),
  currency: z.string(),
  ...Sums,
  matched: z.number(),
  value_on: z.nullable(z.string()),
  /** True: a second operator has been asked to approve the reversal of its booking. */
  reversal_waits: z.boolean(),
  /** Null until the batch is booked. */
  booking: z.nullable(
    z.object({
      at: z.string(),
      actor: z.string(),
      bank_reference: z.string(),
      received_on: z.string(),
      /** In EGP; negative if it was debited. */
      received: z.number(),
    }),
  ),
});
export type SettlementBatch = z.output<typeof SettlementBatch>;

/** The entry of a batch on the bank's statement. */
export const BookBatchForm = z.object({
  /** In EGP, without a sign: the amount received, or for a negative batch the amount debited. */
  amount: Amount,
  bank_reference: reference(64),
  received_on: Day,
});

const access = 'ops:reconciliation';
const base = 'fixed';
const DAYS = { date_from: z.optional(Day), date_to: z.optional(Day) };
const RANGES = [['date_from', 'date_to']] as const;

const FILES = {
  dialect: 'snake',
  sort: ['created_at', 'net', 'name'],
  filters: {
    /**
     * Part of its name, of its profile's name, or of the importer's address; its net amount; or a reference of one of
     * its lines.
     */
    q: z.optional(z.string().check(z.maxLength(255))),
    account_id: z.optional(Id),
    ...DAYS,
  },
  ranges: RANGES,
} as const;

const LINES = {
  dialect: 'snake',
  sort: ['row', 'gross', 'occurred_on'],
  defaultSort: 'row',
  defaultType: 'asc',
  filters: {
    /**
     * The beginning of the processor's reference, of ours or of the RRN; a reference of the matched payment; or its
     * gross amount, for a line without one its net amount.
     */
    q: z.optional(z.string().check(z.maxLength(255))),
    kind: z.optional(z.enum(SETTLEMENT_LINE_KINDS, { error: 'Invalid' })),
    is_matched: z.optional(z.enum(['yes', 'no'], { error: 'Invalid' })),
    /** By the day of the line. */
    ...DAYS,
  },
  ranges: RANGES,
} as const;

/** Maximum number of a file's batches on its screen. */
export const BATCHES_SHOWN = 500;

/** Settlement files of processors, with their lines and batches. */
export const opsSettlementFiles = defineEndpoints({
  /** Reads a file and matches its payments; stores nothing. */
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
    query: listQuery(FILES),
    reply: list(ReconciliationFile),
  },
  /** Exports the rows of the list, at most 100,000. */
  exportFiles: {
    method: 'GET',
    path: '/ops/reconciliation/files/export',
    base,
    access,
    query: exportQuery(FILES),
    reply: file,
  },
  file: {
    method: 'GET',
    path: '/ops/reconciliation/files/:id',
    base,
    access,
    params: IdParams,
    reply: data(
      z.extend(ReconciliationFile, {
        /** The first {@link BATCHES_SHOWN} batches. */
        batches: z.array(SettlementBatch),
        has_more_batches: z.boolean(),
      }),
    ),
  },
  lines: {
    method: 'GET',
    path: '/ops/reconciliation/files/:id/lines',
    base,
    access,
    params: IdParams,
    query: listQuery(LINES),
    reply: list(ReconciliationLine),
  },
  /** Exports the rows of the list, at most 100,000. */
  exportLines: {
    method: 'GET',
    path: '/ops/reconciliation/files/:id/lines/export',
    base,
    access,
    params: IdParams,
    query: exportQuery(LINES),
    reply: file,
  },
  /** Undoes an import: its lines are removed and the items that they matched are open again. */
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
   * Books the amount that the bank received for a batch: it leaves the open balance of the account. Unidentified lines
   * and a difference are booked to suspense.
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
  /**
   * Requests a second operator's approval to reverse the booking of a batch, after which it can be booked again, or its
   * file undone.
   */
  reverseBatch: {
    method: 'POST',
    path: '/ops/reconciliation/batches/:id/reverse',
    base,
    access,
    params: IdParams,
    body: ResolveForm,
    reply: done,
  },
});
