import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';

/** A message to a payer, as stored in the outbox. */
interface SentMessage {
  id: number;
  channel: 'email' | 'sms';
  to: string;
  /** The customer, if known; otherwise the one with this address or number. */
  customerId?: number | undefined;
  at: Date;
}

/** Links a message to the customer to whom it was sent, if there is one. */
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
