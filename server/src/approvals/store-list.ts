import {
  APPROVAL_KINDS,
  type APPROVAL_SORTS,
  APPROVAL_STATES,
  type ApprovalCount,
  type ApprovalKind,
  type ApprovalState,
} from '@daftar/contract/approvals';
import { type OwnRow, ownColumns } from '../integration-fields/fields.ts';
import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { inScope } from '../platform/lists/conditions.ts';
import { countByStatus } from '../platform/lists/counts.ts';
import {
  allOf,
  chosenOr,
  orderBy,
  type Page,
  plannedForItsValues,
  readPage,
  type SortColumn,
  type Sql,
} from '../platform/lists/page.ts';
import { containsPattern, referencePattern, typedText } from '../platform/lists/search.ts';
import { meaningOf } from '../platform/lists/typed.ts';

/** A request as shown to people. */
export interface ListedApproval extends OwnRow {
  id: number;
  kind: ApprovalKind;
  /** The stored state; an expired request may not be recorded yet. */
  state: ApprovalState;
  amountPiastres: number;
  transactionId: number | null;
  transactionReference: string | null;
  reason: string;
  accountName: string;
  bankName: string;
  iban: string;
  change: Record<string, unknown> | null;
  requestedBy: number;
  requestedByName: string;
  requestedKeyId: number | null;
  firstYesByName: string | null;
  createdAt: Date;
  expiresAt: Date;
  decidedByName: string | null;
  decidedAt: Date | null;
  declineReason: string;
}

const referenceOf = (db: Db) => db`
  (select x.reference from transactions x where x.merchant_id = t.merchant_id and x.id = t.transaction_id)`;
const nameOf = (db: Db, column: 't.first_yes_by' | 't.requested_by' | 't.decided_by') => db`
  (select concat_ws(' ', u.first_name, u.last_name) from users u
    where u.merchant_id = t.merchant_id and u.id = ${db.unsafe(column)})`;

const columns = (db: Db) => db`
  t.id, t.kind, t.state, t.amount_piastres as "amountPiastres", t.transaction_id as "transactionId",
  ${referenceOf(db)} as "transactionReference",
  t.reason, t.account_name as "accountName", t.bank_name as "bankName", t.iban, t.change,
  t.requested_by as "requestedBy", t.requested_key_id as "requestedKeyId",
  ${nameOf(db, 't.first_yes_by')} as "firstYesByName", ${nameOf(db, 't.requested_by')} as "requestedByName",
  t.created_at as "createdAt", t.expires_at as "expiresAt",
  ${nameOf(db, 't.decided_by')} as "decidedByName",
  t.decided_at as "decidedAt", t.decline_reason as "declineReason",
  ${ownColumns(db)}`;

/** The payments and requesters that a typed text names. */
export interface Named {
  /** If too many match: the pattern of their references. */
  payments: readonly number[] | string;
  people: readonly number[];
}

/**
 * Maximum number of payments looked up by their references; if more match, each request is compared by the reference
 * of its payment.
 */
const MAX_NAMED = 500;

/** Finds the payments and people of a merchant that a typed text names; null when nothing was typed. */
export async function findNamed(db: Db, scope: Scope, typed: string | undefined): Promise<Named | null> {
  if (typedText(typed ?? '') === '') return null;
  const { reference, bare } = meaningOf(typed!);
  const pattern =
    reference?.kind === 'TRX' ? reference.pattern : bare === null ? null : referencePattern(bare, 'TRX');
  const payments =
    pattern === null
      ? []
      : await plannedForItsValues(db<{ id: number }[]>`
          select t.id from transactions t where ${inScope(db, scope)} and t.reference like ${pattern}
           limit ${MAX_NAMED + 1}`);
  // People who have left are found by the name on their requests.
  const people = await db<{ id: number }[]>`
    select id from users where merchant_id = ${scope.merchantId} and name_key like ${containsPattern(typed!)}`;
  const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
  const isFew = pattern === null || payments.length <= MAX_NAMED;
  return { payments: isFew ? ids(payments) : pattern, people: ids(people) };
}

function among(db: Db, { payments, people }: Named): Sql {
  const ofPayments =
    typeof payments === 'string'
      ? db`${referenceOf(db)} like ${payments}`
      : db`t.transaction_id = any(${[...payments]}::bigint[])`;
  return db`(${ofPayments} or t.requested_by = any(${[...people]}::bigint[]))`;
}

export interface ListFilters {
  /** The result of `findNamed` for the search field. */
  named?: Named | null | undefined;
  state?: ApprovalState | undefined;
  kind?: ApprovalKind | undefined;
  waits_for?: 'me' | undefined;
}

/** Condition for requests that a person may approve: see `refusalOf`. */
const waitsFor = (db: Db, userId: number, now: Date) => db`
  t.state = 'waiting' and t.expires_at > ${now}
  and case when t.requested_key_id is null then t.requested_by <> ${userId}
           else t.first_yes_by is distinct from ${userId} end`;

type Sort = (typeof APPROVAL_SORTS)[number];
export type ListPaging = Parameters<typeof readPage>[1] & { sortBy: Sort };

const sorts: Record<Sort, SortColumn> = {
  id: { expression: 't.id', unique: true },
  created_at: { expression: 't.created_at' },
  amount: { expression: 't.amount_piastres' },
};

const ofKinds = (db: Db, kinds: readonly ApprovalKind[]): Sql[] =>
  kinds.length < APPROVAL_KINDS.length ? [db`t.kind = any (${[...kinds]})`] : [];

