import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done, file, list } from './envelope.ts';
import { ExportFilters } from './exports.ts';
import { FilePath, StoredFile } from './files.ts';
import { Amount } from './money.ts';
import { Day, listQuery, statusCountOf, UpdatedSince } from './paging.ts';
import { codeOf, IdParams, oneCode, paragraphs } from './text.ts';

export const CHARGEBACK_STATUS = { pending: 0, applied: 1, withdrawn: 2 } as const;
export type ChargebackStatus = (typeof CHARGEBACK_STATUS)[keyof typeof CHARGEBACK_STATUS];

/** Stages of a case, in order: an issuer that rejects the response takes it to the next stage. */
export const CHARGEBACK_STAGES = ['chargeback', 'pre_arbitration', 'arbitration'] as const;
export type ChargebackStage = (typeof CHARGEBACK_STAGES)[number];

/** An event of a case: it was opened, reached a stage, or was decided. */
export const ChargebackStep = z.object({
  at: z.string(),
  stage: z.enum(CHARGEBACK_STAGES),
  /** The status of the chargeback after this step. */
  status: codeOf(CHARGEBACK_STATUS),
  due_date: z.string(),
  reason_code: z.string(),
});
export type ChargebackStep = z.output<typeof ChargebackStep>;

/** The number of chargebacks with each status. */
export const ChargebackCount = statusCountOf(CHARGEBACK_STATUS);

export const CHARGEBACK_SORTS = [
  'id',
  'created_at',
  'reference',
  'name',
  'status',
  'transaction_reference',
  'amount',
  'due_date',
  'updated_at',
] as const;

export const ChargebackRow = z.object({
  id: z.number(),
  reference: z.string(),
  /** The payer's name. */
  name: z.string(),
  status: codeOf(CHARGEBACK_STATUS),
  transaction_id: z.number(),
  transaction_reference: z.string(),
  amount: z.number(),
  created_at: z.string(),
  /** The deadline of the merchant's response. */
  due_date: z.string(),
  /** The reason given by the payer's bank. */
  reason: z.string(),
  /** The merchant's response; empty before it is sent. */
  answer: z.string(),
  /** The files of the response, served by `GET /merchant/storage/:filePath`. */
  evidence: z.array(StoredFile),
  answered_at: z.nullable(z.string()),
  decided_at: z.nullable(z.string()),
  /** The case ID of the card network or processor; empty if unknown. */
  case_id: z.string(),
  /** The card network's reason code; empty if unknown. */
  reason_code: z.string(),
  stage: z.enum(CHARGEBACK_STAGES),
  /** The history of the case, oldest first. */
  history: z.array(ChargebackStep),
  /** The refunded amount of the transaction. */
  refunded_amount: z.number(),
});
export type ChargebackRow = z.output<typeof ChargebackRow>;

/** Families of reason codes; the helpful evidence depends on the family. */
export const REASON_FAMILIES = [
  'fraud',
  'fraud_present',
  'monitoring',
  'authorization',
  'late',
  'processing',
  'amount',
  'duplicate',
  'not_received',
  'not_as_described',
  'counterfeit',
  'canceled',
  'recurring',
  'credit',
  'cash',
  'cardholder',
] as const;
export type ReasonFamily = (typeof REASON_FAMILIES)[number];

export const ChargebackDetails = z.object({
  ...ChargebackRow.shape,
  /** Meaning of the reason code, in the caller's language; null for an unknown code. */
  network_reason: z.nullable(
    z.object({
      network: z.enum(['visa', 'mastercard']),
      name: z.string(),
      family: z.enum(REASON_FAMILIES),
    }),
  ),
  /** The card that was charged; null for other methods. */
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  /** When the disputed payment was paid. */
  paid_at: z.nullable(z.string()),
  /** The amount charged to the payer. */
  charged_amount: z.number(),
  /**
   * The balance that contains the payment's money: the disputed amount is taken from it, and returned to it if the
   * chargeback is won.
   */
  money_in: z.enum(['pending', 'available']),
});
export type ChargebackDetails = z.output<typeof ChargebackDetails>;

const filters = {
  chargeback_name: z.optional(z.string().check(z.maxLength(255))),
  /** The reference of the chargeback or of its transaction (TRX-…). */
  reference: z.optional(z.string().check(z.maxLength(64))),
  status: z.optional(oneCode(CHARGEBACK_STATUS)),
  date_from: z.optional(Day),
  date_to: z.optional(Day),
  updated_since: UpdatedSince,
  /** The exact amount, in pounds. */
  amount: z.optional(Amount),
  /** The beginning of the case ID. */
  case_id: z.optional(z.string().check(z.maxLength(64))),
  /** `due`: chargebacks that wait for the merchant's response and can still be answered. */
  answer: z.optional(z.enum(['due'], { error: 'Invalid' })),
};
const listOptions = { dialect: 'snake', sort: CHARGEBACK_SORTS, ranges: [['date_from', 'date_to']] } as const;

export const EVIDENCE_MAXIMUM = 5;

/** Duplicate files count once. */
export const ChargebackAnswer = z.object({
  answer: paragraphs(4000),
  files: z.optional(z.array(FilePath).check(z.maxLength(EVIDENCE_MAXIMUM, { error: 'TooManyFiles' }))),
});
export type ChargebackAnswer = z.output<typeof ChargebackAnswer>;

export const chargebacks = defineEndpoints({
  list: {
    method: 'GET',
    path: '/merchant/chargebacks',
    base: 'mode',
    access: 'view-chargeback-list',
    query: listQuery({ ...listOptions, filters, byCursor: 'chargebacks' }),
    reply: list(ChargebackRow),
  },
  /** Counts those of each status, at most 10,000 each; beyond that, `more` is true. */
  counts: {
    method: 'GET',
    path: '/merchant/chargebacks/counts',
    reads: 'standby',
    base: 'mode',
    access: 'view-chargeback-list',
    reply: data(z.array(ChargebackCount)),
  },
  details: {
    method: 'GET',
    path: '/merchant/chargebacks/:id',
    base: 'mode',
    access: 'view-chargeback-list',
    params: IdParams,
    reply: data(ChargebackDetails),
  },
  /** Exports the chosen chargebacks, or the rows that match the filters. */
  exportCsv: {
    method: 'GET',
    path: '/merchant/chargebacks/exportCsv',
    base: 'mode',
    access: 'export-chargeback',
    query: listQuery({ ...listOptions, filters: { ...filters, ...ExportFilters } }),
    reply: file,
  },
  /** Stores a file for the response to a pending chargeback; it is part of the response once the response names it. */
  addEvidence: {
    method: 'POST',
    path: '/merchant/chargebacks/:id/evidence',
    base: 'mode',
    access: 'view-chargeback-list',
    params: IdParams,
    consumes: 'multipart',
    reply: data(StoredFile),
  },
  /** Saves the response to a pending chargeback and replaces an earlier one. Without files, the earlier files stay. */
  answer: {
    method: 'POST',
    path: '/merchant/chargebacks/:id/answer',
    base: 'mode',
    access: 'view-chargeback-list',
    params: IdParams,
    body: ChargebackAnswer,
    reply: done,
  },
});
