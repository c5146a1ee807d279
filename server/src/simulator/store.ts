import type { Caller } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';

/** Reads the caller's contacts, used for the payer, so that codes and receipts reach nobody else. */
export async function getPerson(
  db: Db,
  caller: Caller,
): Promise<{ name: string; email: string; mobile: string }> {
  const [row] = await db<{ name: string; email: string; mobile: string }[]>`
    select concat_ws(' ', first_name, last_name) as name, email, mobile from users
     where merchant_id = ${caller.merchantId} and id = ${caller.userId}`;
  return row!;
}

/** Finds the newest payment of a link, by the token of its page. */
export async function findPaymentOf(
  db: Db,
  caller: Caller,
  token: string,
): Promise<{ id: number; reference: string } | undefined> {
  const [row] = await db<{ id: number; reference: string }[]>`
    select t.id, t.reference from pay_tokens p
      join transactions t on t.merchant_id = p.merchant_id and t.mode = ${caller.mode}
                         and t.source_kind = 'payment-link' and t.source_id = p.payable_id
     where p.token = ${token} and p.merchant_id = ${caller.merchantId} and p.kind = 'payment-link'
     order by t.id desc limit 1`;
  return row;
}

/** A test transaction with the facts that determine its possible events. */
export interface PlayableTransaction {
  reference: string;
  status: number;
  isPayout: boolean;
  settled: boolean;
  refundablePiastres: number;
  disputablePiastres: number;
  dispute: 'none' | 'pending' | 'applied';
  disputeReference: string | null;
  payoutCode: string | null;
}

/** Finds a transaction with the facts that determine its possible events. */
export async function findTransaction(
  db: Db,
  caller: Caller,
  id: number,
): Promise<PlayableTransaction | undefined> {
  const [row] = await db<PlayableTransaction[]>`
    select t.reference, t.status, t.is_payout as "isPayout", t.settlement_status = 1 as settled,
           greatest(t.value_piastres - t.refunded_piastres - t.refunding_piastres - t.disputed_piastres, 0) as "refundablePiastres",
           t.charged_piastres - t.disputed_piastres as "disputablePiastres",
           coalesce(case c.status when 0 then 'pending' when 1 then 'applied' end, 'none') as dispute,
           c.reference as "disputeReference", p.code as "payoutCode"
      from transactions t
      left join lateral (
        select d.status, d.reference from chargebacks d
         where d.merchant_id = t.merchant_id and d.transaction_id = t.id and d.status <> 2
         order by d.status, d.id limit 1) c on true
      left join payouts p
        on t.is_payout and p.merchant_id = t.merchant_id and p.mode = t.mode and p.code = t.reference_code
     where t.merchant_id = ${caller.merchantId} and t.mode = ${caller.mode} and t.id = ${id}`;
  return row;
}
