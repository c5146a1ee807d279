import { nameOutside } from '../messages/sender.ts';
import type { Mode, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { type Page, readPage } from '../platform/lists/page.ts';

/** The occasion of a message about an invoice. */
export type MessageKind = 'sent' | 'updated' | 'reminder-before' | 'reminder-after' | 'receipt' | 'resent';

/** One message about an invoice, with its delivery state. */
export interface ListedMessage {
  id: number;
  kind: MessageKind;
  channel: 'email' | 'sms';
  /** Masked once the outbox has deleted the message. */
  to: string;
  customerName: string;
  state: 'queued' | 'sent' | 'failed' | 'kept' | 'withheld';
  createdAt: Date;
}

const SORTS = {
  id: { expression: 't.id', unique: true },
  created_at: { expression: 't.created_at' },
} as const;

type MessagePaging = Parameters<typeof readPage>[1] & { sortBy: keyof typeof SORTS };

/** Reads one page of an invoice's messages. */
export function listMessages(
  db: Db,
  scope: Scope,
  invoiceId: number,
  paging: MessagePaging,
): Promise<Page<ListedMessage>> {
  const message = db`from messages m where m.merchant_id = t.merchant_id and m.id = t.id`;
  return readPage<ListedMessage>(db, paging, {
    table: 'invoice_messages',
    scope: db`t.merchant_id = ${scope.merchantId} and t.invoice_id = ${invoiceId}`,
    filters: [],
    sort: SORTS[paging.sortBy],
    columns: db`
      t.id, t.kind, t.created_at as "createdAt", coalesce((select m.channel ${message}), t.channel) as channel,
      coalesce((select m.recipient ${message}), t.recipient) as "to",
      coalesce((select m.state ${message}), t.state) as state,
      (select s.customer_name from invoice_shares s
        where s.merchant_id = t.merchant_id and s.id = t.share_id) as "customerName"`,
  });
}

/** The data of an invoice's messages, the same for each of its customers. */
export interface InvoiceFacts {
  invoiceId: number;
  mode: Mode;
  /** Empty until the merchant is verified. */
  merchantName: string;
  reference: string;
  invoiceName: string;
  total: number;
  currency: string;
  dueAt: Date;
  /** At the time of reading. */
  status: number;
  language: 1 | 2;
  revision: number;
  notifyByEmail: boolean;
  notifyBySms: boolean;
}

/** Reads the data of an invoice's messages; the status is that at `now`. */
export async function findFacts(
  db: Db,
  merchantId: number,
  invoiceId: number,
  now: Date,
): Promise<InvoiceFacts | null> {
  const [row] = await db<InvoiceFacts[]>`
    select i.id as "invoiceId", i.mode, ${nameOutside(db)} as "merchantName", i.reference,
           i.invoice_name as "invoiceName", i.total, i.currency, i.due_at as "dueAt",
           invoice_status(i.status, i.due_at, ${now}::timestamptz) as status, i.language, i.revision,
           i.notify_by_email as "notifyByEmail", i.notify_by_sms as "notifyBySms"
    from invoices i join merchants m on m.id = i.merchant_id
    where i.merchant_id = ${merchantId} and i.id = ${invoiceId}`;
  return row ?? null;
}

/** A share as needed for a message. */
export interface MessagedShare {
  id: number;
  invoiceId: number;
  customerId: number;
  customerName: string;
  token: string;
}

/** Lists the next unpaid shares of an invoice after an id, in order. */
export async function listUnpaidShares(
  db: Db,
  merchantId: number,
  invoiceId: number,
  afterId: number,
  limit: number,
): Promise<MessagedShare[]> {
  return db<MessagedShare[]>`
    select s.id, s.invoice_id as "invoiceId", s.customer_id as "customerId", s.customer_name as "customerName",
           s.token
    from invoice_shares s
    where s.merchant_id = ${merchantId} and s.invoice_id = ${invoiceId} and s.id > ${afterId}
      and s.status = 'unpaid' and s.removed_at is null
    order by s.id limit ${limit}`;
}

/** Finds a share by its id, in any state. */
export async function findMessagedShare(
  db: Db,
  merchantId: number,
  shareId: number,
): Promise<MessagedShare | null> {
  const [row] = await db<MessagedShare[]>`
    select s.id, s.invoice_id as "invoiceId", s.customer_id as "customerId", s.customer_name as "customerName",
           s.token
    from invoice_shares s where s.merchant_id = ${merchantId} and s.id = ${shareId}`;
  return row ?? null;
}

/** Records the share to which an outbox message belongs. */
export async function insertMessage(
  tx: Tx,
  merchantId: number,
  message: {
    id: number;
    isWithheld: boolean;
    invoiceId: number;
    shareId: number;
    kind: MessageKind;
    now: Date;
  },
): Promise<void> {
  await tx`
    insert into invoice_messages (merchant_id, id, invoice_id, share_id, kind, created_at, state)
    values (${merchantId}, ${message.id}, ${message.invoiceId}, ${message.shareId}, ${message.kind}, ${message.now},
            ${message.isWithheld ? 'withheld' : null})`;
}

/** Returns whether a message of a kind was sent for a share since a moment. */
export async function wasSentSince(
  db: Db,
  merchantId: number,
  shareId: number,
  kind: MessageKind,
  since: Date,
): Promise<boolean> {
  const rows = await db`
    select 1 from invoice_messages t
    where t.merchant_id = ${merchantId} and t.share_id = ${shareId} and t.kind = ${kind}
      and t.created_at > ${since} limit 1`;
  return rows.length > 0;
}
