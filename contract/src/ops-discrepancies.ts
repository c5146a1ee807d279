import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { done, file, list } from './envelope.ts';
import { exportQuery } from './exports.ts';
import { PositiveAmount } from './money.ts';
import { MerchantThing } from './ops-money.ts';
import { listQuery } from './paging.ts';
import { paragraphs, reference } from './text.ts';

/**
 * What a processor says and our books do not. `refund-unnamed`: it was refunded there, and nobody says how much;
 * `dispute-unnamed`: it is disputed, and no case is named; `refund-failed`, `payment-failed`: it succeeded here and failed
 * there.
 */
export const DISCREPANCY_KINDS = [
  'refund-unnamed',
  'refund-failed',
  'payment-failed',
  'dispute-unnamed',
] as const;
export type DiscrepancyKind = (typeof DISCREPANCY_KINDS)[number];

export const Discrepancy = z.object({
  id: z.number(),
  kind: z.enum(DISCREPANCY_KINDS),
  merchant: z.object({ id: z.number(), name: z.string() }),
  mode: z.enum(['live', 'test']),
  transaction_id: z.number(),
  /** Of the payment. */
  reference: z.string(),
  /** Null: the sandbox. */
  account: z.nullable(z.object({ id: z.number(), name: z.string() })),
  adapter: z.string(),
  /** In the processor's words. */
  said: z.string(),
  /** What it is about, in EGP: the refund, the payment, or what the processor names; null: it names none. */
  amount: z.nullable(z.number()),
  /** When it was booked here: the refund that is called failed, otherwise the payment. */
  booked_at: z.string(),
  /** What the payer was charged, and what can still go back of it, in EGP. */
  charged_amount: z.number(),
  refundable_amount: z.number(),
  /** When the processor was first heard to say it. */
  created_at: z.string(),
});
export type Discrepancy = z.output<typeof Discrepancy>;

/** A refund that an operator looked up in the processor's dashboard. */
export const UnnamedRefundForm = z.object({
  /** Pounds. */
  amount: PositiveAmount,
  /** The processor's id of the refund, or its reference. */
  processor_refund_id: reference(100),
  /** For the audit log: where it was seen, and who made it. */
  reason: paragraphs(500),
});
/** The chargeback that was opened on the payment. */
export const LinkChargebackForm = z.object({ chargeback_reference: reference(20) });
export const StandsForm = z.object({ reason: paragraphs(500) });
export const CameBackForm = z.object({ reason: paragraphs(500) });

/** What the list is filtered and sorted by. */
const LIST = {
  dialect: 'snake',
  sort: ['created_at'],
  defaultType: 'asc',
  /** `q`: a reference of ours or of the processor, an amount, or part of the merchant's name. */
  filters: { q: z.optional(z.string().check(z.maxLength(255))) },
} as const;

const access = 'ops:processors';
const base = 'fixed';

/** What only a person can settle between a processor and our books. */
export const opsDiscrepancies = defineEndpoints({
  /** Those that wait, oldest first, of both modes. */
  list: {
    method: 'GET',
    path: '/ops/discrepancies',
    base,
    access,
    query: listQuery(LIST),
    reply: list(Discrepancy),
  },
  /** The rows of the list as a file; a hundred thousand at most. */
  export: {
    method: 'GET',
    path: '/ops/discrepancies/export',
    base,
    access,
    query: exportQuery(LIST),
    reply: file,
  },
  /** Books the refund that the processor does not name. */
  bookRefund: {
    method: 'POST',
    path: '/ops/discrepancies/:merchantId/:id/refund',
    base,
    access,
    params: MerchantThing,
    body: UnnamedRefundForm,
    reply: done,
  },
  /** Asks a second operator to book that the money of a refund came back to the merchant. */
  cameBack: {
    method: 'POST',
    path: '/ops/discrepancies/:merchantId/:id/came-back',
    base,
    access,
    params: MerchantThing,
    body: CameBackForm,
    reply: done,
  },
  /** Ends it by the chargeback that was opened for it. */
  linkChargeback: {
    method: 'POST',
    path: '/ops/discrepancies/:merchantId/:id/chargeback',
    base,
    access,
    params: MerchantThing,
    body: LinkChargebackForm,
    reply: done,
  },
  /** Our books are right, for the reason given. */
  stands: {
    method: 'POST',
    path: '/ops/discrepancies/:merchantId/:id/stands',
    base,
    access,
    params: MerchantThing,
    body: StandsForm,
    reply: done,
  },
});
