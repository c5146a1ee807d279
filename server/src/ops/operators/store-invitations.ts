import type { OPERATOR_STATES } from '@daftar/contract/ops-operators';
import type { OperatorRoleKind } from '@daftar/contract/ops-roles';
import type { Paging } from '@daftar/contract/paging';
import type { Db, Tx } from '../../platform/db/connect.ts';
import type { ListSource, SortColumn, Sql } from '../../platform/lists/page.ts';
import { containsPattern, typedText } from '../../platform/lists/search.ts';
import type { RolePower } from './rules.ts';

export interface ListedOperator extends RolePower {
  id: number;
  email: string;
  createdAt: Date;
  disabledAt: Date | null;
  hasJoined: boolean;
  lastSeenAt: Date | null;
  invitedUntil: Date | null;
  isEndedByDirectory: boolean;
}

/** Selects the role of the operator `o`, by subqueries because custom roles are few and small. */
const role = (db: Db) => db`
  o.role, o.role_id as "roleId",
  (select r.name_en from operator_roles r where r.id = o.role_id) as "roleNameEn",
  (select r.name_ar from operator_roles r where r.id = o.role_id) as "roleNameAr",
  (select r.permissions from operator_roles r where r.id = o.role_id) as "rolePermissions",
  (select r.reads from operator_roles r where r.id = o.role_id) as "roleReads"`;

/** Lists the operators with their roles, by address. */
export function listOperators(db: Db): Promise<Pick<ListedOperator, 'id' | 'role' | 'roleId'>[]> {
  return db<Pick<ListedOperator, 'id' | 'role' | 'roleId'>[]>`
    select id, role, role_id as "roleId" from operators order by email`;
}

export interface OperatorFilters {
  q?: string | undefined;
  state?: (typeof OPERATOR_STATES)[number] | undefined;
  role?: OperatorRoleKind | undefined;
  role_id?: number | undefined;
}

/** The operators as a list, which belongs to no merchant; there are only as many as the provider has staff. */
const OPERATORS = `(
  select 0::bigint as merchant_id, o.id, o.email, o.role, o.role_id, o.created_at, o.disabled_at, o.ended_by_directory,
         o.password_hash is not null as has_joined, i.expires_at as invited_until,
         (select max(s.last_seen_at) from operator_sessions s where s.operator_id = o.id) as last_seen_at,
         r.name_en, r.name_ar, r.permissions, r.reads
    from operators o
    left join operator_invitations i on i.operator_id = o.id
    left join operator_roles r on r.id = o.role_id)`;

const SORTS = {
  email: { expression: 't.email' },
  created_at: { expression: 't.created_at' },
  last_seen_at: { expression: 't.last_seen_at' },
} as const satisfies Record<string, SortColumn>;

/** Returns the source of the list of operators. `roles`: the built-in ones whose names contain the typed text. */
export function operatorSource(
  db: Db,
  paging: Paging<keyof typeof SORTS>,
  { q = '', state, role: kind, role_id: roleId }: OperatorFilters,
  roles: readonly string[],
): ListSource {
  const filters: Sql[] = [];
  if (typedText(q) !== '')
    filters.push(db`
      (search_key(concat_ws(' ', t.email, t.name_en, t.name_ar)) like ${containsPattern(q)}
       or t.role = any(${[...roles]}::text[]))`);
  if (state === 'disabled') filters.push(db`t.disabled_at is not null`);
  if (state === 'active') filters.push(db`t.disabled_at is null and t.has_joined`);
  if (state === 'invited') filters.push(db`t.disabled_at is null and not t.has_joined`);
  if (kind) filters.push(db`t.role = ${kind}`);
  if (roleId !== undefined) filters.push(db`t.role_id = ${roleId}`);
  return {
    table: OPERATORS,
    scope: db`true`,
    filters,
    sort: SORTS[paging.sortBy],
    columns: db`
      t.id, t.email, t.role, t.role_id as "roleId", t.name_en as "roleNameEn", t.name_ar as "roleNameAr",
      t.permissions as "rolePermissions", t.reads as "roleReads", t.created_at as "createdAt", t.disabled_at as "disabledAt",
      t.has_joined as "hasJoined", t.invited_until as "invitedUntil",
      t.ended_by_directory as "isEndedByDirectory", t.last_seen_at as "lastSeenAt"`,
  };
}

/** Stores a new link, which invalidates the one before. */
export async function writeInvitation(
  tx: Tx,
  invitation: { operatorId: number; tokenHash: Buffer; now: Date; expiresAt: Date; byCompany?: boolean },
): Promise<void> {
  const { operatorId, tokenHash, now, expiresAt, byCompany = false } = invitation;
  await tx`
    insert into operator_invitations (operator_id, token_hash, created_at, expires_at, by_company)
    values (${operatorId}, ${tokenHash}, ${now}, ${expiresAt}, ${byCompany})
    on conflict (operator_id) do update
       set token_hash = excluded.token_hash, totp_sealed = null, created_at = excluded.created_at,
           expires_at = excluded.expires_at, by_company = excluded.by_company`;
}

export interface Invitation extends RolePower {
  operatorId: number;
  email: string;
  totpSealed: Buffer;
  /** The company's identity provider has just authenticated them. */
  byCompany: boolean;
}

/** Stores the generated secret with a valid link, unless it has one. @returns the operator of the link */
export async function openInvitation(
  db: Db,
  link: { tokenHash: Buffer; totpSealed: Buffer; now: Date },
): Promise<Invitation | undefined> {
  const [row] = await db<Invitation[]>`
    update operator_invitations i set totp_sealed = coalesce(i.totp_sealed, ${link.totpSealed})
      from operators o
     where o.id = i.operator_id and i.token_hash = ${link.tokenHash} and i.expires_at > ${link.now}
       and o.disabled_at is null
    returning i.operator_id as "operatorId", o.email, ${role(db)}, i.totp_sealed as "totpSealed",
              i.by_company as "byCompany"`;
  return row;
}

/** Finds a valid link that was opened. */
export async function findInvitation(db: Db, tokenHash: Buffer, now: Date): Promise<Invitation | undefined> {
  const [row] = await db<Invitation[]>`
    select i.operator_id as "operatorId", o.email, ${role(db)}, i.totp_sealed as "totpSealed", i.by_company as "byCompany"
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
