import { MERCHANT_STATUS } from '@daftar/contract/auth';
import type { OpsSettlementRow } from '@daftar/contract/ops-money';
import type { OPS_SETTLEMENT_STATES } from '@daftar/contract/ops-money-lists';
import type { Paging } from '@daftar/contract/paging';
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

export interface CrossMerchantSettlement extends CrossMerchantRow {
  reference: string;
  amountPiastres: number;
  bankPiastres: number;
  maybeTransferred: boolean;
  bankAccount: OpsSettlementRow['bank_account'];
  stopped: OpsSettlementRow['stopped'];
  totalTransactions: number;
  paidAt: Date | null;
  bankReference: string | null;
}

type SettlementState = (typeof OPS_SETTLEMENT_STATES)[number];

function settlementState(db: Db, state: SettlementState): Sql {
  if (state === 'paid') return db`t.is_paid`;
  return state === 'unpaid'
    ? db`not t.is_paid and t.bank_piastres > 0`
    : db`not t.is_paid and t.bank_piastres = 0`;
}

export interface SettlementFilters extends CrossMerchantFilters {
  reference?: string | undefined;
  state?: SettlementState | undefined;
}

/** Returns the condition that a settlement matches the typed text, also by its payments and the bank's reference. */
function meant(db: Db, found: Found): Sql {
  const { meaning, payments } = found;
  const ofPayments = payments.map(
    ({ merchantId, id }) => db`
      (t.merchant_id = ${merchantId} and t.id = (
         select i.settlement_id from settlement_items i where i.merchant_id = ${merchantId} and i.transaction_id = ${id}))`,
  );
  const ofBank =
    meaning.id === null
      ? []
      : [
          db`(t.merchant_id, t.id) in (
               select p.merchant_id, p.settlement_id from settlement_payments p where p.bank_reference = ${meaning.id})`,
        ];
  return anyOf(db, [
    ...ownReference(db, db`t.reference`, found, 'STL'),
    ...(meaning.reference?.kind === 'STL' ? [] : ofPayments),
    ...ofBank,
    ...(meaning.piastres === null ? [] : [db`t.amount_piastres = ${meaning.piastres}`]),
  ]);
}

/** Returns the source of the list of settlements across merchants. */
export function settlementSource(
  db: Db,
  paging: Paging<'created_at' | 'amount'>,
  filters: SettlementFilters,
  found: Found | null,
): ListSource {
  const { filters: conditions, ...source } = crossMerchant(db, 'settlements', filters);
  if (found) conditions.push(meant(db, found));
  conditions.push(...referenceFilter(db, db`t.reference`, filters.reference, 'STL'));
  if (filters.state) conditions.push(settlementState(db, filters.state));
  return {
    ...source,
    filters: conditions,
    sort: { expression: paging.sortBy === 'amount' ? 't.amount_piastres' : 't.created_at' },
    columns: db`
      ${common(db)}, t.reference, t.amount_piastres as "amountPiastres", t.bank_piastres as "bankPiastres",
      t.total_transactions as "totalTransactions",
      not t.is_paid and t.bank_piastres = 0 and t.maybe_transferred as "maybeTransferred",
      ${accountOf(db, db`not t.is_paid`)} as "bankAccount",
      (select case when m.status = ${MERCHANT_STATUS.suspended} then 'suspended'
                   when not merchant_settles(m.status, m.settlement_held_at, t.mode) then 'held' end
         from merchants m where m.id = t.merchant_id) as stopped,
      (select p.paid_at from settlement_payments p
        where p.merchant_id = t.merchant_id and p.settlement_id = t.id) as "paidAt",
      (select p.bank_reference from settlement_payments p
        where p.merchant_id = t.merchant_id and p.settlement_id = t.id) as "bankReference"`,
  };
}
