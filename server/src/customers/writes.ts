import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';

/** A message to a payer, as the outbox has it. */
interface SentMessage {
  id: number;
  channel: 'email' | 'sms';
  to: string;
  /** Whom it is about, if that is known; otherwise it is whoever has this address or number. */
  customerId?: number | undefined;
  at: Date;
}

/** Makes a message an entry of the customer that it went to, if it went to one. */
export async function recordMessage(
  db: Db,
  { merchantId, mode }: Scope,
  message: SentMessage,
): Promise<void> {
  const { channel, to } = message;
  const [email, mobile] = channel === 'email' ? [to, ''] : ['', to];
  await db`
    insert into customer_events (merchant_id, kind, row_id, customer_id, at)
    select ${merchantId}, 'message', ${message.id}, found.id, ${message.at}
      from (select coalesce(${message.customerId ?? null}::bigint,
                            customer_by_contact(${merchantId}, ${mode}, ${email}, ${mobile})) as id) found
     where found.id is not null
    on conflict do nothing`;
}
