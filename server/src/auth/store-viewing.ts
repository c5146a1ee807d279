import type { Caller } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

/** Sets or clears the role as which the caller's session views the portal. */
export async function setViewedRole(tx: Tx, caller: Caller, roleId: number | null): Promise<void> {
  await tx`
    update sessions set view_role_id = ${roleId}
     where merchant_id = ${caller.merchantId} and id = ${caller.sessionId} and user_id = ${caller.userId}`;
}

/** Reads the names of a role of the caller's merchant. */
export async function findViewedRole(
  db: Db,
  { merchantId }: Pick<Caller, 'merchantId'>,
  id: number,
): Promise<{ nameEn: string; nameAr: string } | null> {
  const [row] = await db<{ nameEn: string; nameAr: string }[]>`
    select name_en as "nameEn", name_ar as "nameAr" from roles where merchant_id = ${merchantId} and id = ${id}`;
  return row ?? null;
}
