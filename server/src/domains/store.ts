import type { Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { Proof } from './rules.ts';

type Merchant = Pick<Scope, 'merchantId'>;

/** A merchant's domain. */
export interface DomainRow extends Proof {
  merchantId: number;
  host: string;
  token: string;
}

const columns = (db: Db) => db`
  merchant_id as "merchantId", host, token, created_at as "createdAt", verified_at as "verifiedAt",
  was_verified as "wasVerified", missing_since as "missingSince", next_check_at as "nextCheckAt"`;

/** Finds a merchant's domain; locks it when `lock` is set. */
export async function findDomain(
  db: Db,
  { merchantId }: Merchant,
  lock = false,
): Promise<DomainRow | undefined> {
  const [row] = await db<DomainRow[]>`
    select ${columns(db)} from merchant_domains where merchant_id = ${merchantId} and removed_at is null
    ${lock ? db`for no key update` : db``}`;
  return row;
}

/** Sets an unproven domain of a merchant that has none. */
export async function insertDomain(
  tx: Tx,
  { merchantId }: Merchant,
  { host, token, now }: { host: string; token: string; now: Date },
): Promise<DomainRow> {
  const [row] = await tx<DomainRow[]>`
    insert into merchant_domains (merchant_id, host, token, created_at, next_check_at)
    values (${merchantId}, ${host}, ${token}, ${now}, ${now})
    on conflict (merchant_id, host) do update
       set token = excluded.token, created_at = excluded.created_at, next_check_at = excluded.next_check_at,
           removed_at = null
    returning ${columns(tx)}`;
  return row!;
}

/** Removes a merchant's domain. */
export async function removeDomain(tx: Tx, { merchantId }: Merchant, now: Date): Promise<void> {
  await tx`
    update merchant_domains
       set removed_at = ${now}, verified_at = null, missing_since = null, next_check_at = null
     where merchant_id = ${merchantId} and removed_at is null`;
}

/** Stores the result of a check. */
export async function writeProof(tx: Tx, { merchantId, host }: DomainRow, proof: Proof): Promise<void> {
  await tx`
    update merchant_domains
       set verified_at = ${proof.verifiedAt}, was_verified = ${proof.wasVerified},
           missing_since = ${proof.missingSince}, next_check_at = ${proof.nextCheckAt}
     where merchant_id = ${merchantId} and host = ${host}`;
}

/** Lists merchants whose domain is due for a lookup. */
export function listDue(db: Db, now: Date, limit: number, offset: number): Promise<{ merchantId: number }[]> {
  return db<{ merchantId: number }[]>`
    select merchant_id as "merchantId" from merchant_domains
     where next_check_at <= ${now} order by next_check_at, merchant_id limit ${limit} offset ${offset}`;
}

/** Returns whether another merchant has proven a host. */
export async function isTaken(
  db: Db,
  { merchantId, host }: { merchantId: number; host: string },
): Promise<boolean> {
  const rows = await db`
    select 1 from merchant_domains
     where host = ${host} and verified_at is not null and merchant_id <> ${merchantId}`;
  return rows.length > 0;
}

/** Returns the status of a merchant. */
export async function getStatus(db: Db, { merchantId }: Merchant): Promise<number> {
  const [row] = await db<{ status: number }[]>`select status from merchants where id = ${merchantId}`;
  return row!.status;
}

/** Finds the owner of a host: null if it belonged to somebody before, undefined if it never did. */
export async function findOwner(db: Db, host: string): Promise<{ owner: number | null } | undefined> {
  const rows = await db<{ merchantId: number; isVerified: boolean }[]>`
    select merchant_id as "merchantId", verified_at is not null as "isVerified"
      from merchant_domains where host = ${host} and was_verified`;
  if (rows.length === 0) return undefined;
  return { owner: rows.find(({ isVerified }) => isVerified)?.merchantId ?? null };
}

/** Lists owned hosts, the most recently proven last. */
export async function listHosts(db: Db, most: number): Promise<string[]> {
  const rows = await db<{ host: string }[]>`
    select host from merchant_domains where verified_at is not null order by verified_at desc limit ${most}`;
  return rows.map(({ host }) => host).reverse();
}

/** Finds the merchant of a page's token, a store or a picture; undefined for an unknown one. */
export async function findPageOwner(
  db: Db,
  kind: 'pay' | 'store' | 'media',
  name: string,
): Promise<number | undefined> {
  const from = {
    pay: () => db<{ id: number }[]>`select merchant_id as id from pay_tokens where token = ${name}`,
    store: () => db<{ id: number }[]>`select id from merchants where store_slug = ${name.toLowerCase()}`,
    media: () => db<{ id: number }[]>`select merchant_id as id from public_files where token = ${name}`,
  };
  const [row] = await from[kind]();
  return row?.id;
}

/** Finds the slug of a merchant's store; null until it has one. */
export async function findSlug(db: Db, merchantId: number): Promise<string | null> {
  const [row] = await db<
    { slug: string | null }[]
  >`select store_slug as slug from merchants where id = ${merchantId}`;
  return row?.slug ?? null;
}
