import type { OpsPayoutRow } from '@daftar/contract/ops-money';
import type { Paging } from '@daftar/contract/paging';
import type { PayoutState } from '@daftar/contract/payouts';
import { anyOf, type Found, ownReference } from '../../ops-lists/find.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { ListSource, Sql } from '../../platform/lists/page.ts';
import {
  accountOf,
  type CrossMerchantFilters,
  type CrossMerchantRow,
  common,
  crossMerchant,
  referenceFilter,
} from './store-common.ts';

export interface CrossMerchantPayout extends CrossMerchantRow {
  code: string;
  amountPiastres: number;
  state: PayoutState;
  reason: string;
  transactionId: number;
  bankAccount: OpsPayoutRow['bank_account'];
  expiresAt: Date | null;
  finishedAt: Date | null;
}

export interface PayoutFilters extends CrossMerchantFilters {
  code?: string | undefined;
  state?: PayoutState | undefined;
}

/** Returns the condition that a payout matches the typed text; of transactions, only those of payouts. */
function meant(db: Db, found: Found): Sql {
  const { meaning, payments } = found;
  const ofTransactions = payments.map(
    ({ merchantId, id }) => db`
      (t.merchant_id = ${merchantId} and t.id = (
         select x.source_id from transactions x where x.merchant_id = ${merchantId} and x.id = ${id} and x.is_payout))`,
  );
  return anyOf(db, [
    ...ownReference(db, db`t.code`, found, 'PAY'),
    ...(meaning.reference?.kind === 'PAY' ? [] : ofTransactions),
    ...(meaning.piastres === null ? [] : [db`t.amount_piastres = ${meaning.piastres}`]),
  ]);
}

/** Returns the source of the list of payouts across merchants. */
export function payoutSource(
  db: Db,
  paging: Paging<'created_at' | 'amount'>,
  filters: PayoutFilters,
  found: Found | null,
): ListSource {
  const { filters: conditions, ...source } = crossMerchant(db, 'payouts', filters);
  if (found) conditions.push(meant(db, found));
  conditions.push(...referenceFilter(db, db`t.code`, filters.code, 'PAY'));
  if (filters.state) conditions.push(db`t.state = ${filters.state}`);
  return {
    ...source,
    filters: conditions,
    sort: { expression: paging.sortBy === 'amount' ? 't.amount_piastres' : 't.created_at' },
    columns: db`
      ${common(db)}, t.code, t.amount_piastres as "amountPiastres", t.state, t.reason,
      t.transaction_id as "transactionId", ${accountOf(db, db`t.state = 'requested'`)} as "bankAccount", t.expires_at as "expiresAt",
      t.finished_at as "finishedAt"`,
  };
}
