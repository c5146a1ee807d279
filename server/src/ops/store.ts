import { MERCHANT_STATUS } from '@daftar/contract/auth';
import type { Db, Tx } from '../platform/db/connect.ts';

/** A merchant as its status is moved. */
export interface MerchantStatusRow {
  merchantId: number;
  businessName: string;
  before: number;
}

/** The merchant that an e-mail address signs in to. */
export async function findMerchantByLogin(db: Db, email: string): Promise<number | undefined> {
  const [row] = await db<{ id: number }[]>`select merchant_id as id from logins where email = ${email}`;
  return row?.id;
}

/** A merchant's name. */
export async function findName(db: Db, merchantId: number): Promise<string | undefined> {
  const [row] = await db<
    { name: string }[]
  >`select business_name as name from merchants where id = ${merchantId}`;
  return row?.name;
}

/** A merchant's status, locked for a change of it. */
export async function lockMerchantStatus(tx: Tx, merchantId: number): Promise<MerchantStatusRow | null> {
  const [row] = await tx<MerchantStatusRow[]>`
    select id as "merchantId", business_name as "businessName", status as before
      from merchants where id = ${merchantId} for no key update`;
  return row ?? null;
}

/** What a suspended merchant was, as the audit log has it; registered when nothing tells. */
export async function statusBeforeSuspension(tx: Tx, merchantId: number): Promise<number> {
  const [row] = await tx<{ status: number | null }[]>`
    select (before->>'status')::int as status from audit_log
     where merchant_id = ${merchantId} and action = 'merchant.suspend' order by id desc limit 1`;
  return row?.status ?? MERCHANT_STATUS.registered;
}

/** Moves a locked merchant's status; whoever was never given a store's address gets one. */
export async function writeStatus(
  tx: Tx,
  merchantId: number,
  { status, reason, now }: { status: number; reason: string | null; now: Date },
): Promise<void> {
  await tx`
    update merchants set status = ${status}, status_reason = ${reason}, updated_at = ${now},
           store_slug = coalesce(store_slug, 'store-' || id)
     where id = ${merchantId}`;
}
