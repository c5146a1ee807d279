import type { OperatorRole } from '@daftar/contract/ops-roles';
import type { App } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { deleteBefore } from '../../platform/jobs/batches.ts';
import type { RolePower } from './rules.ts';

export interface OperatorRow extends RolePower {
  id: number;
  email: string;
  /** Null until the invitation is accepted, like the authenticator. */
  passwordHash: string | null;
  totpSealed: Buffer | null;
  disabledAt: Date | null;
}

/** Selects the role of the operator `o`, whose custom role is `r`. */
const role = (db: Db) => db`
  o.role, o.role_id as "roleId", r.name_en as "roleNameEn", r.name_ar as "roleNameAr", r.permissions as "rolePermissions",
  r.reads as "roleReads"`;

const columns = (db: Db) => db`
  o.id, o.email, o.password_hash as "passwordHash", o.totp_sealed as "totpSealed", o.disabled_at as "disabledAt",
  ${role(db)}`;

/** Finds the operator of an e-mail address. */
export async function findOperator(db: Db, email: string): Promise<OperatorRow | undefined> {
  const [row] = await db<OperatorRow[]>`
    select ${columns(db)} from operators o left join operator_roles r on r.id = o.role_id where o.email = ${email}`;
  return row;
}

/** Locks every operator, so that decisions about each other take turns. */
export function lockOperators(tx: Tx): Promise<OperatorRow[]> {
  return tx<OperatorRow[]>`
    select ${columns(tx)} from operators o left join operator_roles r on r.id = o.role_id order by o.id for update of o`;
}

/** A built-in role by name, or a custom one by id. */
export type RoleChoice = OperatorRole | number;
const kindOf = (choice: RoleChoice) => (typeof choice === 'number' ? 'custom' : choice);
const idOf = (choice: RoleChoice) => (typeof choice === 'number' ? choice : null);

/** The author of a change to an account, and its time. */
export interface Hand {
  by: number;
  now: Date;
}

/** Gives an operator a role. */
export async function writeRole(tx: Tx, id: number, choice: RoleChoice, { by, now }: Hand): Promise<void> {
  await tx`
    update operators set role = ${kindOf(choice)}, role_id = ${idOf(choice)}, role_by = ${by}, role_at = ${now}
     where id = ${id}`;
}

/** Gives an operator the role of a group at the company's identity provider, with no author here. */
export async function writeRoleOfGroup(tx: Tx, id: number, role: OperatorRole): Promise<void> {
  await tx`update operators set role = ${role}, role_id = null, role_by = null, role_at = null where id = ${id}`;
}

/** Records who gave all operators of a custom role more power. */
export async function noteRoleGiven(tx: Tx, roleId: number, { by, now }: Hand): Promise<void> {
  await tx`update operators set role_by = ${by}, role_at = ${now} where role_id = ${roleId}`;
}

/** Records who reset an operator's credentials. */
export async function noteReset(tx: Tx, id: number, { by, now }: Hand): Promise<void> {
  await tx`update operators set reset_by = ${by}, reset_at = ${now} where id = ${id}`;
}

/** An operator's password and authenticator. */
export interface Credentials {
  passwordHash: string;
  totpSealed: Buffer;
}

/** Inserts an operator, without credentials when invited. @returns the id; undefined when the address is taken. */
export async function insertOperator(
  db: Db,
  operator: Partial<Credentials> & { email: string; role: RoleChoice; now: Date; invitedBy?: number },
): Promise<number | undefined> {
  const [row] = await db<{ id: number }[]>`
    insert into operators (email, password_hash, totp_sealed, role, role_id, created_at, invited_by, invited_at)
    values (${operator.email}, ${operator.passwordHash ?? null}, ${operator.totpSealed ?? null}, ${kindOf(operator.role)},
            ${idOf(operator.role)}, ${operator.now}, ${operator.invitedBy ?? null},
            ${operator.invitedBy === undefined ? null : operator.now})
    on conflict (email) do nothing returning id`;
  return row?.id;
}

/**
 * Replaces an operator's credentials, or removes them until a link is used, and unlinks their company's account,
 * unless it has just authenticated them; enables a disabled operator.
 */
