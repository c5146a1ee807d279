import type { OperatorRole } from '@daftar/contract/ops-roles';
import type { App } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { deleteBefore } from '../../platform/jobs/batches.ts';

export interface OperatorRow {
  id: number;
  email: string;
  /** Null until the invitation is accepted, like the authenticator. */
  passwordHash: string | null;
  totpSealed: Buffer | null;
  role: OperatorRole;
  disabledAt: Date | null;
}

const columns = (db: Db) => db`
  o.id, o.email, o.password_hash as "passwordHash", o.totp_sealed as "totpSealed", o.role,
  o.disabled_at as "disabledAt"`;

/** Finds the operator of an e-mail address. */
export async function findOperator(db: Db, email: string): Promise<OperatorRow | undefined> {
  const [row] = await db<OperatorRow[]>`select ${columns(db)} from operators o where o.email = ${email}`;
  return row;
}

/** Locks every operator, so that decisions about each other take turns. */
export function lockOperators(tx: Tx): Promise<OperatorRow[]> {
  return tx<OperatorRow[]>`select ${columns(tx)} from operators o order by o.id for update`;
}

/** An operator's password and authenticator. */
export interface Credentials {
  passwordHash: string;
  totpSealed: Buffer;
}

/** Inserts an operator, without credentials when invited. @returns the id; undefined when the address is taken. */
export async function insertOperator(
  db: Db,
  operator: Partial<Credentials> & { email: string; role: OperatorRole; now: Date },
): Promise<number | undefined> {
  const [row] = await db<{ id: number }[]>`
    insert into operators (email, password_hash, totp_sealed, role, created_at)
    values (${operator.email}, ${operator.passwordHash ?? null}, ${operator.totpSealed ?? null}, ${operator.role},
            ${operator.now})
    on conflict (email) do nothing returning id`;
  return row?.id;
}

/** Replaces an operator's credentials, or removes them until a link is used; enables a disabled operator. */
export async function replaceCredentials(db: Db, id: number, credentials: Credentials | null): Promise<void> {
  await db`
    update operators set password_hash = ${credentials?.passwordHash ?? null},
           totp_sealed = ${credentials?.totpSealed ?? null}, totp_step = 0, disabled_at = null
     where id = ${id}`;
}

/** Disables an operator. */
export async function disableOperator(db: Db, id: number, now: Date): Promise<void> {
  await db`update operators set disabled_at = ${now} where id = ${id} and disabled_at is null`;
}

/** Consumes a code by its time step. @returns false when this step, or a later one, was used before. */
export async function useStep(db: Db, id: number, step: number): Promise<boolean> {
  const used = await db`
    update operators set totp_step = ${step} where id = ${id} and totp_step < ${step} and disabled_at is null`;
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
    now: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await tx`
    insert into operator_sessions (token_hash, operator_id, address, user_agent, created_at, last_seen_at, expires_at)
    values (${session.tokenHash}, ${session.operatorId}, ${session.address}, ${session.userAgent}, ${session.now},
            ${session.now}, ${session.expiresAt})`;
}

export interface SessionRow {
  operatorId: number;
  email: string;
  role: OperatorRole;
  lastSeenAt: Date;
}

/**
 * Finds the operator of a session; nothing when it has ended, was not used since `idleSince`, or its operator is
 * disabled.
 */
export async function findSession(
  db: Db,
  tokenHash: Buffer,
  now: Date,
  idleSince: Date,
): Promise<SessionRow | undefined> {
  const [row] = await db<SessionRow[]>`
    select o.id as "operatorId", o.email, o.role, s.last_seen_at as "lastSeenAt"
      from operator_sessions s join operators o on o.id = s.operator_id
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
