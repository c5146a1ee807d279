import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { done, file, list } from './envelope.ts';
import { exportQuery } from './exports.ts';
import { PositiveAmount } from './money.ts';
import { MerchantThing } from './ops-money.ts';
import { listQuery } from './paging.ts';
import { paragraphs, reference } from './text.ts';

/**
 * Differences between a processor's records and our books. `refund-unnamed`: it was refunded there by an unknown
 * amount; `dispute-unnamed`: it is disputed, without a case ID; `refund-failed`, `payment-failed`: it succeeded here
 * and failed there.
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
  /** Null for the sandbox. */
  account: z.nullable(z.object({ id: z.number(), name: z.string() })),
  adapter: z.string(),
  /** In the processor's wording. */
  said: z.string(),
  /**
   * The amount concerned, in EGP: that of the refund or payment, or the one that the processor reports; null if it
   * reports none.
   */
  amount: z.nullable(z.number()),
  /** When it was booked here: for `refund-failed` the refund, otherwise the payment. */
  booked_at: z.string(),
  /** The amount charged to the payer, and the part that can still be refunded, in EGP. */
  charged_amount: z.number(),
  refundable_amount: z.number(),
  /** When the processor first reported it. */
  created_at: z.string(),
});
export type Discrepancy = z.output<typeof Discrepancy>;

/** A refund that an operator looked up in the processor's dashboard. */
export const UnnamedRefundForm = z.object({
  /** Pounds. */
  amount: PositiveAmount,
  /** The processor's id of the refund, or its reference. */
  processor_refund_id: reference(100),
  /** For the audit log: where the refund was found, and who made it. */
  reason: paragraphs(500),
});
/** The chargeback that was opened on the payment. */
export const LinkChargebackForm = z.object({ chargeback_reference: reference(20) });
export const StandsForm = z.object({ reason: paragraphs(500) });
export const CameBackForm = z.object({ reason: paragraphs(500) });

/** Filters and sorting of the list. */
const LIST = {
  dialect: 'snake',
  sort: ['created_at'],
  defaultType: 'asc',
  /** `q`: a reference of ours or of the processor, an amount, or part of the merchant's name. */
  filters: { q: z.optional(z.string().check(z.maxLength(255))) },
} as const;

const access = 'ops:processors';
const base = 'fixed';

/** Discrepancies between a processor and our books that only a person can resolve. */
export const opsDiscrepancies = defineEndpoints({
  /** Lists open discrepancies of both modes, oldest first. */
  list: {
    method: 'GET',
    path: '/ops/discrepancies',
    base,
    access,
    query: listQuery(LIST),
    reply: list(Discrepancy),
  },
  /** Exports the rows of the list, at most 100,000. */
  export: {
    method: 'GET',
    path: '/ops/discrepancies/export',
    base,
    access,
    query: exportQuery(LIST),
    reply: file,
  },
  /** Books the refund about which the processor gives no details. */
  bookRefund: {
    method: 'POST',
    path: '/ops/discrepancies/:merchantId/:id/refund',
    base,
    access,
    params: MerchantThing,
    body: UnnamedRefundForm,
    reply: done,
  },
  /** Requests a second operator's approval to book that the money of a refund came back to the merchant. */
  cameBack: {
    method: 'POST',
    path: '/ops/discrepancies/:merchantId/:id/came-back',
    base,
    access,
    params: MerchantThing,
    body: CameBackForm,
    reply: done,
  },
  /** Resolves it with the chargeback that was opened for it. */
  linkChargeback: {
    method: 'POST',
    path: '/ops/discrepancies/:merchantId/:id/chargeback',
    base,
    access,
    params: MerchantThing,
    body: LinkChargebackForm,
    reply: done,
  },
  /** Resolves it because our books are right, with a reason. */
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
