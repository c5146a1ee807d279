import type { Scope } from '../../src/platform/context.ts';
import type { Db } from '../../src/platform/db/connect.ts';
import { newReference } from '../../src/platform/references.ts';

/** A transaction to be inserted without postings; amounts in piastres. */
export interface SeedTransaction {
  reference?: string;
  externalReference?: string | null;
  referenceCode?: string | null;
  sourceKind?: string;
  sourceId?: number | null;
  sourceName?: string;
  sourceReference?: string | null;
  paymentMethod?: number | null;
  status?: number;
  currency?: string;
  total?: number;
  valuePiastres?: number;
  feePiastres?: number;
  vatPiastres?: number;
  refundedPiastres?: number;
  flags?: string[];
  isPayout?: boolean;
  customerName?: string;
  cardBrand?: string | null;
  cardLast4?: string | null;
  failureReason?: string | null;
  expectedSettlementOn?: string | null;
  createdAt: Date;
}

/** Inserts a transaction without a payment, for tests of readers. @returns its id. */
export async function insertTransaction(db: Db, scope: Scope, seed: SeedTransaction): Promise<number> {
  const { total = 10_000, feePiastres: fee = 575, vatPiastres: vat = 81, createdAt } = seed;
  const value = seed.valuePiastres ?? total;
  const [row] = await db<{ id: number }[]>`
    insert into transactions (
      merchant_id, mode, reference, external_reference, reference_code, source_kind, source_id, source_name,
      source_reference, payment_method, status, currency, subtotal, total, value_piastres, charged_piastres,
      fee_piastres, vat_piastres, net_piastres, refunded_piastres, pending_out_piastres, flags, is_payout, customer_name, card_brand,
      card_last4, failure_reason, expected_settlement_on, created_at, updated_at)
    values (
      ${scope.merchantId}, ${scope.mode}, ${seed.reference ?? newReference('TRX')}, ${seed.externalReference ?? null},
      ${seed.referenceCode ?? null}, ${seed.sourceKind ?? 'payment-link'}, ${seed.sourceId ?? null},
      ${seed.sourceName ?? ''}, ${seed.sourceReference ?? null},
      ${seed.paymentMethod === undefined ? 1 : seed.paymentMethod}, ${seed.status ?? 1}, ${seed.currency ?? 'EGP'},
      ${total}, ${total}, ${value}, ${value}, ${fee}, ${vat}, ${value - fee - vat}, ${seed.refundedPiastres ?? 0},
      ${seed.refundedPiastres ?? 0}, ${seed.flags ?? []}, ${seed.isPayout ?? false}, ${seed.customerName ?? ''}, ${seed.cardBrand ?? null},
      ${seed.cardLast4 ?? null}, ${seed.failureReason ?? null}, ${seed.expectedSettlementOn ?? null}, ${createdAt},
      ${createdAt})
    returning id`;
  return row!.id;
}
