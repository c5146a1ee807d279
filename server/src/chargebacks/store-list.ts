import { type CHARGEBACK_SORTS, CHARGEBACK_STATUS, type ChargebackStage } from '@daftar/contract/chargebacks';
import type { StoredFile } from '@daftar/contract/files';
import type { StatusCount } from '@daftar/contract/paging';
import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { changedSince, inScope, withinDays } from '../platform/lists/conditions.ts';
import { countByStatus as countRows } from '../platform/lists/counts.ts';
import {
  allOf,
  chosenOr,
  on,
  orderBy,
  type Page,
  readPage,
  type SortColumn,
  type Sql,
} from '../platform/lists/page.ts';
import { beginsPattern, containsPattern, referencePattern, typedText } from '../platform/lists/search.ts';

/** A dispute as listed. */
export interface ListedChargeback {
  id: number;
  reference: string;
  name: string;
  status: number;
  transactionId: number;
  transactionReference: string;
  amountPiastres: number;
  createdAt: Date;
  dueAt: Date;
  reason: string;
  answer: string;
  evidence: StoredFile[];
  answeredAt: Date | null;
  decidedAt: Date | null;
  caseId: string;
  reasonCode: string;
  stage: ChargebackStage;
  history: HistoryStep[];
  refundedPiastres: number;
}

/** A step of a dispute's history; its moments as text. */
export interface HistoryStep {
  at: string;
  stage: ChargebackStage;
  status: number;
  dueAt: string;
  reasonCode: string;
}

export interface ListFilters {
  chargeback_name?: string | undefined;
  reference?: string | undefined;
  status?: number | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
  updated_since?: string | undefined;
  amount?: number | undefined;
  case_id?: string | undefined;
  /** Disputes without a response that can still be answered at this moment. */
  dueAfter?: Date | undefined;
}

type Sort = (typeof CHARGEBACK_SORTS)[number];
export type ListPaging = Parameters<typeof readPage>[1] & { sortBy: Sort };

/** Time of the last change; the expression of its index. */
const CHANGED = 'greatest(t.created_at, t.answered_at, t.moved_at, t.decided_at)';

const sorts: Record<Sort, SortColumn> = {
  id: { expression: 't.id', unique: true, under: 't.status' },
  created_at: { expression: 't.created_at' },
  reference: { expression: 't.reference', unique: true },
  name: { expression: 't.name_key' },
  status: { expression: 't.status' },
  transaction_reference: { expression: 't.transaction_reference' },
  amount: { expression: 't.amount_piastres' },
  due_date: { expression: 't.due_at' },
  updated_at: { expression: CHANGED },
};

/** The files of a response, in the order they were given. */
const evidence = (db: Db) => db`
  (select coalesce(json_agg(json_build_object('path', f.path, 'name', f.name, 'type', f.type,
                                              'sizeBytes', f.size_bytes) order by e.position), '[]')
     from chargeback_files e join files f on f.merchant_id = e.merchant_id and f.path = e.path
    where e.merchant_id = t.merchant_id and e.chargeback_id = t.id)`;

/** The history of a dispute `t`, oldest first. */
const historyOf = (db: Db) => db`
  (select coalesce(json_agg(json_build_object('at', s.at, 'stage', s.stage, 'status', s.status, 'dueAt', s.due_at,
                                              'reasonCode', s.reason_code) order by s.step), '[]')
     from chargeback_stages s where s.merchant_id = t.merchant_id and s.chargeback_id = t.id)`;

const columns = (db: Db) => db`
  t.id, t.reference, t.name, t.status, t.transaction_id as "transactionId",
  t.transaction_reference as "transactionReference", t.amount_piastres as "amountPiastres",
  t.created_at as "createdAt", t.due_at as "dueAt", t.reason, t.answer, t.answered_at as "answeredAt",
  t.decided_at as "decidedAt", ${evidence(db)} as evidence, t.case_id as "caseId", t.reason_code as "reasonCode",
  t.stage, ${historyOf(db)} as history,
  (select p.refunded_piastres from transactions p
    where p.merchant_id = t.merchant_id and p.id = t.transaction_id) as "refundedPiastres"`;

/** The searchable case ID of a dispute `t`. */
const caseKey = (db: Db) => db`search_key(t.case_id) collate "C"`;

function filtersOf(db: Db, filters: ListFilters): Sql[] {
  const conditions: Sql[] = [];
  const { chargeback_name: name, reference, status, amount } = filters;
  if (typedText(name ?? '') !== '') conditions.push(db`t.name_key like ${containsPattern(name!)}`);
  if (typedText(reference ?? '') !== '') {
    const pattern = referencePattern(reference!, 'CHB');
    // Filters by one column at a time, so that an index serves it.
    conditions.push(
      pattern.startsWith('TRX-')
        ? db`t.transaction_reference like ${pattern}`
        : db`t.reference like ${pattern}`,
    );
  }
  if (status !== undefined) conditions.push(on('t.status', db`t.status = ${status}`));
  if (typedText(filters.case_id ?? '') !== '')
    conditions.push(db`${caseKey(db)} like ${beginsPattern(filters.case_id!)}`);
  if (amount !== undefined) conditions.push(on('t.amount_piastres', db`t.amount_piastres = ${amount}`));
  if (filters.dueAfter !== undefined) {
    conditions.push(
      db`t.status = ${CHARGEBACK_STATUS.pending} and t.answered_at is null and t.due_at > ${filters.dueAfter}`,
    );
  }
  conditions.push(
    ...withinDays(db, filters.date_from, filters.date_to),
    ...changedSince(db, filters.updated_since, CHANGED),
  );
  return conditions;
}

