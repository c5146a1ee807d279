import type { NotificationState } from '@daftar/contract/ops-processors';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { Sql } from '../platform/lists/page.ts';
import type { RawNotification } from './gateway.ts';

/** A notification to be stored, with secrets and card data blacked out. */
export interface NewNotification {
  /** 0 for the sandbox. */
  accountId: number;
  senderId: string | null;
  state: NotificationState;
  method: string;
  query: [string, string][];
  headers: Record<string, string>;
  body: string;
  now: Date;
}

/** Stores a notification. @returns its id; null if the sender's id is already known */
export async function insertNotification(db: Db, n: NewNotification): Promise<number | null> {
  const [row] = await db<{ id: number }[]>`
    insert into processor_notifications (account_id, sender_id, state, method, query, headers, body, received_at)
    values (${n.accountId}, ${n.senderId}, ${n.state}, ${n.method}, ${db.json(n.query)}, ${db.json(n.headers)}, ${n.body},
            ${n.now})
    on conflict (account_id, sender_id) do nothing
    returning id`;
  return row?.id ?? null;
}

/** Counts an account's forged notifications since a moment. */
export async function countForged(db: Db, accountId: number, since: Date): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from processor_notifications
     where state = 'forged' and account_id = ${accountId} and received_at >= ${since}`;
  return row!.count;
}

/** A stored notification. */
export interface StoredNotification {
  id: number;
  /** Null for the sandbox. */
  accountId: number | null;
  adapter: string;
  state: NotificationState;
  raw: RawNotification;
}

/** Reads a notification. */
export async function findNotification(db: Db, id: number): Promise<StoredNotification | undefined> {
  const [row] = await db<(Omit<StoredNotification, 'raw'> & RawNotification)[]>`
    select n.id, nullif(n.account_id, 0) as "accountId", coalesce(a.adapter, 'sandbox') as adapter, n.state, n.method,
           n.query, n.headers, n.body
      from processor_notifications n left join processor_accounts a on a.id = n.account_id
     where n.id = ${id}`;
  if (!row) return undefined;
  const { accountId, adapter, state, ...raw } = row;
  return { id, accountId, adapter, state, raw };
}

/** The payment that a notification concerned. */
export interface AboutPayment {
  merchantId: number;
  transactionId: number;
}

interface Tried {
  error: string | null;
  about: AboutPayment | null;
}

/**
 * Records the result of a notification, and the payment that it concerned, if one was found.
 * @param awaits for an unmatched one: the id that it names, which no payment has so far
 */
export const endNotification = (
  db: Db,
  id: number,
  {
    state,
    now,
    awaits = null,
    ...tried
  }: Tried & { state: NotificationState; now: Date; awaits?: string | null },
): Promise<void> =>
  recordTry(
    db,
    id,
    tried,
    db`state = ${state}, processed_at = ${now}, awaits = ${awaits?.slice(0, 600) ?? null}`,
  );

/** Records why a notification could not be processed yet; one that failed before is open again (trigger `waits`). */
export const deferNotification = (db: Db, id: number, tried: Tried): Promise<void> =>
  recordTry(db, id, tried, db`state = 'received'`);

async function recordTry(db: Db, id: number, { error, about }: Tried, outcome: Sql): Promise<void> {
  await db`
    update processor_notifications
       set ${outcome}, error = ${error}, tries = least(tries + 1, 30000),
           paid_merchant_id = coalesce(${about?.merchantId ?? null}, paid_merchant_id),
           paid_transaction_id = coalesce(${about?.transactionId ?? null}, paid_transaction_id)
     where id = ${id}`;
}

/** Locks a notification. `accountId` is 0 for the sandbox. */
export async function lockNotification(
  tx: Tx,
  id: number,
): Promise<{ accountId: number; state: NotificationState } | undefined> {
  const [row] = await tx<{ accountId: number; state: NotificationState }[]>`
    select account_id as "accountId", state from processor_notifications where id = ${id} for update`;
  return row;
}

/** Reopens the unmatched notifications of an account that name one of these ids. @returns their ids, oldest first */
export async function reopenUnmatched(
  db: Db,
  accountId: number,
  awaited: readonly string[],
): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    update processor_notifications set state = 'received', awaits = null
     where account_id = ${accountId} and state = 'unmatched' and awaits = any (${[...awaited]}::text[])
    returning id`;
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** Reopens a notification: it is no longer ended (trigger `waits`). */
export async function reopenNotification(tx: Tx, id: number): Promise<void> {
  await tx`update processor_notifications set state = 'received', error = null where id = ${id}`;
}
