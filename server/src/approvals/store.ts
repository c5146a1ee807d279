import { type ApprovalKind, MONEY_PERMISSIONS } from '@daftar/contract/approvals';
import type { Permission } from '@daftar/contract/permissions';
import { type OwnFields, ownNames, ownValues } from '../integration-fields/fields.ts';
import type { Caller, Mode, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { ApprovalRule, Decidable, Decision } from './rules.ts';

const OFF: ApprovalRule = { enabled: false, refundAbovePiastres: 0 };

/** Reads the approval settings; off by default. */
export async function readRule(db: Db, scope: Scope): Promise<ApprovalRule> {
  const [row] = await db<ApprovalRule[]>`
    select needs_approval as enabled, approval_refund_above_piastres as "refundAbovePiastres"
      from merchant_settings where merchant_id = ${scope.merchantId} and mode = ${scope.mode}`;
  return row ?? OFF;
}

/** Reads and locks the approval settings. */
export async function lockRule(tx: Tx, scope: Scope): Promise<ApprovalRule> {
  await tx`
    select 1 from merchant_settings where merchant_id = ${scope.merchantId} and mode = ${scope.mode}
       for no key update`;
  return readRule(tx, scope);
}

/** Returns whether a request of a kind is pending. */
export async function isWaiting(db: Db, scope: Scope, kind: ApprovalKind, now: Date): Promise<boolean> {
  const [row] = await db<{ waits: boolean }[]>`
    select exists (
      select from approvals where merchant_id = ${scope.merchantId} and mode = ${scope.mode} and kind = ${kind}
         and state = 'waiting' and expires_at > ${now}) as waits`;
  return row!.waits;
}

/** Returns the changes that pending requests of a kind would make. */
export async function listWaitingChanges(
  db: Db,
  scope: Scope,
  kind: ApprovalKind,
  now: Date,
): Promise<Record<string, unknown>[]> {
  const rows = await db<{ change: Record<string, unknown> }[]>`
    select change from approvals where merchant_id = ${scope.merchantId} and mode = ${scope.mode} and kind = ${kind}
       and state = 'waiting' and expires_at > ${now}`;
  return rows.map(({ change }) => change);
}

/**
 * Counts the other people who could decide on settings and the receiving account: those who may decide refunds and
 * payouts.
 */
export async function countDecidersBeside(db: Db, caller: Caller): Promise<number> {
  const [row] = await db<{ n: number }[]>`
    select count(*)::int as n from users u join roles r on r.merchant_id = u.merchant_id and r.id = u.role_id
     where u.merchant_id = ${caller.merchantId} and u.is_active and u.joined_at is not null
       and u.id <> ${caller.userId}
       and (r.is_first or r.permissions @> ${[...MONEY_PERMISSIONS]}::text[])`;
  return row!.n;
}

/** Counts the active users who hold a permission. */
export async function countHolders(db: Db, scope: Scope, permission: Permission): Promise<number> {
  const [row] = await db<{ n: number }[]>`
    select count(*)::int as n from users u join roles r on r.merchant_id = u.merchant_id and r.id = u.role_id
     where u.merchant_id = ${scope.merchantId} and u.is_active and u.joined_at is not null
       and (r.is_first or ${permission} = any (r.permissions))`;
  return row?.n ?? 0;
}

/**
 * Returns whether a user may decide a kind now. Locks the role, so that deactivating the user or changing the role
 * waits for this transaction.
 */
export async function mayDecide(
  db: Db,
  scope: Scope,
  userId: number,
  needed: { kind: Permission; every: readonly Permission[] },
): Promise<boolean> {
  const rows = await db`
    select from users u join roles r on r.merchant_id = u.merchant_id and r.id = u.role_id
     where u.merchant_id = ${scope.merchantId} and u.id = ${userId} and u.is_active
       and (r.is_first or ${needed.kind} = any (r.permissions) or r.permissions @> ${[...needed.every]}::text[])
       for share`;
  return rows.length > 0;
}

/** Returns the caller's display name. */
export async function nameOf(db: Db, caller: Caller): Promise<string> {
  const [row] = await db<{ name: string }[]>`
    select concat_ws(' ', first_name, last_name) as name from users
     where merchant_id = ${caller.merchantId} and id = ${caller.userId}`;
  return row?.name ?? '';
}

/** A request to be stored. */
export interface NewApproval {
  kind: ApprovalKind;
  amountPiastres: number;
  transactionId: number | null;
  reason: string;
  accountName: string;
  bankName: string;
  iban: string;
  own: OwnFields;
  change: Record<string, unknown> | null;
  single: string | null;
  now: Date;
  expiresAt: Date;
}

/** Stores a request of the caller. @returns its id; undefined when one with the same `single` already waits. */
export async function insertApproval(
  tx: Tx,
  caller: Caller,
  asked: NewApproval,
): Promise<number | undefined> {
  const [row] = await tx<{ id: number }[]>`
    insert into approvals (merchant_id, mode, kind, amount_piastres, transaction_id, reason, account_name, bank_name,
                           iban, ${ownNames(tx)}, change, single, requested_by, requested_key_id, created_at, expires_at)
    values (${caller.merchantId}, ${caller.mode}, ${asked.kind}, ${asked.amountPiastres}, ${asked.transactionId},
            ${asked.reason}, ${asked.accountName}, ${asked.bankName}, ${asked.iban}, ${ownValues(tx, asked.own)},
            ${asked.change === null ? null : tx.json(asked.change as never)}, ${asked.single}, ${caller.userId},
            ${caller.key?.id ?? null}, ${asked.now}, ${asked.expiresAt})
    on conflict do nothing
    returning id`;
  return row?.id;
}

/** Finds single requests that were not decided in time and that no job has ended yet. */
export async function findOverdue(
  tx: Tx,
  scope: Scope,
  { kind, single, now }: { kind: ApprovalKind; single: string; now: Date },
): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select id from approvals
     where merchant_id = ${scope.merchantId} and mode = ${scope.mode} and kind = ${kind} and single = ${single}
       and state = 'waiting' and expires_at <= ${now}`;
  return rows.map(({ id }) => id);
}

/** A request with all facts on which its decision depends. */
export interface Approval extends Decidable {
  id: number;
  kind: ApprovalKind;
  amountPiastres: number;
  transactionId: number | null;
  transactionReference: string | null;
  reason: string;
  accountName: string;
  bankName: string;
  iban: string;
  /** The own fields of the resulting refund. */
  own: OwnFields;
  /** The requested change, for requests that move no money. */
  change: Record<string, unknown> | null;
}

/** Finds one request of these kinds. */
export async function findApproval(
  db: Db,
  scope: Scope,
  kinds: readonly ApprovalKind[],
  id: number,
): Promise<Approval | undefined> {
  const [row] = await db<Approval[]>`
    select t.id, t.kind, t.state, t.amount_piastres as "amountPiastres", t.transaction_id as "transactionId",
           (select x.reference from transactions x where x.merchant_id = t.merchant_id and x.id = t.transaction_id)
             as "transactionReference",
           t.reason, t.account_name as "accountName", t.bank_name as "bankName", t.iban, t.change,
           json_build_object('merchantReference', t.merchant_reference, 'isAlone', t.merchant_reference_unique,
                             'metadata', t.metadata) as own,
           t.requested_by as "requestedBy", t.requested_key_id as "requestedKeyId", t.first_yes_by as "firstYesBy", t.expires_at as "expiresAt"
      from approvals t
     where t.merchant_id = ${scope.merchantId} and t.mode = ${scope.mode} and t.id = ${id}
       and t.kind = any (${[...kinds]})`;
  return row;
}

/** Decides a pending request if its first approval is still the one that was read. @returns whether it did. */
export async function decide(
  tx: Tx,
  caller: Caller,
  id: number,
  decision: { state: Decision; reason: string; firstYesBy: number | null; now: Date },
): Promise<boolean> {
  const { state, reason, firstYesBy, now } = decision;
  const rows = await tx`
    update approvals set state = ${state}, decided_by = ${caller.userId}, decline_reason = ${reason}, decided_at = ${now}
     where merchant_id = ${caller.merchantId} and mode = ${caller.mode} and id = ${id} and state = 'waiting'
       and expires_at > ${now}
       and (${state} <> 'approved' or first_yes_by is not distinct from ${firstYesBy}::bigint)`;
  return rows.count === 1;
}

/** Withdraws the first approvals of a person who can no longer sign in, in both modes. */
export async function clearFirstApproval(
  tx: Tx,
  scope: Pick<Scope, 'merchantId'>,
  userId: number,
): Promise<void> {
  await tx`
    update approvals set first_yes_by = null, first_yes_at = null
     where merchant_id = ${scope.merchantId} and state = 'waiting' and first_yes_by = ${userId}`;
}

/**
 * Records the first of two approvals of a pending request, replacing one that is no longer valid.
 * @returns whether it did.
 */
export async function insertFirstApproval(
  tx: Tx,
  caller: Caller,
  id: number,
  inPlaceOf: number | null,
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    update approvals set first_yes_by = ${caller.userId}, first_yes_at = ${now}
     where merchant_id = ${caller.merchantId} and mode = ${caller.mode} and id = ${id} and state = 'waiting'
       and first_yes_by is not distinct from ${inPlaceOf}::bigint and expires_at > ${now}`;
  return rows.count === 1;
}

