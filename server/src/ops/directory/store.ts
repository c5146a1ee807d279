import type { Db, Tx } from '../../platform/db/connect.ts';

/** Finds the maker of a token, and records its use, to the minute. @returns null for an unknown or revoked token */
export async function findByToken(db: Db, hash: Buffer, now: Date): Promise<{ madeBy: number } | null> {
  const [row] = await db<{ madeBy: number }[]>`
    select made_by as "madeBy" from operator_directory where token_hash = ${hash}`;
  if (!row) return null;
  await db`
    update operator_directory set last_used_at = ${now}
     where token_hash = ${hash} and (last_used_at is null or last_used_at < ${new Date(now.getTime() - 60_000)})`;
  return row;
}

/** Finds the maker of the current token. */
export async function findMaker(db: Db): Promise<number | null> {
  const [row] = await db<{ madeBy: number }[]>`select made_by as "madeBy" from operator_directory`;
  return row?.madeBy ?? null;
}

/** The token as administrators see it. */
export interface TokenRow {
  shown: string;
  madeAt: Date;
  madeBy: string;
  hasMakerLeft: boolean;
  lastUsedAt: Date | null;
}

/** Finds the token. */
export async function findToken(db: Db): Promise<TokenRow | null> {
  const [row] = await db<TokenRow[]>`
    select d.token_shown as shown, d.made_at as "madeAt", o.email as "madeBy", o.disabled_at is not null as "hasMakerLeft",
           d.last_used_at as "lastUsedAt"
      from operator_directory d join operators o on o.id = d.made_by`;
  return row ?? null;
}

/** Counts the operators that the directory knows, and its groups. */
export async function countKept(db: Db): Promise<{ people: number; groups: number }> {
  const [row] = await db<{ people: number; groups: number }[]>`
    select (select count(*)::int from operators where directory_id is not null) as people,
           (select count(*)::int from operator_groups) as groups`;
  return row!;
}

/** Saves a new token, which replaces the former one. */
export async function saveToken(
  tx: Tx,
  { hash, shown, by, now }: { hash: Buffer; shown: string; by: number; now: Date },
): Promise<void> {
  await tx`
    insert into operator_directory (token_hash, token_shown, made_by, made_at)
    values (${hash}, ${shown}, ${by}, ${now})
    on conflict (is_only) do update
       set token_hash = excluded.token_hash, token_shown = excluded.token_shown, made_by = excluded.made_by,
           made_at = excluded.made_at, last_used_at = null`;
}

/** Deletes the token and the directory's groups. */
export async function removeToken(tx: Tx): Promise<void> {
  await tx`delete from operator_groups`;
  await tx`delete from operator_directory`;
}

/**
 * Lists the latest changes by an actor of the provider's own data, newest first, with the names of operators and
 * groups.
 */
export function recentBy(
  db: Db,
  actor: string,
  most: number,
): Promise<{ id: number; at: Date; action: string; subject: string }[]> {
  return db<{ id: number; at: Date; action: string; subject: string }[]>`
    with recent as materialized (
      select t.id, t.at, t.action, t.subject from audit_log t where t.merchant_id = 0 and t.actor = ${actor}
       order by t.id desc limit ${most})
    select r.id, r.at, r.action,
           coalesce(
             case when r.subject like 'operator:%'
                  then (select o.email from operators o where o.id = substring(r.subject from '^operator:(\\d{1,15})$')::bigint)
                  else (select g.name from operator_groups g
                         where g.id = substring(r.subject from '^scim-group:(\\d{1,15})$')::bigint) end, '') as subject
      from recent r
     order by r.id desc`;
}
