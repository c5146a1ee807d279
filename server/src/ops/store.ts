import type { Db, Tx } from '../platform/db/connect.ts';

/** A merchant whose status is to be changed. */
export interface MerchantStatusRow {
  merchantId: number;
  businessName: string;
  before: number;
  /** The status before a suspension, which resuming restores. */
  beforeSuspension: number | null;
}

/** Finds a merchant's name. */
export async function findName(db: Db, merchantId: number): Promise<string | undefined> {
  const [row] = await db<
    { name: string }[]
  >`select business_name as name from merchants where id = ${merchantId}`;
  return row?.name;
}

/** Locks a merchant before a change of its status. */
export async function lockMerchantStatus(tx: Tx, merchantId: number): Promise<MerchantStatusRow | null> {
  const [row] = await tx<MerchantStatusRow[]>`
    select id as "merchantId", business_name as "businessName", status as before,
           status_before_suspension as "beforeSuspension"
      from merchants where id = ${merchantId} for no key update`;
  return row ?? null;
}
