import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { type Page, readPage } from '../platform/lists/page.ts';

/** Why a message of an invoice was sent. */
export type MessageKind = 'sent' | 'updated' | 'reminder-before' | 'reminder-after' | 'receipt' | 'resent';

/** One message of an invoice, with what became of it. */
export interface ListedMessage {
  id: number;
  kind: MessageKind;
  channel: 'email' | 'sms';
  to: string;
  customerName: string;
  state: 'queued' | 'sent' | 'failed' | 'kept';
  createdAt: Date;
}

const SORTS = {
  id: { expression: 't.id', unique: true },
  created_at: { expression: 't.created_at' },
} as const;

type MessagePaging = Parameters<typeof readPage>[1] & { sortBy: keyof typeof SORTS };

/** One page of what was sent about an invoice. */
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
      t.id, t.kind, t.created_at as "createdAt", (select m.channel ${message}) as channel,
      (select m.recipient ${message}) as "to", (select m.state ${message}) as state,
      (select s.customer_name from invoice_shares s
        where s.merchant_id = t.merchant_id and s.id = t.share_id) as "customerName"`,
  });
}
