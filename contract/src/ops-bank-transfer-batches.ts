import * as z from 'zod/mini';
import { TRANSFER_FORMATS } from './ops-bank-transfer-accounts.ts';
import { Day } from './paging.ts';
import { Id, paragraphs } from './text.ts';

export const BATCH_STATES = ['draft', 'waiting', 'released', 'answered', 'canceled'] as const;
export type BatchState = (typeof BATCH_STATES)[number];

export const TRANSFER_STATES = ['listed', 'removed', 'sent', 'paid', 'rejected', 'returned'] as const;
export type TransferState = (typeof TRANSFER_STATES)[number];

/** Maximum number of transfers in one file. */
export const MAX_TRANSFERS = 1_000;

/** Settlements and payouts that wait for their transfer and are in no file yet. */
export const ToTransfer = z.object({
  count: z.number(),
  /** The number of payouts among them. */
  payouts: z.number(),
  /** In EGP. */
  amount: z.number(),
  /** Left out because the merchant is suspended or on hold. */
  stopped: z.number(),
  /** Left out because the destination account is missing or has no valid number. */
  unwritable: z.number(),
});
export type ToTransfer = z.output<typeof ToTransfer>;

export const BatchRow = z.object({
  id: z.number(),
  message_id: z.string(),
  account: z.object({ id: z.number(), name: z.string(), bank_name: z.string() }),
  state: z.enum(BATCH_STATES),
  execution_day: z.string(),
  transfers: z.number(),
  /** In EGP, without removed transfers. */
  amount: z.number(),
  /** Sent, without an answer yet. */
  open: z.number(),
  rejected: z.number(),
  created_by: z.string(),
  created_at: z.string(),
});
export type BatchRow = z.output<typeof BatchRow>;

export const Batch = z.object({
  ...BatchRow.shape,
  format: z.enum(TRANSFER_FORMATS),
  iban: z.string(),
  /** Of the file that waits for its release or is released, in hexadecimal. */
  sha256: z.nullable(z.string()),
  /** Account holders whose name has characters outside SWIFT's set X, which banks may refuse; at most ten. */
  unusual_names: z.array(z.string()),
  released_by: z.nullable(z.string()),
  released_at: z.nullable(z.string()),
});
export type Batch = z.output<typeof Batch>;

/** The object that a transfer pays. */
export const TRANSFER_KINDS = ['settlement', 'payout'] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

export const TransferRow = z.object({
  id: z.number(),
  end_to_end_id: z.string(),
  merchant: z.object({ id: z.number(), name: z.string() }),
  kind: z.enum(TRANSFER_KINDS),
  /** The id of the settlement or payout. */
  pays_id: z.number(),
  /** The reference of the settlement, or the code of the payout. */
  reference: z.string(),
  amount: z.number(),
  account: z.object({ name: z.string(), bank: z.string(), number: z.string() }),
  state: z.enum(TRANSFER_STATES),
  reason: z.string(),
  bank_reference: z.string(),
});
export type TransferRow = z.output<typeof TransferRow>;

/**
 * Whether a due transfer goes into the next file: not if its merchant is suspended or on hold (`stopped`), nor if the
 * account is missing or has no valid number (`unwritable`).
 */
export const DUE_STATES = ['ready', 'stopped', 'unwritable'] as const;
export type DueState = (typeof DUE_STATES)[number];

/** A settlement or payout that waits for its transfer and is in no file yet. */
export const DueTransfer = z.object({
  /** Id of the settlement or payout. */
  id: z.number(),
  kind: z.enum(TRANSFER_KINDS),
  merchant: z.object({ id: z.number(), name: z.string() }),
  reference: z.string(),
  amount: z.number(),
  /** Null: the merchant has no account. */
  account: z.nullable(z.object({ name: z.string(), bank: z.string(), number: z.string() })),
  state: z.enum(DUE_STATES),
  created_at: z.string(),
});
export type DueTransfer = z.output<typeof DueTransfer>;

export const BatchForm = z.object({ bank_account_id: Id, execution_day: Day });
export const ReleaseForm = z.object({ reason: paragraphs(500) });

const Typed = z.optional(z.string().check(z.maxLength(255)));
const DAYS = { date_from: z.optional(Day), date_to: z.optional(Day) };
const RANGES = [['date_from', 'date_to']] as const;

export const BATCHES = {
  dialect: 'snake',
  sort: ['created_at', 'execution_day'],
  filters: {
    /**
     * Part of its id, of our account's name or of its creator's address; or, for one of its transfers, our reference,
     * its id at the bank, the bank's reference, or its amount.
     */
    q: Typed,
    bank_account_id: z.optional(Id),
    state: z.optional(z.enum(BATCH_STATES, { error: 'Invalid' })),
    ...DAYS,
  },
  ranges: RANGES,
} as const;

export const TRANSFERS = {
  dialect: 'snake',
  sort: ['id', 'amount'],
  defaultSort: 'id',
  defaultType: 'asc',
  filters: {
    /**
     * Our reference, its id at the bank, the bank's reference, part of the merchant's name, the end of the account
     * number, or an amount.
     */
    q: Typed,
    state: z.optional(z.enum(TRANSFER_STATES, { error: 'Invalid' })),
  },
} as const;

export const DUE = {
  dialect: 'snake',
  sort: ['created_at', 'amount'],
  defaultType: 'asc',
  filters: {
    /** Our reference, part of the merchant's name, the end of the account number, or an amount. */
    q: Typed,
    kind: z.optional(z.enum(TRANSFER_KINDS, { error: 'Invalid' })),
    state: z.optional(z.enum(DUE_STATES, { error: 'Invalid' })),
    ...DAYS,
  },
  ranges: RANGES,
} as const;
