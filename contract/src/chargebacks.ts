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

/** How far a case has gone, in order: an issuer that is not convinced takes it to the next stage. */
export const CHARGEBACK_STAGES = ['chargeback', 'pre_arbitration', 'arbitration'] as const;
export type ChargebackStage = (typeof CHARGEBACK_STAGES)[number];

/** An event of a case: it was opened, reached a stage, or was decided. */
export const ChargebackStep = z.object({
  at: z.string(),
  stage: z.enum(CHARGEBACK_STAGES),
  /** The status of the chargeback from then on. */
  status: codeOf(CHARGEBACK_STATUS),
  due_date: z.string(),
  reason_code: z.string(),
});
export type ChargebackStep = z.output<typeof ChargebackStep>;

/** How many have a status. */
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
  /** The payer's. */
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
  /** The merchant's response; empty before. */
  answer: z.string(),
  /** The files of the response, served by `GET /merchant/storage/:filePath`. */
  evidence: z.array(StoredFile),
  answered_at: z.nullable(z.string()),
  decided_at: z.nullable(z.string()),
  /** The card network's or processor's id of the case; empty when it is not known. */
  case_id: z.string(),
  /** The network's code of the reason; empty when it is not known. */
  reason_code: z.string(),
  stage: z.enum(CHARGEBACK_STAGES),
  /** The case so far, oldest first. */
  history: z.array(ChargebackStep),
  /** What was refunded of the transaction. */
  refunded_amount: z.number(),
});
export type ChargebackRow = z.output<typeof ChargebackRow>;

/** What a reason code is about: which evidence helps follows from it. */
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
  /** What the reason code means, in the caller's language; null for one that we do not know. */
  network_reason: z.nullable(
    z.object({
      network: z.enum(['visa', 'mastercard']),
      name: z.string(),
      family: z.enum(REASON_FAMILIES),
    }),
  ),
  /** The card that was charged; null for other methods. */
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  /** When the disputed payment was made. */
  paid_at: z.nullable(z.string()),
  /** What the payer was charged. */
  charged_amount: z.number(),
  /** The balance that the payment's money is in: what is disputed is taken from it, and goes back there when it is won. */
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
  /** The beginning of the case's id. */
  case_id: z.optional(z.string().check(z.maxLength(64))),
  /** `due`: those that wait for the merchant's response, and can still get it. */
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
  /** How many there are of each status, at most 10,000 each: beyond, `more` is true. */
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
  /** Stores a file for the response to a pending dispute; it counts once a response names it. */
  addEvidence: {
    method: 'POST',
    path: '/merchant/chargebacks/:id/evidence',
    base: 'mode',
    access: 'view-chargeback-list',
    params: IdParams,
    consumes: 'multipart',
    reply: data(StoredFile),
  },
  /** Saves the response to a pending dispute, replacing a former one. Without files, the former files stay. */
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
