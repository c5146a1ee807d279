import type { Db } from '../platform/db/connect.ts';

/** A body as it is stored: sealed, or readable as a version before wrote it; neither when it was erased. */
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

/** A message to be delivered. */
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

/** Notes what became of a message; one that is over keeps nothing of what it said. */
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

/** The newest messages, of all merchants unless one is named. */
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

/** Erases what messages say whose time is over. @returns how many. */
export async function eraseDue(db: Db, now: Date, rows: number): Promise<number> {
  const due = db`
    select merchant_id, id from messages where sealed is not null and erase_at <= ${now}
    order by erase_at limit ${db.unsafe(String(rows))} for update skip locked`;
  const erased = await db`update messages set sealed = null where (merchant_id, id) in (${due})`;
  return erased.count;
}

/** Messages that a version before left readable and has sent, or promised before a moment; oldest first, locked. */
export function lockReadable(
  db: Db,
  promisedBefore: Date,
  rows: number,
): Promise<(WaitingMessage & { createdAt: Date })[]> {
  return db<(WaitingMessage & { createdAt: Date })[]>`
    select merchant_id as "merchantId", id, channel, recipient, subject, state, erase_at as "eraseAt", sealed,
           body_text as text, body_html as html, links, created_at as "createdAt"
    from messages where body_text <> '' and (state = 'sent' or created_at < ${promisedBefore})
    order by created_at limit ${db.unsafe(String(rows))} for update skip locked`;
}

/** Puts a seal, or nothing, in place of what was readable. */
export async function closeReadable(
  db: Db,
  { merchantId, id }: { merchantId: number; id: number },
  closed: { sealed: Buffer | null; eraseAt: Date },
): Promise<void> {
  await db`
    update messages set body_text = '', body_html = null, links = '{}', sealed = ${closed.sealed},
           erase_at = ${closed.eraseAt}
    where merchant_id = ${merchantId} and id = ${id}`;
}
