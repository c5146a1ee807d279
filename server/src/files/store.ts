import type { Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { Purpose } from './purposes.ts';

/** Files belong to a merchant; both modes share them. */
export type Owner = Pick<Scope, 'merchantId'>;

export interface NewFile {
  path: string;
  purpose: Purpose;
  type: string;
  sizeBytes: number;
  name: string;
  sha256: Buffer;
  renditionType: 'image/png' | 'image/jpeg' | null;
  uploadedBy: number;
  createdAt: Date;
}

export interface FileRow extends NewFile {
  /** Null while the file is in use. */
  attachedAt: Date | null;
}

/** The possible uses of a document. */
export type DocumentUse = 'kyc' | 'bankAccount' | 'logo';

/** Inserts a file as unattached. */
export async function insertFile(db: Db, owner: Owner, file: NewFile): Promise<void> {
  await db`
    insert into files (merchant_id, path, purpose, type, size_bytes, name, sha256, rendition_type, uploaded_by,
                       created_at)
    values (${owner.merchantId}, ${file.path}, ${file.purpose}, ${file.type}, ${file.sizeBytes}, ${file.name},
            ${file.sha256}, ${file.renditionType}, ${file.uploadedBy}, ${file.createdAt})`;
}

/** Finds a merchant's file. */
export async function findFile(db: Db, owner: Owner, path: string): Promise<FileRow | null> {
  const [row] = await db<FileRow[]>`
    select path, purpose, type, size_bytes as "sizeBytes", name, sha256, rendition_type as "renditionType",
           uploaded_by as "uploadedBy", created_at as "createdAt", attached_at as "attachedAt"
    from files where merchant_id = ${owner.merchantId} and path = ${path} and removed_at is null`;
  return row ?? null;
}

/** Finds the uses of a document; one sent for activation may also be a bank account's and the logo. */
export async function findUses(db: Db, { merchantId }: Owner, path: string): Promise<DocumentUse[]> {
  const [row] = await db<Record<DocumentUse, boolean>[]>`
    select
      exists (select from kyc_submissions k, jsonb_each_text(k.fields) field
               where k.merchant_id = ${merchantId} and field.value = ${path}) as kyc,
      exists (select from bank_accounts where merchant_id = ${merchantId} and document_path = ${path})
        or exists (select from bank_account_versions
                    where merchant_id = ${merchantId} and document_path = ${path}) as "bankAccount",
      exists (select from merchants where id = ${merchantId} and logo_path = ${path}) as logo`;
  return (['kyc', 'bankAccount', 'logo'] as const).filter((use) => row![use]);
}

/** Counts a merchant's unattached files. */
export async function countUnattached(db: Db, owner: Owner): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::integer as count from files
    where merchant_id = ${owner.merchantId} and attached_at is null`;
  return row!.count;
}

/** Marks a file as attached. @returns whether the merchant has it, for that purpose. */
export async function markAttached(
  db: Db,
  owner: Owner,
  path: string,
  purpose: Purpose,
  now: Date,
): Promise<boolean> {
  const rows = await db`
    update files set attached_at = coalesce(attached_at, ${now})
    where merchant_id = ${owner.merchantId} and path = ${path} and purpose = ${purpose} and removed_at is null
    returning 1`;
  return rows.length > 0;
}

/** Marks a file as unattached, unless it is pinned, and unpublishes it. */
export async function markUnattached(db: Db, owner: Owner, path: string): Promise<void> {
  await db`delete from public_files where merchant_id = ${owner.merchantId} and path = ${path}`;
  await db`
    update files set attached_at = null
    where merchant_id = ${owner.merchantId} and path = ${path} and pinned_at is null`;
}

/** Marks a file as removed, unless it is pinned, and unpublishes it: it cannot be attached again. */
export async function markRemoved(db: Db, owner: Owner, path: string, now: Date): Promise<void> {
  await db`delete from public_files where merchant_id = ${owner.merchantId} and path = ${path}`;
  await db`
    update files set attached_at = null, removed_at = ${now}
    where merchant_id = ${owner.merchantId} and path = ${path} and pinned_at is null`;
}

/** Marks attached files as pinned. */
export async function markPinned(db: Db, owner: Owner, paths: readonly string[], now: Date): Promise<void> {
  await db`
    update files set pinned_at = coalesce(pinned_at, ${now})
    where merchant_id = ${owner.merchantId} and path = any(${paths as string[]}) and attached_at is not null`;
}

/** Finds files that have been unattached since before a moment. */
export function findUnattached(
  db: Db,
  before: Date,
  limit: number,
  offset: number,
): Promise<(Owner & { path: string })[]> {
  return db<(Owner & { path: string })[]>`
    select merchant_id as "merchantId", path from files
    where attached_at is null and created_at < ${before}
    order by created_at, merchant_id, path limit ${limit} offset ${offset}`;
}

/** Locks an unattached file until the transaction ends. @returns undefined when it is used, deleted or locked. */
export async function lockUnattached(
  tx: Tx,
  { merchantId, path }: Owner & { path: string },
  before: Date,
): Promise<(Owner & { path: string; renditionType: string | null }) | undefined> {
  const [row] = await tx<(Owner & { path: string; renditionType: string | null })[]>`
    select merchant_id as "merchantId", path, rendition_type as "renditionType" from files
    where merchant_id = ${merchantId} and path = ${path} and attached_at is null and created_at < ${before}
    for update skip locked`;
  return row;
}

/** Deletes a file's row, and its public address, because on a distributed database no foreign key does. */
export async function deleteFile(db: Db, owner: Owner, path: string): Promise<void> {
  await db`delete from public_files where merchant_id = ${owner.merchantId} and path = ${path}`;
  await db`delete from files where merchant_id = ${owner.merchantId} and path = ${path}`;
}

/**
 * Creates a public address of a picture, or returns the existing one.
 * @returns its token; null when the file is no picture.
 */
export async function publish(
  db: Db,
  owner: Owner,
  path: string,
  token: string,
  now: Date,
): Promise<string | null> {
  const [row] = await db<{ token: string }[]>`
    insert into public_files (token, merchant_id, path, created_at)
    select ${token}, merchant_id, path, ${now} from files
    where merchant_id = ${owner.merchantId} and path = ${path} and rendition_type is not null and removed_at is null
    on conflict (merchant_id, path) do update set token = public_files.token
    returning token`;
  return row?.token ?? null;
}

/** Finds the file of a public address. */
export async function findPublic(
  db: Db,
  token: string,
): Promise<(Owner & { path: string; renditionType: string }) | null> {
  const [row] = await db<(Owner & { path: string; renditionType: string })[]>`
    select f.merchant_id as "merchantId", f.path, f.rendition_type as "renditionType"
    from public_files p join files f on f.merchant_id = p.merchant_id and f.path = p.path
    where p.token = ${token}`;
  return row ?? null;
}

/** Finds a merchant's logo and its public token; nulls where there is none. */
export async function findLogo(
  db: Db,
  owner: Owner,
): Promise<{ path: string | null; token: string | null } | null> {
  const [row] = await db<{ path: string | null; token: string | null }[]>`
    select m.logo_path as path, p.token
    from merchants m left join public_files p on p.merchant_id = m.id and p.path = m.logo_path
    where m.id = ${owner.merchantId}`;
  return row ?? null;
}
