import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { done, file, list } from './envelope.ts';
import { exportQuery } from './exports.ts';
import { LEDGER_ACCOUNTS } from './ledger-accounts.ts';
import { amountError, parsePounds } from './money.ts';
import { Day, listQuery } from './paging.ts';
import { Id, optionalReference, paragraphs } from './text.ts';

/**
 * The accounts that a correction may change. The others are sums of payments, chargebacks, payouts, costs, the reserve
 * and lines of settlement files, through which they are corrected.
 */
export const CORRECTABLE_ACCOUNTS = ['available', 'clearing', 'fees', 'vat', 'bank'] as const;
export type CorrectableAccount = (typeof CORRECTABLE_ACCOUNTS)[number];

const Mode = z.enum(['live', 'test'], { error: 'Invalid' });

/** A transfer of the ledger with its postings. */
export const LedgerTransferRow = z.object({
  id: z.number(),
  kind: z.string(),
  reference: z.string(),
  /** When it was booked. */
  created_at: z.string(),
  /** The id of the transfer that a correction corrects. */
  corrects: z.nullable(z.number()),
  processor_account: z.nullable(z.string()),
  /** In EGP: a credit is positive, a debit negative. */
  postings: z.array(z.object({ account: z.enum(LEDGER_ACCOUNTS), amount: z.number() })),
});
export type LedgerTransferRow = z.output<typeof LedgerTransferRow>;

interface CorrectionLine {
  account: CorrectableAccount;
  side: 'debit' | 'credit';
  amountPiastres: number;
}

/** JSON text or a list of `{account, side, amount}`, in pounds: each account once, debits and credits equal. */
const Lines = z.pipe(
  z.unknown(),
  z.transform((given: unknown, ctx): CorrectionLine[] => {
    const refuse = (message: string) => {
      ctx.issues.push({ code: 'custom', message, input: given });
      return z.NEVER;
    };
    let parsed = given;
    try {
      if (typeof given === 'string') parsed = JSON.parse(given);
    } catch {
      return refuse('Invalid');
    }
    if (!Array.isArray(parsed) || parsed.length < 2) return refuse('CorrectionUnbalanced');
    if (parsed.length > CORRECTABLE_ACCOUNTS.length) return refuse('Invalid');
    const lines: CorrectionLine[] = [];
    for (const each of parsed as Record<string, unknown>[]) {
      const account = CORRECTABLE_ACCOUNTS.find((one) => one === each?.account);
      const side = each?.side === 'debit' || each?.side === 'credit' ? each.side : undefined;
      const amount = each?.amount;
      const amountPiastres = parsePounds(amount);
      if (!account || !side) return refuse('Invalid');
      if (amountPiastres === null || amountPiastres === 0) {
        const isTyped = typeof amount === 'string' || typeof amount === 'number';
        return refuse((isTyped && amountError(amount, 1, 'AmountMustBePositive')) || 'AmountMustBePositive');
      }
      lines.push({ account, side, amountPiastres });
    }
    if (new Set(lines.map(({ account }) => account)).size !== lines.length) return refuse('Invalid');
    const sum = lines.reduce(
      (total, { side, amountPiastres }) => total + (side === 'credit' ? amountPiastres : -amountPiastres),
      0,
    );
    return sum === 0 ? lines : refuse('CorrectionUnbalanced');
  }),
);

const optionalId = z.optional(z.nullable(z.union([z.literal(''), Id])));

/** A correction; its document is sent as `file`. */
export const CorrectionForm = z.object({
  mode: Mode,
  lines: Lines,
  reason: paragraphs(500),
  /** The id of the transfer to correct. */
  corrects: optionalId,
  /** The account at a processor whose `clearing` changes; empty: the sandbox, or none. */
  processor_account_id: optionalId,
  /** Its reference; by default that of the corrected transfer. */
  reference: optionalReference(40),
  /** The number of the fee invoice whose fees or VAT it reduces, `FI-2026-000041`: a credit note is issued. */
  fee_invoice: optionalReference(20),
});
export type CorrectionForm = z.output<typeof CorrectionForm>;

const TRANSFERS = {
  dialect: 'snake',
  sort: ['id'],
  defaultSort: 'id',
  filters: {
    mode: z.optional(Mode),
    /** The whole reference or its beginning (`TRX-7K3M9Q2D`), or the number of a transfer. */
    q: z.optional(z.string().check(z.maxLength(255))),
    /** By the day in Cairo on which it was booked. */
    date_from: z.optional(Day),
    date_to: z.optional(Day),
  },
  ranges: [['date_from', 'date_to']],
} as const;

/** A merchant's ledger, and corrections of it, which a second operator approves. */
export const opsLedger = defineEndpoints({
  transfers: {
    method: 'GET',
    path: '/ops/ledger/:merchantId',
    base: 'fixed',
    access: 'ops:corrections',
    params: z.object({ merchantId: Id }),
    query: listQuery(TRANSFERS),
    reply: list(LedgerTransferRow),
  },
  /** Exports the rows of the list, at most 100,000. */
  export: {
    method: 'GET',
    path: '/ops/ledger/:merchantId/export',
    base: 'fixed',
    access: 'ops:corrections',
    params: z.object({ merchantId: Id }),
    query: exportQuery(TRANSFERS),
    reply: file,
  },
  correct: {
    method: 'POST',
    path: '/ops/ledger/:merchantId/corrections',
    base: 'fixed',
    access: 'ops:corrections',
    params: z.object({ merchantId: Id }),
    consumes: 'multipart',
    body: CorrectionForm,
    idempotent: true,
    reply: done,
  },
});
