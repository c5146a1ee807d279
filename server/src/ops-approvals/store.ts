import type { ApprovalFact, OpsApprovalKind, OpsApprovalState } from '@daftar/contract/ops-approvals';
import type { MessageRef } from '@daftar/contract/validate';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { Locale } from '../platform/i18n/translate.ts';
import type { Sql } from '../platform/lists/page.ts';
import { askersOf, type Decidable, permissionsOfKinds } from './rules.ts';
import type { Unfulfilled } from './tell.ts';

/** A request to be stored. */
export interface NewRequest {
  kind: OpsApprovalKind;
  subject: string;
  name: string;
  merchantId: number | null;
  facts: readonly ApprovalFact[];
  change: unknown;
  sealed: Buffer;
  reason: string;
  papers: readonly string[];
  part: string | null;
  askedBy: number;
  locale: Locale;
  now: Date;
  expiresAt: Date;
}

/** Stores a request. @returns its id; undefined when one of this kind, subject and part already waits. */
export async function insertRequest(tx: Tx, asked: NewRequest): Promise<number | undefined> {
  const [row] = await tx<{ id: number }[]>`
    insert into operator_approvals (kind, subject, name, merchant_id, facts, change, sealed_change, reason, papers,
                                    is_single, part, asked_by, asked_locale, asked_at, expires_at)
    values (${asked.kind}, ${asked.subject}, ${asked.name}, ${asked.merchantId}, ${tx.json(asked.facts as never)},
            ${tx.json(asked.change as never)}, ${asked.sealed}, ${asked.reason}, ${[...asked.papers]}::text[],
            ${asked.part === null}, ${asked.part}, ${asked.askedBy}, ${asked.locale}, ${asked.now}, ${asked.expiresAt})
    on conflict do nothing
    returning id`;
  return row?.id;
}

/** Returns SQL for whether the operator `o` may request and decide the kind of the request `t` now. */
function hasKind(db: Db): Sql {
  const { kinds, roles } = askersOf();
  const custom = permissionsOfKinds();
  return db`
    o.disabled_at is null and o.password_hash is not null
    and ((t.kind, o.role) in (select * from unnest(${kinds}::text[], ${roles}::text[]))
         or exists (select from operator_roles r,
                           unnest(${custom.kinds}::text[], ${custom.permissions}::text[]) k (kind, permission)
                     where r.id = o.role_id and k.kind = t.kind and k.permission = any (r.permissions)))`;
}

/**
 * Returns SQL for whether the requester of `t` may still request its kind, and was neither disabled nor had their
 * credentials reset since, because somebody else may have used their account.
 */
export const askerStays = (db: Db): Sql => db`
  exists (select from operators o
           where o.id = t.asked_by and ${hasKind(db)}
             and (o.requests_lapsed_at is null or o.requests_lapsed_at < t.asked_at))`;

/**
 * Returns SQL for the state of the request `t` at a moment: one that can no longer be decided is over before the job
 * records it.
 */
export const stateAt = (db: Db, now: Date): Sql => db`
  case when t.state <> 'waiting' then t.state
       when t.expires_at <= ${now} then 'expired'
       when not ${askerStays(db)} then 'ended'
       else 'waiting' end`;

/** A request with the facts on which its decision depends. */
export interface RequestRow extends Decidable {
  id: number;
  kind: OpsApprovalKind;
  state: OpsApprovalState;
  subject: string;
  name: string;
  merchantId: number | null;
  change: unknown;
  sealed: Buffer;
  reason: string;
  askerEmail: string;
  askerLocale: Locale;
}

/**
 * Locks a request, its requester and its decider, so that changes of either wait for this transaction.
 * @param deciderId null: the command line
 * @returns undefined when there is none of these kinds
 */
export async function lockRequest(
  tx: Tx,
  kinds: readonly OpsApprovalKind[],
  id: number,
  deciderId: number | null,
  now: Date,
): Promise<RequestRow | undefined> {
  const [locked] = await tx<{ askedBy: number }[]>`
    select asked_by as "askedBy" from operator_approvals
     where id = ${id} and kind = any (${[...kinds]}) for update`;
  if (!locked) return undefined;
  // The same order of locks as for locking all operators.
  await tx`select from operators where id in (${locked.askedBy}, ${deciderId}) order by id for share`;
  return findRequest(tx, id, now);
}

/** Returns whether an operator may decide a request now: active, and with the permission of its kind. */
export async function mayDecide(tx: Tx, id: number, operatorId: number): Promise<boolean> {
  const rows = await tx`
    select from operator_approvals t, operators o where t.id = ${id} and o.id = ${operatorId} and ${hasKind(tx)}`;
  return rows.length > 0;
}

