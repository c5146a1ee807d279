import { brandingOf } from '../branding/branding.ts';
import { originAt } from '../branding/origin.ts';
import { recordMessage } from '../customers/writes.ts';
import type { Mode } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { TooManyError } from '../platform/http/errors.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { type Attachment, sealBody } from './body.ts';
import { BANNER_PLACE, bannerOf, dressed } from './email.ts';
import { type Counting, takeOutside } from './outside-limits.ts';
import { eraseAtOf } from './purge.ts';
import { contactOf, shownSender } from './sender.ts';

/** Not `deliver-message`: a process of an earlier version knows that name and would send an empty message. */
export const DELIVERY_JOB = 'deliver-sealed-message';

/** One e-mail or SMS. */
export interface OutgoingMessage {
  merchantId: number;
  mode?: Mode;
  channel: 'email' | 'sms';
  to: string;
  /** To an outsider, whose address anybody may have typed: counted until the merchant is verified, and in test mode. */
  isOutside?: boolean;
  /** The customer, if the message is to one of the merchant's payers; the merchant sees it with them. */
  payer?: { customerId?: number };
  /** The recipient's language. */
  locale: Locale;
  /** E-mail only. */
  subject?: string;
  /** For an e-mail to an outsider: the merchant's name, empty until it is verified. */
  sender?: string;
  text: string;
  html?: string;
  /** The URLs in the message, listed in the outbox. */
  links?: string[];
  /** E-mail only. */
  attachment?: Attachment | null;
  /** E-mail only: the unsubscribe URL for its headers. */
  unsubscribe?: string;
  /** Deduplicates: a second message with this key is dropped. */
  dedupeKey?: string;
  /** When its link or code expires; then it is no longer sent, and is erased. */
  expiresAt?: Date;
}

/**
 * Marks messages from test mode, whoever composed them, because customers of a merchant who is testing are real
 * people.
 */
function marked<M extends OutgoingMessage>(message: M): M {
  const { locale, mode, channel, text, html } = message;
  if (mode !== 'test') return { ...message, ...(html ? { html: html.replace(BANNER_PLACE, '') } : {}) };
  const mark = translate(locale, 'messages.test');
  if (channel === 'sms') return { ...message, text: `${mark} ${text}` };
  const sentence = translate(locale, 'messages.testBanner');
  return {
    ...message,
    subject: `${mark} ${message.subject ?? ''}`,
    text: `${mark} ${sentence}\n\n${text}`,
    ...(html ? { html: html.replace(BANNER_PLACE, bannerOf(mark, sentence)) } : {}),
  };
}

/**
 * Applies the merchant's colours, text and contact to a message that names it, which only a verified merchant's does.
 * The merchant gets the replies.
 */
async function dressedAs(
  app: Counting,
  db: Db,
  message: OutgoingMessage,
): Promise<OutgoingMessage & { replyTo?: string | null }> {
  const { html, text, sender, merchantId, locale } = message;
  if (html === undefined) return message;
  const reached = sender ? await contactOf(db, { merchantId, name: sender, locale }) : null;
  const { brand, logo, host } = sender
    ? await brandingOf(db, merchantId)
    : { brand: null, logo: null, host: null };
  const face = brand && { brand, logoUrl: logo?.address ?? null, origin: originAt(app, host) };
  return {
    ...message,
    ...dressed({ text, html }, face, locale, reached?.asking),
    replyTo: reached?.email || null,
  };
}

/** A message written to the outbox. */
export interface Promised {
  id: number;
  /** The limit for outsiders was reached: recorded, but never sent. */
  isWithheld: boolean;
}

/**
 * Writes a message to the outbox in the causing transaction. A job delivers it afterwards, so it is sent if and only
 * if that commits, even if the process dies in between. The body is encrypted until it is sent, and then erased.
 * @returns null when `dedupeKey` was used before.
 */
export async function sendMessage(app: Counting, db: Db, given: OutgoingMessage): Promise<Promised | null> {
  const taken = given.isOutside ? await takenOrNot(takeOutside(app, db, given)) : null;
  const isWithheld = taken === 'too-many';
  const id = await insertMessage(app, db, given, isWithheld);
  if (id === null && !isWithheld) await taken?.release();
  if (id === null) return null;
  const { merchantId, mode, channel, to, payer } = given;
  if (payer && mode) {
    await recordMessage(db, { merchantId, mode }, { id, channel, to, at: app.clock.now(), ...payer });
  }
  if (!isWithheld) await addJob(db, DELIVERY_JOB, { merchantId: given.merchantId, messageId: id });
  return { id, isWithheld };
}

async function takenOrNot<T>(taking: Promise<T>): Promise<T | 'too-many'> {
  try {
    return await taking;
  } catch (error) {
    if (error instanceof TooManyError) return 'too-many';
    throw error;
  }
}

async function insertMessage(
  app: Counting,
  db: Db,
  given: OutgoingMessage,
  isWithheld: boolean,
): Promise<number | null> {
  const message = marked(await dressedAs(app, db, given));
  const {
    text,
    html = null,
    links = [],
    locale,
    sender = '',
    attachment = null,
    unsubscribe = null,
    replyTo = null,
  } = message;
  const from = shownSender(locale, sender);
  const sealed = isWithheld
    ? null
    : sealBody(app, { text, html, links, from, replyTo, attachment, unsubscribe });
  const eraseAt = eraseAtOf(app, app.clock.now(), message.expiresAt);
  const [row] = await db<{ id: number }[]>`
    insert into messages (merchant_id, mode, channel, recipient, locale, subject, sealed, erase_at, dedupe_key, state)
    values (${message.merchantId}, ${message.mode ?? null}, ${message.channel}, ${message.to}, ${message.locale},
            ${message.subject ?? ''}, ${sealed}, ${eraseAt}, ${message.dedupeKey ?? null},
            ${isWithheld ? 'withheld' : 'queued'})
    on conflict (merchant_id, dedupe_key) where dedupe_key is not null do nothing
    returning id`;
  return row?.id ?? null;
}

/** Delivers a failed message again. @returns false when it has not failed. */
export async function sendAgain(
  tx: Tx,
  { merchantId, id }: { merchantId: number; id: number },
): Promise<boolean> {
  const found = await tx`
    update messages set state = 'queued'
     where merchant_id = ${merchantId} and id = ${id} and state = 'failed'`;
  if (found.count !== 1) return false;
  await addJob(tx, DELIVERY_JOB, { merchantId, messageId: id });
  return true;
}
