import type { Caller } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';

/** Who plays the payer: the caller, so that codes and receipts reach nobody else. */
export async function getPerson(
  db: Db,
  caller: Caller,
): Promise<{ name: string; email: string; mobile: string }> {
  const [row] = await db<{ name: string; email: string; mobile: string }[]>`
    select concat_ws(' ', first_name, last_name) as name, email, mobile from users
     where merchant_id = ${caller.merchantId} and id = ${caller.userId}`;
  return row!;
}

/** The payment that a link of the simulator took. */
export async function findPaymentOf(
  db: Db,
  caller: Caller,
  linkId: number,
): Promise<{ id: number; reference: string } | undefined> {
  const [row] = await db<{ id: number; reference: string }[]>`
    select id, reference from transactions
     where merchant_id = ${caller.merchantId} and mode = ${caller.mode} and source_kind = 'payment-link'
       and source_id = ${linkId} order by id desc limit 1`;
  return row;
}