/** An overdue request. */
export interface Expired {
  merchantId: number;
  mode: Mode;
  id: number;
  kind: ApprovalKind;
  amountPiastres: number;
  requestedBy: number;
  bankName: string;
  transactionReference: string | null;
}

/** Finds requests that were not decided in time. */
export async function findExpired(
  db: Db,
  now: Date,
  limit: number,
  offset: number,
): Promise<{ merchantId: number; id: number }[]> {
  return db<{ merchantId: number; id: number }[]>`
    select merchant_id as "merchantId", id from approvals where state = 'waiting' and expires_at <= ${now}
     order by expires_at, merchant_id, id limit ${limit} offset ${offset}`;
}

/** Marks a request as expired. @returns undefined when it was decided or marked before. */
export async function writeExpired(
  tx: Tx,
  { merchantId, id }: { merchantId: number; id: number },
  now: Date,
): Promise<Expired | undefined> {
  const [row] = await tx<Expired[]>`
    update approvals t set state = 'expired', decided_at = ${now}
     where t.merchant_id = ${merchantId} and t.id = ${id} and t.state = 'waiting' and t.expires_at <= ${now}
    returning t.merchant_id as "merchantId", t.mode, t.id, t.kind, t.amount_piastres as "amountPiastres",
              t.requested_by as "requestedBy", t.bank_name as "bankName",
              (select x.reference from transactions x where x.merchant_id = t.merchant_id and x.id = t.transaction_id)
                as "transactionReference"`;
  return row;
}