/** Finds a request of any kind. */
export async function findRequest(db: Db, id: number, now: Date): Promise<RequestRow | undefined> {
  const [row] = await db<RequestRow[]>`
    select t.id, t.kind, ${stateAt(db, now)} as state, t.subject, t.name, t.merchant_id as "merchantId",
           t.change, t.sealed_change as sealed, t.reason, t.asked_by as "askedBy", t.asked_locale as "askerLocale",
           (select o.email from operators o where o.id = t.asked_by) as "askerEmail"
      from operator_approvals t where t.id = ${id}`;
  return row;
}

/** The end of a request. */
export interface End {
  state: 'approved' | 'declined' | 'withdrawn';
  /** Null: decided from the command line. */
  operatorId: number | null;
  /** The user of the command line. */
  shell: string | null;
  note: string;
  now: Date;
}

/** Ends a locked request and erases its secrets. */
export async function writeEnd(tx: Tx, id: number, end: End): Promise<void> {
  await tx`
    update operator_approvals
       set state = ${end.state}, decided_by = ${end.operatorId}, decided_in_shell = ${end.shell}, decided_at = ${end.now},
           note = ${end.note}, trouble = null, sealed_change = ''
     where id = ${id} and state = 'waiting'`;
}

/** Stores why a request could not be carried out. */
export async function writeTrouble(db: Db, id: number, trouble: MessageRef): Promise<void> {
  await db`
    update operator_approvals set trouble = ${db.json(trouble as never)} where id = ${id} and state = 'waiting'`;
}

/**
 * Ends requests that can no longer be decided, and erases their secrets.
 * @returns those that were not decided in time and whose requesters are still active
 */
export async function endOld(tx: Tx, now: Date): Promise<Unfulfilled[]> {
  const rows = await tx<(Unfulfilled & { state: OpsApprovalState; stays: boolean })[]>`
    update operator_approvals t
       set state = ${stateAt(tx, now)}, decided_at = ${now}, trouble = null, sealed_change = ''
      from operators a
     where a.id = t.asked_by and t.state = 'waiting' and (t.expires_at <= ${now} or not ${askerStays(tx)})
    returning t.id, t.kind, t.name, t.state, a.email as "askerEmail", t.asked_locale as "askerLocale",
              ${askerStays(tx)} as stays`;
  return rows.filter(({ state, stays }) => state === 'expired' && stays);
}

/** Returns whether a request of a kind waits for a subject. */
export async function isWaiting(db: Db, kind: OpsApprovalKind, subject: string, now: Date): Promise<boolean> {
  const rows = await db`
    select from operator_approvals t
     where t.subject = ${subject} and t.kind = ${kind} and ${stateAt(db, now)} = 'waiting' limit 1`;
  return rows.length > 0;
}

/** Lists the subjects for which requests of a kind wait. */
export async function listWaitingSubjects(db: Db, kind: OpsApprovalKind, now: Date): Promise<string[]> {
  const rows = await db<{ subject: string }[]>`
    select t.subject from operator_approvals t
     where t.kind = ${kind} and t.state = 'waiting' and ${stateAt(db, now)} = 'waiting'`;
  return rows.map(({ subject }) => subject);
}

/** Lists the changes of a kind's waiting requests for these subjects. */
export async function listWaitingChanges(
  db: Db,
  kind: OpsApprovalKind,
  subjects: readonly string[],
  now: Date,
): Promise<unknown[]> {
  const rows = await db<{ change: unknown }[]>`
    select t.change from operator_approvals t
     where t.subject = any (${[...subjects]}) and t.kind = ${kind} and ${stateAt(db, now)} = 'waiting'`;
  return rows.map(({ change }) => change);
}

/**
 * Returns whether two operators were invited, had their credentials reset, were let in or were given their role by
 * overlapping people since a moment, directly or through others: they could be one person.
 */
export async function areLinked(db: Db, one: number, other: number, since: Date): Promise<boolean> {
  const hands = (operatorId: number) => db`
    select ${operatorId}::bigint as id
    union
    select hand.by from hands join operators o on o.id = hands.id,
           lateral (values (o.invited_by, o.invited_at), (o.reset_by, o.reset_at), (o.let_in_by, o.let_in_at),
                         (o.role_by, o.role_at)) hand (by, at)
     where hand.at > ${since}`;
  const [row] = await db<{ linked: boolean }[]>`
    select exists (
      select from (with recursive hands as (${hands(one)}) select id from hands) a
        join (with recursive hands as (${hands(other)}) select id from hands) b using (id)) as linked`;
  return row!.linked;
}
