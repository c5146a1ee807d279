import type { Permission } from '@daftar/contract/permissions';
import type { ApiVersion } from '@daftar/contract/versions';
import type { Mode, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { KeyKind } from './rules.ts';

/** A stored key; it contains no usable secret. */
export interface StoredKey {
  id: number;
  mode: Mode;
  kind: KeyKind;
  name: string;
  shown: string;
  permissions: Permission[] | null;
  version: ApiVersion;
  createdBy: number | null;
  /** The person to whom the secret was shown, and whether they are deactivated. */
  maker: string | null;
  makerLeft: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  /** Made for a program that requested it. */
  isRequested: boolean;
}

const columns = (db: Db) => db`
  k.id, k.mode, k.kind, k.name, k.shown, k.permissions, k.version, k.created_by as "createdBy", k.created_at as "createdAt",
  k.last_used_at as "lastUsedAt", k.expires_at as "expiresAt", k.is_requested as "isRequested",
  (select concat_ws(' ', u.first_name, u.last_name) from users u
    where u.merchant_id = k.merchant_id and u.id = k.created_by) as maker,
  exists (select from users u where u.merchant_id = k.merchant_id and u.id = k.created_by and not u.is_active)
    as "makerLeft"`;

/** Lists the current key pairs of a merchant, of both modes. */
export async function listPairs(db: Db, merchantId: number): Promise<StoredKey[]> {
  return db<StoredKey[]>`
    select ${columns(db)} from api_keys k
     where k.merchant_id = ${merchantId} and k.name = '' and k.expires_at is null`;
}

/** Lists the active keys of a mode, newest first. */
export async function listKeys(db: Db, scope: Scope, now: Date): Promise<StoredKey[]> {
  return db<StoredKey[]>`
    select ${columns(db)} from api_keys k
     where k.merchant_id = ${scope.merchantId} and k.mode = ${scope.mode}
       and (k.expires_at is null or k.expires_at > ${now})
     order by k.id desc`;
}

/** Lists the active secret keys of both modes that were shown to a person, newest first. */
export async function listSecretsOf(
  db: Db,
  person: { merchantId: number; userId: number },
  now: Date,
): Promise<StoredKey[]> {
  return db<StoredKey[]>`
    select ${columns(db)} from api_keys k
     where k.merchant_id = ${person.merchantId} and k.created_by = ${person.userId} and k.kind = 'secret'
       and (k.expires_at is null or k.expires_at > ${now})
     order by k.id desc`;
}

/** Records who decided that a key stays active after its creator left. */
export async function keepKey(
  tx: Tx,
  scope: Scope,
  id: number,
  decided: { by: number; now: Date },
): Promise<void> {
  await tx`
    update api_keys set kept_by = ${decided.by}, kept_at = ${decided.now}
     where merchant_id = ${scope.merchantId} and mode = ${scope.mode} and id = ${id}`;
}

/** Issues the missing keys of a mode's pair, as on first issue; nobody has seen them. */
export async function issuePair(tx: Tx, scope: Scope, now: Date): Promise<void> {
  await tx`select issue_keys(${scope.merchantId}, ${scope.mode}::mode, ${now})`;
}

/** Serialises changes of the keys of a mode. Lock this first, because rolling a key inserts a new row. */
export async function lockMode(tx: Tx, scope: Scope): Promise<void> {
  await tx`
    select 1 from merchant_settings where merchant_id = ${scope.merchantId} and mode = ${scope.mode}
       for no key update`;
}

/** Returns one key of a mode's current pair. */
export async function findCurrent(tx: Tx, scope: Scope, kind: KeyKind): Promise<StoredKey | null> {
  const [row] = await tx<StoredKey[]>`
    select ${columns(tx)} from api_keys k
     where k.merchant_id = ${scope.merchantId} and k.mode = ${scope.mode} and k.kind = ${kind} and k.name = ''
       and k.expires_at is null`;
  return row ?? null;
}

/** Returns an active key that can be revoked: a restricted one, or one that was rolled. */
export async function findRevocable(tx: Tx, scope: Scope, id: number, now: Date): Promise<StoredKey | null> {
  const [row] = await tx<StoredKey[]>`
    select ${columns(tx)} from api_keys k
     where k.merchant_id = ${scope.merchantId} and k.mode = ${scope.mode} and k.id = ${id}
       and (k.expires_at > ${now} or (k.expires_at is null and k.name <> ''))`;
  return row ?? null;
}

/** Returns an active key of a mode. */
export async function findActive(tx: Tx, scope: Scope, id: number, now: Date): Promise<StoredKey | null> {
  const [row] = await tx<StoredKey[]>`
    select ${columns(tx)} from api_keys k
     where k.merchant_id = ${scope.merchantId} and k.mode = ${scope.mode} and k.id = ${id}
       and (k.expires_at is null or k.expires_at > ${now})`;
  return row ?? null;
}

/** Sets the API version of a key. */
export async function setVersion(tx: Tx, scope: Scope, id: number, version: ApiVersion): Promise<void> {
  await tx`
    update api_keys set version = ${version}
     where merchant_id = ${scope.merchantId} and mode = ${scope.mode} and id = ${id}`;
}

/** Sets when a key expires. */
export async function expireKey(tx: Tx, scope: Scope, id: number, at: Date): Promise<void> {
  await tx`
    update api_keys set expires_at = ${at}
     where merchant_id = ${scope.merchantId} and mode = ${scope.mode} and id = ${id}`;
}

export interface NewStoredKey {
  kind: KeyKind;
  name: string;
  shown: string;
  hash: Buffer;
  permissions: readonly Permission[] | null;
  version: ApiVersion;
  createdBy: number;
  /** When a key made for a program's request expires. */
  requestedUntil?: Date;
  now: Date;
}

/** Stores a new key and the lookup row of its hash. @returns its id. */
export async function insertKey(tx: Tx, scope: Scope, key: NewStoredKey): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into api_keys (merchant_id, mode, kind, name, shown, permissions, version, created_by, created_at, is_requested,
                          expires_at)
    values (${scope.merchantId}, ${scope.mode}, ${key.kind}, ${key.name}, ${key.shown},
            ${key.permissions ? [...key.permissions] : null}, ${key.version}, ${key.createdBy}, ${key.now},
            ${key.requestedUntil !== undefined}, ${key.requestedUntil ?? null})
    returning id`;
  await tx`
    insert into api_key_hashes (key_hash, merchant_id, key_id) values (${key.hash}, ${scope.merchantId}, ${row!.id})`;
  return row!.id;
}

/** A key found by its hash, with the current state of its merchant. */
export interface FoundKey extends StoredKey {
  keyHash: Buffer;
  merchantId: number;
  merchantStatus: number;
  allowedIps: string[];
  /** The user to whom rows written with the key refer: its creator, or the owner of the account. */
  userId: number;
  /**
   * The current permissions of the person to whom it was shown, none once deactivated; null if they are no limit: it
   * was shown to an owner or to nobody, or is kept on purpose.
   */
  makerHolds: Permission[] | null;
}

/** Finds an active key by its hash and records its use, to the minute. */
export async function findByHash(db: Db, hash: Buffer, now: Date): Promise<FoundKey | null> {
  const [row] = await db<FoundKey[]>`
    select ${columns(db)}, h.key_hash as "keyHash", k.merchant_id as "merchantId", m.status as "merchantStatus",
           m.allowed_ips as "allowedIps",
           coalesce(
             (select u.id from users u where u.merchant_id = k.merchant_id and u.id = k.created_by),
             (select min(u.id) from users u join roles r on r.merchant_id = u.merchant_id and r.id = u.role_id
               where u.merchant_id = k.merchant_id and r.is_first)) as "userId",
           case when k.kept_by is null then (
             select case when u.is_active then r.permissions else '{}' end from users u join roles r on r.merchant_id = u.merchant_id and r.id = u.role_id
              where u.merchant_id = k.merchant_id and u.id = k.created_by and not r.is_first) end as "makerHolds"
      from api_key_hashes h
      join api_keys k on k.merchant_id = h.merchant_id and k.id = h.key_id
      join merchants m on m.id = k.merchant_id
     where h.key_hash = ${hash} and (k.expires_at is null or k.expires_at > ${now})`;
  if (!row) return null;
  await db`
    update api_keys set last_used_at = ${now}
     where merchant_id = ${row.merchantId} and id = ${row.id}
       and (last_used_at is null or last_used_at < ${new Date(now.getTime() - 60_000)})`;
  return row;
}

/** Lists the hashes of keys used since a time, the least recently used first. */
export async function listHashesInUse(db: Db, since: Date, most: number): Promise<Buffer[]> {
  const rows = await db<{ keyHash: Buffer }[]>`
    with used as materialized (
      select merchant_id, id, last_used_at from api_keys
       where last_used_at > ${since} and expires_at is null order by last_used_at desc limit ${most})
    select h.key_hash as "keyHash"
      from used u join api_key_hashes h on h.merchant_id = u.merchant_id and h.key_id = u.id
     order by u.last_used_at`;
  return rows.map(({ keyHash }) => keyHash);
}
