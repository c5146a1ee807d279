import type { Db } from '../platform/db/connect.ts';

/** A body as stored: encrypted, or plain as an earlier version wrote it; neither once it was erased. */
interface StoredBody {
  sealed: Buffer | null;
  text: string;
  html: string | null;
  links: string[];
}

export interface WaitingMessage extends StoredBody {
  merchantId: number;
  id: number;
  channel: 'email' | 'sms';
  recipient: string;
  subject: string;
  state: string;
  eraseAt: Date | null;
}

/** Finds a message to be delivered. */
export async function findMessage(
  db: Db,
  merchantId: number,
  id: number,
): Promise<WaitingMessage | undefined> {
  const [row] = await db<WaitingMessage[]>`
    select merchant_id as "merchantId", id, channel, recipient, subject, state, erase_at as "eraseAt", sealed,
           body_text as text, body_html as html, links
    from messages where merchant_id = ${merchantId} and id = ${id}`;
  return row;
}

/** Records the delivery state; a final one erases the body. */
export async function writeState(
  db: Db,
  { merchantId, id }: { merchantId: number; id: number },
  now: { state: 'sent' | 'kept' | 'failed'; sentAt?: Date; error?: string; isOver: boolean },
): Promise<void> {
  const erased = now.isOver ? db`, sealed = null, body_text = '', body_html = null, links = '{}'` : db``;
  await db`
    update messages set state = ${now.state}, sent_at = ${now.sentAt ?? null}, last_error = ${now.error ?? null}
           ${erased}
    where merchant_id = ${merchantId} and id = ${id}`;
}

export interface ListedMessage extends StoredBody {
  id: number;
  merchantId: number;
  mode: 'live' | 'test' | null;
  channel: 'email' | 'sms';
  to: string;
  locale: 'en' | 'ar';
  state: string;
  subject: string;
  createdAt: Date;
}

/** Lists the newest messages, of all merchants or of one. */
export function listNewest(
  db: Db,
  { to, merchantId }: { to?: string | undefined; merchantId?: number | undefined },
  limit: number,
): Promise<ListedMessage[]> {
  return db<ListedMessage[]>`
    select id, merchant_id as "merchantId", mode, channel, recipient as "to", locale, state, subject, sealed,
           body_text as text, body_html as html, links, created_at as "createdAt"
    from messages
    where true ${to === undefined ? db`` : db`and recipient = ${to}`}
          ${merchantId === undefined ? db`` : db`and merchant_id = ${merchantId}`}
    order by created_at desc, id desc limit ${limit}`;
}

/** Erases the bodies that are due. @returns how many. */
export async function eraseDue(db: Db, now: Date, rows: number): Promise<number> {
  const erased = await db`
    with due as materialized (
      select merchant_id, id from messages where sealed is not null and erase_at <= ${now}
      order by erase_at limit ${db.unsafe(String(rows))})
    update messages m set sealed = null from due
     where m.merchant_id = due.merchant_id and m.id = due.id and m.sealed is not null and m.erase_at <= ${now}`;
  return erased.count;
}

/** Lists plain bodies that an earlier version sent, or wrote before a moment; oldest first. */
export function listReadable(
  db: Db,
  promisedBefore: Date,
  rows: number,
): Promise<(WaitingMessage & { createdAt: Date })[]> {
  return db<(WaitingMessage & { createdAt: Date })[]>`
    select merchant_id as "merchantId", id, channel, recipient, subject, state, erase_at as "eraseAt", sealed,
           body_text as text, body_html as html, links, created_at as "createdAt"
    from messages where body_text <> '' and (state = 'sent' or created_at < ${promisedBefore})
    order by created_at limit ${db.unsafe(String(rows))}`;
}

/** Replaces a plain body by an encrypted one, or erases it, unless its message has another state by now. */
export async function closeReadable(
  db: Db,
  { merchantId, id, state }: { merchantId: number; id: number; state: string },
  closed: { sealed: Buffer | null; eraseAt: Date },
): Promise<void> {
  await db`
    update messages set body_text = '', body_html = null, links = '{}', sealed = ${closed.sealed},
           erase_at = ${closed.eraseAt}
    where merchant_id = ${merchantId} and id = ${id} and state = ${state} and body_text <> ''`;
}
