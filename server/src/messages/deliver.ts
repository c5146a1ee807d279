import type { Transporter } from 'nodemailer';
import type { Config } from '../config.ts';
import type { App } from '../platform/context.ts';
import { type Attachment, openBody } from './body.ts';
import * as store from './store.ts';

/** A message as handed to its gateway. */
interface OpenMessage {
  channel: 'email' | 'sms';
  recipient: string;
  subject: string;
  text: string;
  html: string | null;
  /** The sender's display name; ours when absent. */
  from?: string | null;
  replyTo?: string | null;
  attachment?: Attachment | null;
  unsubscribe?: string | null;
}

/** Sends one message; throws when the gateway did not accept it. `key` identifies the message permanently. */
export type Gateway = (message: OpenMessage, key: string) => Promise<void>;

/** Gateways by channel; without one, messages of the channel stay in the outbox. */
export interface Gateways {
  email: Gateway | null;
  sms: Gateway | null;
}

/** Creates the configured gateways: SMTP for e-mail, an HTTP address for SMS. */
export function gatewaysOf(config: Config, smtpTimeouts = SMTP_TIMEOUTS): Gateways {
  return {
    email: config.smtpUrl ? smtp(config.smtpUrl, config.mailFrom, smtpTimeouts) : null,
    sms: config.smsGatewayUrl ? smsOverHttp(config.smsGatewayUrl) : null,
  };
}

/** Timeouts of connecting, greeting and silence, in milliseconds. Values in the SMTP address take precedence. */
const SMTP_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

function smtp(url: string, from: string, timeouts: typeof SMTP_TIMEOUTS): Gateway {
  let transport: Promise<Transporter> | null = null;
  return async (message, key) => {
    transport ??= import('nodemailer').then(({ createTransport }) => createTransport({ url, ...timeouts }));
    await (await transport).sendMail({
      from: message.from ? { name: message.from, address: addressOf(from) } : from,
      to: message.recipient,
      ...(message.replyTo ? { replyTo: message.replyTo } : {}),
      subject: message.subject,
      text: message.text,
      ...(message.html ? { html: message.html } : {}),
      ...(message.attachment ? { attachments: [fileOf(message.attachment)] } : {}),
      headers: { ...BY_ITSELF, ...(message.unsubscribe ? unsubscribing(message.unsubscribe) : {}) },
      // The same id on every attempt lets a receiving server drop duplicates; the domain is ours, so it is unique.
      messageId: `<${key}@${domainOf(from)}>`,
    });
  };
}

const fileOf = ({ name, type, base64 }: Attachment) => ({
  filename: name,
  contentType: type,
  content: base64,
  encoding: 'base64' as const,
});

/** Mail programs show their own unsubscribe button that posts to the URL (RFC 8058). */
const unsubscribing = (url: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** Suppresses out-of-office replies (RFC 3834; the second header is for Exchange). */
const BY_ITSELF = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

const domainOf = (from: string) => addressOf(from).split('@').at(-1) ?? 'daftar';

/** Returns the address in `Name <address>`, or an address alone. */
const addressOf = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;

const SMS_TIMEOUT_MILLISECONDS = 10_000;

function smsOverHttp(url: string): Gateway {
  return async (message, key) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ to: message.recipient, text: message.text }),
      signal: AbortSignal.timeout(SMS_TIMEOUT_MILLISECONDS),
    });
    if (!response.ok) throw new Error(`The SMS gateway answered ${response.status}`);
  };
}

/**
 * Job `deliver-sealed-message`: hands a message to its gateway and records the result. If it throws, the queue tries
 * again later; an expired message is not sent. Without a gateway the message stays in the outbox.
 */
export async function deliverMessage(
  app: App,
  gateways: Gateways,
  payload: { merchantId: number; messageId: number },
): Promise<void> {
  const { merchantId, messageId } = payload;
  const message = await store.findMessage(app.db, merchantId, messageId);
  if (!message || message.state === 'sent') return;
  const now = app.clock.now();
  const gateway = gateways[message.channel];
  if (!gateway) return store.writeState(app.db, message, { state: 'kept', isOver: false });
  const body = bodyOf(app, message);
  const isOver = message.eraseAt !== null && message.eraseAt <= now;
  if (body === null || isOver) {
    const error = isOver ? EXPIRED : UNREADABLE;
    return store.writeState(app.db, message, { state: 'failed', error, isOver: true });
  }
  const { channel, recipient, subject } = message;
  try {
    await gateway({ channel, recipient, subject, ...body }, `${merchantId}-${messageId}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await store.writeState(app.db, message, { state: 'failed', error: reason.slice(0, 500), isOver: false });
    throw error;
  }
  await store.writeState(app.db, message, { state: 'sent', sentAt: now, isOver: true });
}

const EXPIRED = 'What it says had expired before it could be sent';
const UNREADABLE = 'It was sealed under a root secret that is gone';

/** Returns the body of a message; null when it cannot be decrypted or was erased. */
function bodyOf(app: App, { sealed, text, html }: store.WaitingMessage) {
  if (sealed) return openBody(app, sealed);
  return text === '' ? null : { text, html };
}
