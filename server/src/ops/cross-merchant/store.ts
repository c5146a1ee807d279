import { MERCHANT_STATUS } from '@daftar/contract/auth';
import { CHARGEBACK_STATUS, type ChargebackStage } from '@daftar/contract/chargebacks';
import type { OPS_SETTLEMENT_STATES, OpsSettlementRow } from '@daftar/contract/ops-money';
import type { Paging } from '@daftar/contract/paging';
import type { PayoutState } from '@daftar/contract/payouts';
import { type HistoryStep, PROCESSOR_ACTOR } from '../../chargebacks/service.ts';
import type { Mode } from '../../platform/context.ts';
import type { Db } from '../../platform/db/connect.ts';
import { type ListSource, on, type Page, readPage, type Sql } from '../../platform/lists/page.ts';
import { beginsPattern, containsPattern, referencePattern, typedText } from '../../platform/lists/search.ts';
import { cairoRange } from '../../platform/time/cairo.ts';

/** The filters of every list across merchants. */
export interface CrossMerchantFilters {
  mode?: Mode | undefined;
  merchant_id?: number | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

/** The columns of every list across merchants. */
export interface CrossMerchantRow {
  id: number;
  merchantId: number;
  merchantName: string;
  mode: Mode;
  createdAt: Date;
}

const common = (db: Db) => db`
  t.id, t.merchant_id as "merchantId", t.mode, t.created_at as "createdAt",
  (select m.business_name from merchants m where m.id = t.merchant_id) as "merchantName"`;

/** Scope and filters of a list across merchants: one mode, one merchant or all, a range of days. */
function crossMerchant(db: Db, filters: CrossMerchantFilters): Pick<ListSource, 'scope' | 'filters'> {
  const mode = filters.mode ?? 'live';
  const { merchant_id: merchantId } = filters;
  const { from, before } = cairoRange(filters.date_from, filters.date_to);
  return {
    scope:
      merchantId === undefined
        ? db`t.mode = ${mode}`
        : db`t.merchant_id = ${merchantId} and t.mode = ${mode}`,
    filters: [
      ...(from ? [db`t.created_at >= ${from}`] : []),
      ...(before ? [db`t.created_at < ${before}`] : []),
    ],
  };
}

const referenceFilter = (db: Db, column: Sql, typed: string | undefined, kind: string): Sql[] =>
  typedText(typed ?? '') === '' ? [] : [db`${column} like ${referencePattern(typed!, kind)}`];

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

/** One page of transactions across merchants. */
export function listTransactions(
  db: Db,
  paging: Paging<'created_at' | 'amount'>,
  filters: TransactionFilters,
): Promise<Page<CrossMerchantTransaction>> {
  const { scope, filters: conditions } = crossMerchant(db, filters);
  conditions.push(...referenceFilter(db, db`t.reference`, filters.reference, 'TRX'));
  const payer = typedText(filters.payer ?? '');
  if (payer !== '') {
    conditions.push(db`
      search_key(t.customer_name || ' ' || t.customer_email || ' ' || t.customer_mobile) like ${containsPattern(payer)}`);
  }
  if (filters.status !== undefined) conditions.push(db`t.status = ${filters.status}`);
  const { payment_method_id: method, account_id: account } = filters;
  if (method !== undefined) conditions.push(on('t.payment_method', db`t.payment_method = ${method}`));
  if (account !== undefined) {
    conditions.push(db`
      exists (select from payment_attempts a
               where a.merchant_id = t.merchant_id and a.transaction_id = t.id
                 and a.processor_account_id is not distinct from ${account === 0 ? null : account}::bigint)`);
  }
  if (filters.amount_from !== undefined) conditions.push(db`t.value_piastres >= ${filters.amount_from}`);
  if (filters.amount_to !== undefined) conditions.push(db`t.value_piastres <= ${filters.amount_to}`);
  return readPage<CrossMerchantTransaction>(db, paging, {
    table: 'transactions',
    scope,
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
  });
}

/** The accounts at processors, by name. */
export function listAccountNames(db: Db): Promise<{ id: number; name: string; mode: Mode }[]> {
  return db<{ id: number; name: string; mode: Mode }[]>`
    select id, name, mode from processor_accounts order by mode, name, id`;
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

/** Lists one page of payments across merchants whose processor never reported an outcome that is understood. */
export function listUnanswered(
  db: Db,
  paging: Paging<'created_at'>,
  filters: CrossMerchantFilters,
): Promise<Page<CrossMerchantUnanswered>> {
  const { scope, filters: conditions } = crossMerchant(db, filters);
  return readPage<CrossMerchantUnanswered>(db, paging, {
    table: 'payment_attempts',
    scope,
    filters: [
      db`(t.unanswered_at is not null or (t.unknown_word is not null and t.next_ask_at is not null))`,
      ...conditions,
    ],
    sort: { expression: 't.created_at' },
    columns: db`
      ${common(db)}, t.transaction_id as "transactionId", t.payment_method as method, t.charge_piastres as "amountPiastres",
      t.processor, coalesce(t.unanswered_at, t.answered_at, t.updated_at) as "askedAt", t.unknown_word as "unknownWord",
      (select x.reference from transactions x
        where x.merchant_id = t.merchant_id and x.id = t.transaction_id) as reference`,
  });
}

/** The mode of a merchant's transaction. */
export async function findModeOf(db: Db, merchantId: number, id: number): Promise<Mode | undefined> {
  const [row] = await db<{ mode: Mode }[]>`
    select mode from transactions where merchant_id = ${merchantId} and id = ${id}`;
  return row?.mode;
}

const historyOf = (db: Db) => db`
  (select coalesce(json_agg(json_build_object('at', s.at, 'stage', s.stage, 'status', s.status, 'dueAt', s.due_at,
                                              'reasonCode', s.reason_code, 'note', s.note) order by s.step), '[]')
     from chargeback_stages s where s.merchant_id = t.merchant_id and s.chargeback_id = t.id)`;

export interface CrossMerchantChargeback extends CrossMerchantRow {
  reference: string;
  transactionId: number;
  transactionReference: string;
  name: string;
  amountPiastres: number;
  status: number;
  reason: string;
  answer: string;
  answeredAt: Date | null;
  dueAt: Date;
  decidedAt: Date | null;
  caseId: string;
  reasonCode: string;
  stage: ChargebackStage;
  origin: 'operator' | 'processor';
  history: (HistoryStep & { note: string })[];
  decidedByProcessor: boolean;
  chargedPiastres: number;
  refundedPiastres: number;
}

/** One page of chargebacks across merchants. */
export function listChargebacks(
  db: Db,
  paging: Paging<'created_at' | 'due_date'>,
  filters: CrossMerchantFilters & {
    reference?: string | undefined;
    case_id?: string | undefined;
    status?: number | undefined;
  },
): Promise<Page<CrossMerchantChargeback>> {
  const { scope, filters: conditions } = crossMerchant(db, filters);
  conditions.push(...referenceFilter(db, db`t.reference`, filters.reference, 'CHB'));
  if (typedText(filters.case_id ?? '') !== '')
    conditions.push(db`search_key(t.case_id) collate "C" like ${beginsPattern(filters.case_id!)}`);
  if (filters.status !== undefined) conditions.push(db`t.status = ${filters.status}`);
  return readPage<CrossMerchantChargeback>(db, paging, {
    table: 'chargebacks',
    scope,
    filters: conditions,
    sort: { expression: paging.sortBy === 'due_date' ? 't.due_at' : 't.created_at' },
    columns: db`
      ${common(db)}, t.reference, t.transaction_id as "transactionId", t.transaction_reference as "transactionReference",
      t.name, t.amount_piastres as "amountPiastres", t.status, t.reason, t.answer, t.answered_at as "answeredAt",
      t.due_at as "dueAt", t.decided_at as "decidedAt", t.case_id as "caseId", t.reason_code as "reasonCode", t.stage,
      t.origin, ${historyOf(db)} as history,
      t.status <> ${CHARGEBACK_STATUS.pending} and coalesce((
        select s.actor = ${PROCESSOR_ACTOR} from chargeback_stages s
         where s.merchant_id = t.merchant_id and s.chargeback_id = t.id order by s.step desc limit 1), false) as "decidedByProcessor",
      (select p.charged_piastres from transactions p
        where p.merchant_id = t.merchant_id and p.id = t.transaction_id) as "chargedPiastres",
      (select p.refunded_piastres from transactions p
        where p.merchant_id = t.merchant_id and p.id = t.transaction_id) as "refundedPiastres"`,
  });
}

export interface CrossMerchantPayout extends CrossMerchantRow {
  code: string;
  amountPiastres: number;
  state: PayoutState;
  reason: string;
  transactionId: number;
  expiresAt: Date;
  finishedAt: Date | null;
}

/** One page of payouts across merchants. */
export function listPayouts(
  db: Db,
  paging: Paging<'created_at'>,
  filters: CrossMerchantFilters & { code?: string | undefined; state?: PayoutState | undefined },
): Promise<Page<CrossMerchantPayout>> {
  const { scope, filters: conditions } = crossMerchant(db, filters);
  conditions.push(...referenceFilter(db, db`t.code`, filters.code, 'PAY'));
  if (filters.state) conditions.push(db`t.state = ${filters.state}`);
  return readPage<CrossMerchantPayout>(db, paging, {
    table: 'payouts',
    scope,
    filters: conditions,
    sort: { expression: 't.created_at' },
    columns: db`
      ${common(db)}, t.code, t.amount_piastres as "amountPiastres", t.state, t.reason,
      t.transaction_id as "transactionId", t.expires_at as "expiresAt", t.finished_at as "finishedAt"`,
  });
}

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

/** One page of settlements across merchants. */
export function listSettlements(
  db: Db,
  paging: Paging<'created_at'>,
  filters: CrossMerchantFilters & { reference?: string | undefined; state?: SettlementState | undefined },
): Promise<Page<CrossMerchantSettlement>> {
  const { scope, filters: conditions } = crossMerchant(db, filters);
  conditions.push(...referenceFilter(db, db`t.reference`, filters.reference, 'STL'));
  if (filters.state) conditions.push(settlementState(db, filters.state));
  return readPage<CrossMerchantSettlement>(db, paging, {
    table: 'settlements',
    scope,
    filters: conditions,
    sort: { expression: 't.created_at' },
    columns: db`
      ${common(db)}, t.reference, t.amount_piastres as "amountPiastres", t.bank_piastres as "bankPiastres",
      t.total_transactions as "totalTransactions",
      not t.is_paid and t.bank_piastres = 0 and t.maybe_transferred as "maybeTransferred",
      (select jsonb_build_object('name', b.account_name, 'bank', b.bank_name, 'branch', b.bank_branch,
                                 'number', b.account_number, 'iban', b.iban, 'swift', b.swift)
         from bank_account_versions b
        where b.merchant_id = t.merchant_id and b.bank_account_id = t.bank_account_id
          and b.version = t.bank_account_version) as "bankAccount",
      (select case when m.status = ${MERCHANT_STATUS.suspended} then 'suspended'
                   when not merchant_settles(m.status, m.settlement_held_at, t.mode) then 'held' end
         from merchants m where m.id = t.merchant_id) as stopped,
      (select p.paid_at from settlement_payments p
        where p.merchant_id = t.merchant_id and p.settlement_id = t.id) as "paidAt",
      (select p.bank_reference from settlement_payments p
        where p.merchant_id = t.merchant_id and p.settlement_id = t.id) as "bankReference"`,
  });
}