export async function replaceCredentials(
  db: Db,
  id: number,
  credentials: Credentials | null,
  { keepsAccount = false }: { keepsAccount?: boolean } = {},
): Promise<void> {
  await db`
    update operators set password_hash = ${credentials?.passwordHash ?? null},
           totp_sealed = ${credentials?.totpSealed ?? null}, totp_step = 0, disabled_at = null,
           ended_by_directory = false, gone_from_directory = false, active_in_directory = true
     where id = ${id}`;
  // A sign-in begun with the former authenticator ends with it.
  await db`delete from operator_company_attempts where operator_id = ${id}`;
  if (!keepsAccount) await db`delete from operator_company_accounts where operator_id = ${id}`;
}

/** Disables an operator, whom the company's directory may then not restore; their requests lapse. */
export async function disableOperator(db: Db, id: number, now: Date): Promise<void> {
  await db`
    update operators set disabled_at = coalesce(disabled_at, ${now}), requests_lapsed_at = ${now}, ended_by_directory = false
     where id = ${id} and (disabled_at is null or ended_by_directory)`;
}

/**
 * Lets an operator's requests for approval lapse, because somebody else may have used the account whose credentials
 * are reset.
 */
export async function endRequestsOf(db: Db, id: number, now: Date): Promise<void> {
  await db`update operators set requests_lapsed_at = ${now} where id = ${id}`;
}

/**
 * Consumes a code by its time step.
 * @param totpSealed the secret that the code was compared with
 * @returns false when this step, or a later one, was used before, or the operator has another secret now.
 */
export async function useStep(
  db: Db,
  { id, totpSealed, step }: { id: number; totpSealed: Buffer | null; step: number },
): Promise<boolean> {
  const used = await db`
    update operators set totp_step = ${step}
     where id = ${id} and totp_step < ${step} and totp_sealed = ${totpSealed} and disabled_at is null`;
  return used.count === 1;
}

/** Opens a session. */
export async function insertSession(
  tx: Tx,
  session: {
    tokenHash: Buffer;
    operatorId: number;
    address: string;
    userAgent: string;
    byCompany: boolean;
    now: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await tx`
    insert into operator_sessions (token_hash, operator_id, address, user_agent, by_company, created_at, last_seen_at,
                                   expires_at)
    values (${session.tokenHash}, ${session.operatorId}, ${session.address}, ${session.userAgent}, ${session.byCompany},
            ${session.now}, ${session.now}, ${session.expiresAt})`;
}

export interface SessionRow extends RolePower {
  operatorId: number;
  email: string;
  lastSeenAt: Date;
  /** The session was opened by the company's account. */
  byCompany: boolean;
}

/**
 * Finds the operator of a session; undefined when it has ended, was not used since `idleSince`, or its operator is
 * disabled.
 */
export async function findSession(
  db: Db,
  tokenHash: Buffer,
  now: Date,
  idleSince: Date,
): Promise<SessionRow | undefined> {
  const [row] = await db<SessionRow[]>`
    select o.id as "operatorId", o.email, s.last_seen_at as "lastSeenAt", s.by_company as "byCompany", ${role(db)}
      from operator_sessions s join operators o on o.id = s.operator_id
      left join operator_roles r on r.id = o.role_id
     where s.token_hash = ${tokenHash} and s.ended_at is null and s.expires_at > ${now}
       and s.last_seen_at > ${idleSince} and o.disabled_at is null`;
  return row;
}

/** Records the use of a session. */
export async function touchSession(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await db`update operator_sessions set last_seen_at = ${now} where token_hash = ${tokenHash} and last_seen_at < ${now}`;
}

/** Ends a session. @returns its operator. */
export async function endSession(db: Db, tokenHash: Buffer, now: Date): Promise<string | undefined> {
  const [row] = await db<{ email: string }[]>`
    update operator_sessions s set ended_at = ${now} from operators o
     where s.token_hash = ${tokenHash} and s.ended_at is null and o.id = s.operator_id returning o.email`;
  return row?.email;
}

/** Ends every session of an operator. */
export async function endSessionsOf(db: Db, operatorId: number, now: Date): Promise<void> {
  await db`update operator_sessions set ended_at = ${now} where operator_id = ${operatorId} and ended_at is null`;
}

/** Deletes sessions that expired before a moment. */
export async function purgeSessions(app: App, before: Date): Promise<void> {
  await deleteBefore(app, { table: 'operator_sessions', key: ['token_hash'], moment: 'expires_at' }, before);
}
