import { MERCHANT_STATUS } from '@daftar/contract/auth';
import {
  type PAYOUT_SORTS,
  PAYOUT_STATES,
  type PayoutCount,
  type PayoutState,
} from '@daftar/contract/payouts';
import type { Mode, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
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
import { referencePattern, typedText } from '../platform/lists/search.ts';
import * as transactions from '../transactions/writes.ts';
import type { AccountToPay } from './store-accounts.ts';

/** A payout to be inserted. */
export interface NewPayout {
  code: string;
  reference: string;
  amountPiastres: number;
  /** The requester. */
  userId: number;
  /** The approved request. */
  approvalId: number | null;
  /** The account that receives it; null: it is collected with its code. */
  account: Pick<AccountToPay, 'id' | 'version'> | null;
  now: Date;
  /** When its code expires; null for a payout to a bank account. */
  expiresAt: Date | null;
}

/** Inserts a payout with its pending transaction. @returns the payout's id. */
export async function insertPayout(
  tx: Tx,
  scope: Scope,
  payout: NewPayout,
): Promise<{ id: number; transactionId: number }> {
  const { code, amountPiastres: amount, now, account } = payout;
  const transactionId = await transactions.recordPayout(tx, scope, payout);
  const [row] = await tx<{ id: number }[]>`
    insert into payouts (merchant_id, mode, code, transaction_id, amount_piastres, requested_by, approval_id,
                         bank_account_id, bank_account_version, created_at, expires_at)
    values (${scope.merchantId}, ${scope.mode}, ${code}, ${transactionId}, ${amount}, ${payout.userId},
            ${payout.approvalId}, ${account?.id ?? null}, ${account?.version ?? null}, ${now}, ${payout.expiresAt})
    returning id`;
  const { id } = row!;
  await transactions.linkPayout(tx, { ...scope, transactionId }, { id, amountPiastres: amount, now });
  return { id, transactionId };
}

/** Identifies a payout. */
export interface PayoutRef {
  merchantId: number;
  id: number;
}

/** A payout to be ended. */
export interface EndedPayout extends PayoutRef {
  mode: Mode;
  code: string;
  transactionId: number;
  amountPiastres: number;
  /** The version of the bank account when the payout was requested; null: it is collected with its code. */
  bankName: string | null;
  bankNumber: string | null;
}

/**
 * Selects a column of the account version that a payout goes to. Give `merchant` where the row is locked: a
 * distributed database locks it only if the merchant is named in every condition.
 */
export const ofAccount = (db: Db, payout: Sql, column: Sql, merchant?: number) => db`
  (select ${column} from bank_account_versions b
    where b.merchant_id = ${merchant ?? db`${payout}.merchant_id`} and b.bank_account_id = ${payout}.bank_account_id
      and b.version = ${payout}.bank_account_version)`;
const bankNumber = (db: Db) => db`coalesce(nullif(b.iban, ''), b.account_number)`;

const ended = (tx: Tx, merchant: number) => tx`
  merchant_id as "merchantId", id, mode, code, transaction_id as "transactionId", amount_piastres as "amountPiastres",
  ${ofAccount(tx, tx`payouts`, tx`b.bank_name`, merchant)} as "bankName",
  ${ofAccount(tx, tx`payouts`, bankNumber(tx), merchant)} as "bankNumber"`;

/** Locks the transaction of a payout, before the payout itself. */
const lockTransaction = (tx: Tx, ref: PayoutRef) => tx`
  select from transactions t join payouts p on p.merchant_id = t.merchant_id and p.transaction_id = t.id
   where t.merchant_id = ${ref.merchantId} and p.merchant_id = ${ref.merchantId} and p.id = ${ref.id} for no key update of t`;

/**
 * Ends a requested payout with its transaction.
 * @param bankReference the reference of a bank's transfer, otherwise null
 * @returns undefined when it has ended.
 */
export async function endPayout(
  tx: Tx,
  ref: PayoutRef,
  ending: { state: transactions.PayoutEnd; reason: string; bankReference: string | null; now: Date },
): Promise<EndedPayout | undefined> {
  const { state, reason, bankReference, now } = ending;
  await lockTransaction(tx, ref);
  const [row] = await tx<EndedPayout[]>`
    update payouts set state = ${state}, reason = ${reason}, finished_at = ${now},
                       paid_at = ${bankReference === null ? null : now}, bank_reference = ${bankReference}
     where merchant_id = ${ref.merchantId} and id = ${ref.id} and state = 'requested'
    returning ${ended(tx, ref.merchantId)}`;
  if (!row) return undefined;
  await transactions.finishPayout(tx, row, row.amountPiastres, ending);
  return row;
}

/** A payout that an operator wants to return. */
export interface LockedPayout extends EndedPayout {
  state: PayoutState;
  /** It is in a file of transfers that the bank has not finally answered for it. */
  isInFile: boolean;
}

/** Locks a payout with its transaction and reads it. */
export async function lockPayout(tx: Tx, ref: PayoutRef): Promise<LockedPayout | undefined> {
  await lockTransaction(tx, ref);
  const [row] = await tx<LockedPayout[]>`
    select ${ended(tx, ref.merchantId)}, state, exists (
             select from bank_transfers t where t.merchant_id = payouts.merchant_id and t.payout_id = payouts.id
                and t.state in ('listed', 'sent')) as "isInFile"
      from payouts where merchant_id = ${ref.merchantId} and id = ${ref.id} for update`;
  return row;
}

/** Revokes a bank's transfer of a payout. @returns undefined when it was not transferred, or came back before */
export async function takeBack(
  tx: Tx,
  ref: PayoutRef,
  { reason, now }: { reason: string; now: Date },
): Promise<EndedPayout | undefined> {
  await lockTransaction(tx, ref);
  const [row] = await tx<EndedPayout[]>`
    update payouts set state = 'returned', reason = ${reason}, finished_at = ${now}
     where merchant_id = ${ref.merchantId} and id = ${ref.id} and state = 'handed-over' and paid_at is not null
    returning ${ended(tx, ref.merchantId)}`;
  if (!row) return undefined;
  await transactions.finishPayout(tx, row, row.amountPiastres, { state: 'returned', reason, now });
  return row;
}

/**
 * Returns whether a payout's merchant is suspended; locks the merchant, so that `false` holds until the transaction
 * ends.
 */
export async function isSuspended(tx: Tx, ref: PayoutRef): Promise<boolean> {
  const [row] = await tx<{ isSuspended: boolean }[]>`
    select status = ${MERCHANT_STATUS.suspended} as "isSuspended" from merchants where id = ${ref.merchantId} for share`;
  return row?.isSuspended ?? false;
}

/** Returns whether a merchant has this payout, in either mode. */
export async function payoutExists(db: Db, ref: PayoutRef): Promise<boolean> {
  const rows = await db`select from payouts where merchant_id = ${ref.merchantId} and id = ${ref.id}`;
  return rows.length > 0;
}

/** Finds overdue payouts. */
export async function findDue(db: Db, now: Date, limit: number, offset: number): Promise<PayoutRef[]> {
  return db<PayoutRef[]>`
    select merchant_id as "merchantId", id from payouts
     where state = 'requested' and expires_at <= ${now}
     order by expires_at, merchant_id, id limit ${limit} offset ${offset}`;
}

/** Finds the payouts with a code; by a rare coincidence more than one, of different merchants. */
export async function findByCode(db: Db, code: string): Promise<PayoutRef[]> {
  return db<PayoutRef[]>`select merchant_id as "merchantId", id from payouts where code = ${code} limit 2`;
}

/** A payout as listed. */
export interface ListedPayout {
  id: number;
  code: string;
  amountPiastres: number;
  state: PayoutState;
  reason: string;
  transactionId: number;
  transactionReference: string;
  requestedBy: string;
  approvedBy: string | null;
  bankName: string | null;
  bankNumber: string | null;
  bankReference: string | null;
  createdAt: Date;
  expiresAt: Date | null;
  finishedAt: Date | null;
}

export interface ListFilters {
  code?: string | undefined;
  state?: PayoutState | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
  updated_since?: string | undefined;
}

type Sort = (typeof PAYOUT_SORTS)[number];
export type ListPaging = Parameters<typeof readPage>[1] & { sortBy: Sort };

/** The time of the last change, as indexed. */
const CHANGED = 'greatest(t.created_at, t.finished_at, t.paid_at)';

const sorts: Record<Sort, SortColumn> = {
  id: { expression: 't.id', unique: true },
  created_at: { expression: 't.created_at' },
  code: { expression: 't.code', unique: true },
  amount: { expression: 't.amount_piastres' },
  state: { expression: 't.state' },
  updated_at: { expression: CHANGED },
};

function filtersOf(db: Db, filters: ListFilters): Sql[] {
  const conditions: Sql[] = [];
  if (typedText(filters.code ?? '') !== '')
    conditions.push(db`t.code like ${referencePattern(filters.code!, 'PAY')}`);
  if (filters.state) conditions.push(on('t.state', db`t.state = ${filters.state}`));
  conditions.push(
    ...withinDays(db, filters.date_from, filters.date_to),
    ...changedSince(db, filters.updated_since, CHANGED),
  );
  return conditions;
}

/** The columns of {@link ListedPayout}, of a payout `t`. */
export const columns = (db: Db) => db`
  t.id, t.code, t.amount_piastres as "amountPiastres", t.state, t.reason, t.transaction_id as "transactionId",
  (select x.reference from transactions x where x.merchant_id = t.merchant_id and x.id = t.transaction_id)
    as "transactionReference",
  (select concat_ws(' ', u.first_name, u.last_name) from users u
    where u.merchant_id = t.merchant_id and u.id = t.requested_by) as "requestedBy",
  (select concat_ws(' ', d.first_name, d.last_name) from approvals a
     join users d on d.merchant_id = a.merchant_id and d.id = a.decided_by
    where a.merchant_id = t.merchant_id and a.id = t.approval_id) as "approvedBy",
  ${ofAccount(db, db`t`, db`b.bank_name`)} as "bankName", ${ofAccount(db, db`t`, bankNumber(db))} as "bankNumber",
  t.bank_reference as "bankReference",
  t.created_at as "createdAt", t.expires_at as "expiresAt", t.finished_at as "finishedAt"`;

/** Counts a merchant's payouts by state. */
export const countByState = (db: Db, scope: Scope): Promise<PayoutCount[]> =>
  countRows(
    db,
    'payouts',
    inScope(db, scope),
    PAYOUT_STATES.map((state) => ({ status: state, sets: [filtersOf(db, { state })] })),
  );

/** Lists one page of a merchant's payouts. */
export function listPayouts(
  db: Db,
  scope: Scope,
  paging: ListPaging,
  filters: ListFilters,
): Promise<Page<ListedPayout>> {
  return readPage<ListedPayout>(db, paging, {
    table: 'payouts',
    scope: inScope(db, scope),
    filters: filtersOf(db, filters),
    sort: sorts[paging.sortBy],
    columns: columns(db),
  });
}

/** Finds the payouts of this merchant and mode among the given ids, unordered. */
export const findMany = (db: Db, scope: Scope, ids: readonly number[]) => db<ListedPayout[]>`
  select ${columns(db)} from payouts t where ${inScope(db, scope)} and t.id = any(${[...ids]}::bigint[])`;

/** An exported payout, with times formatted in Cairo time. */
export interface ExportedPayout extends ListedPayout {
  createdOn: string;
  expiresOn: string | null;
  finishedOn: string | null;
  /** `CIB ****0002`; null: it is collected with its code. */
  bankAccount: string | null;
}

/** Reads the chosen payouts, or all that match the filters, in the list's order. */
export function exportPayouts(
  db: Db,
  scope: Scope,
  paging: ListPaging,
  filters: ListFilters & { ids?: number[] | undefined },
) {
  const chosen = chosenOr(db, filters.ids, () => filtersOf(db, filters));
  const written = (column: string) =>
    db`to_char(${db.unsafe(column)} at time zone 'Africa/Cairo', 'YYYY-MM-DD HH24:MI')`;
  return db<ExportedPayout[]>`
    select ${columns(db)}, ${written('t.created_at')} as "createdOn", ${written('t.expires_at')} as "expiresOn",
           ${written('t.finished_at')} as "finishedOn",
           ${ofAccount(db, db`t`, db`b.bank_name || ' ****' || right(${bankNumber(db)}, 4)`)} as "bankAccount"
      from payouts t where ${allOf(db, inScope(db, scope), chosen)}
     order by ${orderBy(db, sorts[paging.sortBy], paging.sortType)}`;
}
