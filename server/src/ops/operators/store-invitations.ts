import type { Db, Tx } from '../../platform/db/connect.ts';
import type { RolePower } from './rules.ts';

export interface ListedOperator extends RolePower {
  id: number;
  email: string;
  createdAt: Date;
  disabledAt: Date | null;
  hasJoined: boolean;
  lastSeenAt: Date | null;
  invitedUntil: Date | null;
}

/** The role of the operator `o`; a custom one is small, and read beside it. */
const role = (db: Db) => db`
  o.role, o.role_id as "roleId",
  (select r.name_en from operator_roles r where r.id = o.role_id) as "roleNameEn",
  (select r.name_ar from operator_roles r where r.id = o.role_id) as "roleNameAr",
  (select r.permissions from operator_roles r where r.id = o.role_id) as "rolePermissions",
  (select r.reads from operator_roles r where r.id = o.role_id) as "roleReads"`;

/** Lists the operators by address. */
export function listOperators(db: Db): Promise<ListedOperator[]> {
  return db<ListedOperator[]>`
    select o.id, o.email, ${role(db)}, o.created_at as "createdAt", o.disabled_at as "disabledAt",
           o.password_hash is not null as "hasJoined", i.expires_at as "invitedUntil",
           (select max(s.last_seen_at) from operator_sessions s where s.operator_id = o.id) as "lastSeenAt"
      from operators o left join operator_invitations i on i.operator_id = o.id
     order by o.disabled_at is not null, o.email`;
}

/** Stores a new link, which invalidates the one before. */
export async function writeInvitation(
  tx: Tx,
  invitation: { operatorId: number; tokenHash: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  const { operatorId, tokenHash, now, expiresAt } = invitation;
  await tx`
    insert into operator_invitations (operator_id, token_hash, created_at, expires_at)
    values (${operatorId}, ${tokenHash}, ${now}, ${expiresAt})
    on conflict (operator_id) do update
       set token_hash = excluded.token_hash, totp_sealed = null, created_at = excluded.created_at,
           expires_at = excluded.expires_at`;
}

export interface Invitation extends RolePower {
  operatorId: number;
  email: string;
  totpSealed: Buffer;
}

/** Stores the drawn secret with a valid link, unless it has one. @returns who it is for. */
export async function openInvitation(
  db: Db,
  link: { tokenHash: Buffer; totpSealed: Buffer; now: Date },
): Promise<Invitation | undefined> {
  const [row] = await db<Invitation[]>`
    update operator_invitations i set totp_sealed = coalesce(i.totp_sealed, ${link.totpSealed})
      from operators o
     where o.id = i.operator_id and i.token_hash = ${link.tokenHash} and i.expires_at > ${link.now}
       and o.disabled_at is null
    returning i.operator_id as "operatorId", o.email, ${role(db)}, i.totp_sealed as "totpSealed"`;
  return row;
}

/** Finds a valid link that was opened. */
export async function findInvitation(db: Db, tokenHash: Buffer, now: Date): Promise<Invitation | undefined> {
  const [row] = await db<Invitation[]>`
    select i.operator_id as "operatorId", o.email, ${role(db)}, i.totp_sealed as "totpSealed"
      from operator_invitations i join operators o on o.id = i.operator_id
     where i.token_hash = ${tokenHash} and i.expires_at > ${now} and i.totp_sealed is not null
       and o.disabled_at is null`;
  return row;
}

/** Consumes a link. @returns false when it was consumed before. */
export async function useInvitation(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const used = await tx`delete from operator_invitations where token_hash = ${tokenHash}`;
  return used.count === 1;
}

/** Invalidates the link of an operator. */
export async function dropInvitation(tx: Tx, operatorId: number): Promise<void> {
  await tx`delete from operator_invitations where operator_id = ${operatorId}`;
}