/** Counts a merchant's disputes by status. */
export function countByStatus(db: Db, scope: Scope): Promise<StatusCount[]> {
  const statuses = Object.values(CHARGEBACK_STATUS).map((status) => ({
    status,
    sets: [filtersOf(db, { status })],
  }));
  return countRows(db, 'chargebacks', inScope(db, scope), statuses);
}

/** Lists one page of a merchant's disputes. */
export function listChargebacks(
  db: Db,
  scope: Scope,
  paging: ListPaging,
  filters: ListFilters,
): Promise<Page<ListedChargeback>> {
  return readPage<ListedChargeback>(db, paging, {
    table: 'chargebacks',
    scope: inScope(db, scope),
    filters: filtersOf(db, filters),
    sort: sorts[paging.sortBy],
    columns: columns(db),
  });
}

/** An exported dispute; its times are formatted in Cairo time. */
export interface ExportedChargeback extends ListedChargeback {
  createdOn: string;
  dueOn: string;
}

/** Reads the chosen disputes, or all that match the filters, with times formatted in Cairo time. */
export function exportChargebacks(
  db: Db,
  scope: Scope,
  paging: ListPaging,
  filters: ListFilters & { ids?: number[] | undefined },
) {
  const chosen = chosenOr(db, filters.ids, () => filtersOf(db, filters));
  return db<ExportedChargeback[]>`
    select ${columns(db)}, to_char(t.created_at at time zone 'Africa/Cairo', 'YYYY-MM-DD HH24:MI') as "createdOn",
           to_char(t.due_at at time zone 'Africa/Cairo', 'YYYY-MM-DD HH24:MI') as "dueOn"
      from chargebacks t where ${allOf(db, inScope(db, scope), chosen)}
     order by ${orderBy(db, sorts[paging.sortBy], paging.sortType)}`;
}

/** Finds the disputes with the given ids that belong to this merchant and mode, unordered. */
export const findMany = (db: Db, scope: Scope, ids: readonly number[]) => db<ListedChargeback[]>`
  select ${columns(db)} from chargebacks t where ${inScope(db, scope)} and t.id = any(${[...ids]}::bigint[])`;

/** Returns one dispute. */
export async function findById(db: Db, scope: Scope, id: number): Promise<ListedChargeback | undefined> {
  const [row] = await db<ListedChargeback[]>`
    select ${columns(db)} from chargebacks t where ${inScope(db, scope)} and t.id = ${id}`;
  return row;
}

/** The payment that a dispute is about. */
export interface PaymentOfDispute {
  cardBrand: string;
  cardLast4: string;
  paidAt: Date | null;
  chargedPiastres: number;
  isSettled: boolean;
}

/** Returns the payment of a dispute. */
export async function findPayment(
  db: Db,
  scope: Scope,
  transactionId: number,
): Promise<PaymentOfDispute | undefined> {
  const [row] = await db<PaymentOfDispute[]>`
    select coalesce(t.card_brand, '') as "cardBrand", coalesce(t.card_last4, '') as "cardLast4", t.paid_at as "paidAt",
           t.charged_piastres as "chargedPiastres", t.settlement_status = 1 as "isSettled"
      from transactions t where ${inScope(db, scope)} and t.id = ${transactionId}`;
  return row;
}

/** Returns a merchant's dispute of either mode, for operators. */
export async function findInEitherMode(
  db: Db,
  ref: { merchantId: number; id: number },
): Promise<ListedChargeback | undefined> {
  const [row] = await db<ListedChargeback[]>`
    select ${columns(db)} from chargebacks t where t.merchant_id = ${ref.merchantId} and t.id = ${ref.id}`;
  return row;
}

/** Returns the newest dispute of a transaction. */
export async function findOfTransaction(
  db: Db,
  scope: Scope,
  transactionId: number,
): Promise<ListedChargeback | undefined> {
  const [row] = await db<ListedChargeback[]>`
    select ${columns(db)} from chargebacks t
     where ${inScope(db, scope)} and t.transaction_id = ${transactionId} order by t.id desc limit 1`;
  return row;
}

/** Finds the dispute of a payment with a reference. */
export async function findDisputeOf(
  db: Db,
  payment: { merchantId: number; transactionId: number },
  reference: string,
): Promise<{ id: number; reference: string } | undefined> {
  const [row] = await db<{ id: number; reference: string }[]>`
    select id, reference from chargebacks
     where merchant_id = ${payment.merchantId} and transaction_id = ${payment.transactionId}
       and reference = ${reference}`;
  return row;
}
