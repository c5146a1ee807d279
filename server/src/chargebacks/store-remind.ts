import type { Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

/** Identifies a dispute. */
export interface ChargebackRef {
  merchantId: number;
  id: number;
}

/** A dispute whose merchant is to be reminded. */
export interface RemindedChargeback extends Scope {
  reference: string;
  amountPiastres: number;
  dueAt: Date;
}

const waits = (db: Db, span: { from: Date; until: Date }) => db`
  status = 0 and answered_at is null and reminded_at is null and due_at > ${span.from} and due_at <= ${span.until}`;

/** Finds disputes without a response that are due within a period and whose merchant was not reminded yet. */
export async function findToRemind(
  db: Db,
  span: { from: Date; until: Date },
  limit: number,
  offset: number,
): Promise<ChargebackRef[]> {
  return db<ChargebackRef[]>`
    select merchant_id as "merchantId", id from chargebacks
     where ${waits(db, span)} order by due_at, merchant_id, id limit ${limit} offset ${offset}`;
}

/** Records a reminder. @returns undefined if the merchant was reminded before or has responded. */
export async function writeReminded(
  tx: Tx,
  ref: ChargebackRef,
  span: { from: Date; until: Date },
): Promise<RemindedChargeback | undefined> {
  const [row] = await tx<RemindedChargeback[]>`
    update chargebacks set reminded_at = ${span.from}
     where merchant_id = ${ref.merchantId} and id = ${ref.id} and ${waits(tx, span)}
    returning merchant_id as "merchantId", mode, reference, amount_piastres as "amountPiastres", due_at as "dueAt"`;
  return row;
}