/** Returns conditions for the rows of a state, as disjoint sets. */
function setsOf(db: Db, state: ApprovalState, now: Date): Sql[] {
  if (state === 'waiting') return [db`t.state = 'waiting' and t.expires_at > ${now}`];
  const stored = db`t.state = ${state}`;
  return state === 'expired' ? [stored, db`t.state = 'waiting' and t.expires_at <= ${now}`] : [stored];
}

/** Counts a merchant's requests of these kinds by state, as the list has them. */
export const countByState = (
  db: Db,
  scope: Scope,
  kinds: readonly ApprovalKind[],
  now: Date,
): Promise<ApprovalCount[]> =>
  countByStatus(
    db,
    'approvals',
    inScope(db, scope),
    APPROVAL_STATES.map((state) => ({
      status: state,
      sets: setsOf(db, state, now).map((set) => [set, ...ofKinds(db, kinds)]),
    })),
  );

function filtersOf(
  db: Db,
  kinds: readonly ApprovalKind[],
  filters: ListFilters,
  userId: number,
  now: Date,
): Sql[] {
  const shown = kinds.filter((kind) => !filters.kind || kind === filters.kind);
  const conditions = ofKinds(db, shown);
  if (filters.named) conditions.push(among(db, filters.named));
  if (filters.waits_for === 'me') conditions.push(waitsFor(db, userId, now));
  if (filters.state) {
    const sets = setsOf(db, filters.state, now);
    conditions.push(sets.length === 1 ? sets[0]! : db`(${sets[0]!} or ${sets[1]!})`);
  }
  return conditions;
}

/** An exported request, with times in Cairo. */
export interface ExportedApproval {
  kind: ApprovalKind;
  state: ApprovalState;
  amountPiastres: number;
  reference: string | null;
  reason: string;
  requestedByName: string;
  requestedOn: string;
  expiresOn: string;
  decidedByName: string | null;
  decidedOn: string | null;
  declineReason: string;
}

/** Reads the chosen requests of these kinds, or all that match the filters, in the list's order. */
export function exportApprovals(
  db: Db,
  scope: Scope,
  kinds: readonly ApprovalKind[],
  paging: ListPaging,
  { ids, ...filters }: ListFilters & { ids?: readonly number[] | undefined },
  userId: number,
  now: Date,
) {
  const written = (column: string) =>
    db`to_char(${db.unsafe(column)} at time zone 'Africa/Cairo', 'YYYY-MM-DD HH24:MI')`;
  const chosen = [
    ...ofKinds(db, kinds),
    ...chosenOr(db, ids, () => filtersOf(db, kinds, filters, userId, now)),
  ];
  return db<ExportedApproval[]>`
    select t.kind, case when t.state = 'waiting' and t.expires_at <= ${now} then 'expired' else t.state end as state,
           t.amount_piastres as "amountPiastres", ${referenceOf(db)} as reference, t.reason,
           ${nameOf(db, 't.requested_by')} as "requestedByName", ${written('t.created_at')} as "requestedOn",
           ${written('t.expires_at')} as "expiresOn", ${nameOf(db, 't.decided_by')} as "decidedByName",
           ${written('t.decided_at')} as "decidedOn", t.decline_reason as "declineReason"
      from approvals t where ${allOf(db, inScope(db, scope), chosen)}
     order by ${orderBy(db, sorts[paging.sortBy], paging.sortType)}`;
}

/**
 * Lists one page of a merchant's requests of these kinds. Overdue requests count as expired before the job records it.
 */
export function listApprovals(
  db: Db,
  scope: Scope,
  kinds: readonly ApprovalKind[],
  paging: ListPaging,
  filters: ListFilters,
  userId: number,
  now: Date,
): Promise<Page<ListedApproval>> {
  return readPage<ListedApproval>(db, paging, {
    table: 'approvals',
    scope: inScope(db, scope),
    filters: filtersOf(db, kinds, filters, userId, now),
    sort: sorts[paging.sortBy],
    columns: columns(db),
  });
}

/** Counts the requests of these kinds that a person may decide on: see `refusalOf`. */
export async function countWaitingFor(
  db: Db,
  scope: Scope,
  kinds: readonly ApprovalKind[],
  userId: number,
  now: Date,
  bound: number,
): Promise<number> {
  if (kinds.length === 0) return 0;
  const [row] = await db<{ n: number }[]>`
    select count(*)::int as n from (
      select 1 from approvals t
       where t.merchant_id = ${scope.merchantId} and t.mode = ${scope.mode} and t.kind = any (${kinds})
         and ${waitsFor(db, userId, now)}
       limit ${bound}) waiting`;
  return row!.n;
}

/** Returns one request as shown to people. */
export async function getListed(db: Db, scope: Scope, id: number): Promise<ListedApproval> {
  const [row] = await db<ListedApproval[]>`
    select ${columns(db)} from approvals t
     where t.merchant_id = ${scope.merchantId} and t.mode = ${scope.mode} and t.id = ${id}`;
  if (!row) throw new Error(`approval ${id} of merchant ${scope.merchantId} is gone`);
  return row;
}

/** Lists the requests about a payment that did not become a refund, newest first. */
export async function listOfTransaction(
  db: Db,
  scope: Scope,
  transactionId: number,
): Promise<ListedApproval[]> {
  return db<ListedApproval[]>`
    select ${columns(db)} from approvals t
     where t.merchant_id = ${scope.merchantId} and t.mode = ${scope.mode} and t.transaction_id = ${transactionId}
       and t.state <> 'approved'
     order by t.id desc`;
}
