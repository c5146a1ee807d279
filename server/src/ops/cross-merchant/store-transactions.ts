import type { Paging } from '@daftar/contract/paging';
import type { PayoutState } from '@daftar/contract/payouts';
import { among, anyOf, type Found, ownReference } from '../../ops-lists/find.ts';
import type { Mode } from '../../platform/context.ts';
import type { Db } from '../../platform/db/connect.ts';
import { type ListSource, on, type Sql } from '../../platform/lists/page.ts';
import { containsPattern, typedText } from '../../platform/lists/search.ts';
import {
  type CrossMerchantFilters,
  type CrossMerchantRow,
  common,
  crossMerchant,
  referenceFilter,
} from './store-common.ts';

export interface CrossMerchantTransaction extends CrossMerchantRow {
  reference: string;
  method: number | null;
  status: number;
  amountPiastres: number;
  customerName: string;
  customerEmail: string;
  customerMobile: string;
  isPayout: boolean;
  payoutState: PayoutState | null;
}

export interface TransactionFilters extends CrossMerchantFilters {
  reference?: string | undefined;
  payer?: string | undefined;
  status?: number | undefined;
  payment_method_id?: number | undefined;
  /** 0: made at no account. */
  account_id?: number | undefined;
  amount_from?: number | undefined;
  amount_to?: number | undefined;
}

const payerKey = (db: Db) =>
  db`search_key(t.customer_name || ' ' || t.customer_email || ' ' || t.customer_mobile)`;

/** Returns the condition that a transaction matches the typed text. */
function meant(db: Db, found: Found): Sql {
  const { meaning, payments, payables, settlements } = found;
  return anyOf(db, [
    ...ownReference(db, db`t.reference`, found, 'TRX'),
    ...(meaning.reference?.kind === 'TRX' ? [] : among(db, payments)),
    ...payables.map(
      ({ merchantId, kind, id }) => db`
        (t.merchant_id = ${merchantId} and t.source_kind = ${kind} and t.source_id = ${id})`,
    ),
    ...settlements.map(
      ({ merchantId, id }) => db`
        (t.merchant_id = ${merchantId} and t.id = any (array(
           select i.transaction_id from settlement_items i where i.merchant_id = ${merchantId} and i.settlement_id = ${id})))`,
    ),
    ...(meaning.piastres === null ? [] : [db`t.value_piastres = ${meaning.piastres}`]),
    ...(meaning.text === null ? [] : [db`${payerKey(db)} like ${meaning.text}`]),
  ]);
}

/** Returns the source of the list of transactions across merchants. */
export function transactionSource(
  db: Db,
  paging: Paging<'created_at' | 'amount'>,
  filters: TransactionFilters,
  found: Found | null,
): ListSource {
  const { filters: conditions, ...source } = crossMerchant(db, 'transactions', filters);
  if (found) conditions.push(meant(db, found));
  conditions.push(...referenceFilter(db, db`t.reference`, filters.reference, 'TRX'));
  const payer = typedText(filters.payer ?? '');
  if (payer !== '') conditions.push(db`${payerKey(db)} like ${containsPattern(payer)}`);
  if (filters.status !== undefined) conditions.push(db`t.status = ${filters.status}`);
  const { payment_method_id: method, account_id: account } = filters;
  if (method !== undefined) conditions.push(on('t.payment_method', db`t.payment_method = ${method}`));
  if (account !== undefined) {
    const attempt = db`
      select from payment_attempts a where a.merchant_id = t.merchant_id and a.transaction_id = t.id and a.processor_account_id`;
    conditions.push(
      account === 0 ? db`not exists (${attempt} is not null)` : db`exists (${attempt} = ${account}::bigint)`,
    );
  }
  if (filters.amount_from !== undefined) conditions.push(db`t.value_piastres >= ${filters.amount_from}`);
  if (filters.amount_to !== undefined) conditions.push(db`t.value_piastres <= ${filters.amount_to}`);
  return {
    ...source,
    filters: conditions,
    sort:
      paging.sortBy === 'amount'
        ? { expression: 't.value_piastres' }
        : { expression: 't.created_at', under: method === undefined ? undefined : 't.payment_method' },
    columns: db`
      ${common(db)}, t.reference, t.payment_method as method, t.status, t.value_piastres as "amountPiastres",
      t.customer_name as "customerName", t.customer_email as "customerEmail", t.customer_mobile as "customerMobile",
      t.is_payout as "isPayout",
      case when t.is_payout then (
        select p.state from payouts p where p.merchant_id = t.merchant_id and p.id = t.source_id) end as "payoutState"`,
  };
}

/** Lists the accounts at processors, by name. */
export function listAccountNames(db: Db): Promise<{ id: number; name: string; mode: Mode }[]> {
  return db<{ id: number; name: string; mode: Mode }[]>`
    select id, name, mode from processor_accounts order by mode, name, id`;
}

/** Finds the mode of a merchant's transaction. */
export async function findModeOf(db: Db, merchantId: number, id: number): Promise<Mode | undefined> {
  const [row] = await db<{ mode: Mode }[]>`
    select mode from transactions where merchant_id = ${merchantId} and id = ${id}`;
  return row?.mode;
}

export interface CrossMerchantUnanswered extends CrossMerchantRow {
  transactionId: number;
  reference: string;
  method: number;
  amountPiastres: number;
  processor: string;
  askedAt: Date;
  unknownWord: string | null;
}

/**
 * Returns the source of the list of payments across merchants whose processor never reported an outcome that is
 * understood.
 */
export function unansweredSource(db: Db, filters: CrossMerchantFilters, found: Found | null): ListSource {
  const { filters: conditions, ...source } = crossMerchant(db, 'payment_attempts', filters);
  const isUnanswered = db`(t.unanswered_at is not null or (t.unknown_word is not null and t.next_ask_at is not null))`;
  if (found) {
    const { meaning, payments, payables } = found;
    conditions.push(
      anyOf(db, [
        ...among(db, payments, 't.transaction_id'),
        ...payables.map(
          ({ merchantId, kind, id }) => db`
            (t.merchant_id = ${merchantId} and t.payable_kind = ${kind} and t.payable_id = ${id})`,
        ),
        ...(meaning.piastres === null ? [] : [db`t.charge_piastres = ${meaning.piastres}`]),
        ...(meaning.text === null
          ? []
          : [
              db`search_key(t.payer_name || ' ' || t.payer_email || ' ' || t.payer_mobile) like ${meaning.text}`,
            ]),
      ]),
    );
  }
  return {
    ...source,
    filters: [isUnanswered, ...conditions],
    sort: { expression: 't.created_at' },
    columns: db`
      ${common(db)}, t.transaction_id as "transactionId", t.payment_method as method, t.charge_piastres as "amountPiastres",
      t.processor, coalesce(t.unanswered_at, t.answered_at, t.updated_at) as "askedAt", t.unknown_word as "unknownWord",
      (select x.reference from transactions x
        where x.merchant_id = t.merchant_id and x.id = t.transaction_id) as reference`,
  };
}
