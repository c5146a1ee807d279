import type { Mode } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import type { Locale } from '../platform/i18n/translate.ts';
import { addJob } from '../platform/jobs/jobs.ts';

/** One e-mail or SMS. */
export interface OutgoingMessage {
  merchantId: number;
  mode?: Mode;
  channel: 'email' | 'sms';
  to: string;
  /** The language of whom it is for. */
  locale: Locale;
  /** E-mail only. */
  subject?: string;
  text: string;
  html?: string;
  /** Addresses in the message, for a person to follow and for the outbox to list. */
  links?: string[];
  /** Deduplicates: a second message with this key is dropped. */
  dedupeKey?: string;
}

/**
 * Writes a message into the outbox in the transaction that promises it; a job delivers it afterwards, so it is sent
 * if and only if that commits, also when the process dies in between.
 * @returns its id, or null when `dedupeKey` was promised before.
 */
export async function sendMessage(db: Db, message: OutgoingMessage): Promise<number | null> {
  const [row] = await db<{ id: number }[]>`
    insert into messages (merchant_id, mode, channel, recipient, locale, subject, body_text, body_html, links, dedupe_key)
    values (${message.merchantId}, ${message.mode ?? null}, ${message.channel}, ${message.to}, ${message.locale},
            ${message.subject ?? ''}, ${message.text}, ${message.html ?? null}, ${message.links ?? []},
            ${message.dedupeKey ?? null})
    on conflict (merchant_id, dedupe_key) where dedupe_key is not null do nothing
    returning id`;
  if (!row) return null;
  await addJob(db, 'deliver-message', { merchantId: message.merchantId, messageId: row.id });
  return row.id;
}
