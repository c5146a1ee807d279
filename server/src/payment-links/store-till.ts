import type { Caller } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { inScope } from '../platform/lists/conditions.ts';

/** A link made at the till; its status is that at the time of reading, `total` in piastres. */
export interface Sale {
  id: number;
  reference: string;
  token: string;
  invoiceName: string;
  total: number;
  status: number;
  paidCount: number;
  createdAt: Date;
}

const columns = (db: Db, now: Date) => db`
  t.id, t.reference, t.token, t.invoice_name as "invoiceName", t.value_piastres as total,
  link_status(t.status, t.due_at, ${now}::timestamptz) as status, t.paid_count as "paidCount",
  t.created_at as "createdAt"`;

/** Condition for the caller's own links: a cashier cannot see another's till. */
const own = (db: Db, caller: Caller) =>
  db`${inScope(db, caller)} and t.from_till and t.created_by = ${caller.userId}`;

/** Lists the newest links that the caller has made at the till since a moment. */
export function listSales(
  db: Db,
  caller: Caller,
  { since, now, limit }: { since: Date; now: Date; limit: number },
): Promise<Sale[]> {
  return db<Sale[]>`
    select ${columns(db, now)} from payment_links t
     where ${own(db, caller)} and t.created_at >= ${since}
     order by t.created_at desc, t.id desc limit ${limit}`;
}

/** Finds a link that the caller has made at the till. */
export async function findSale(db: Db, caller: Caller, id: number, now: Date): Promise<Sale | undefined> {
  const [row] = await db<Sale[]>`
    select ${columns(db, now)} from payment_links t where ${own(db, caller)} and t.id = ${id}`;
  return row;
}
