import type { Transporter } from 'nodemailer';
import type { Config } from '../config.ts';
import type { App } from '../platform/context.ts';

interface StoredMessage {
  merchantId: number;
  id: number;
  channel: 'email' | 'sms';
  recipient: string;
  subject: string;
  text: string;
  html: string | null;
  state: string;
}

/** Sends one message to the outside; throws when the other side did not take it. `key` names the message for ever. */
export type Gateway = (message: StoredMessage, key: string) => Promise<void>;

/** Ways out by channel; a channel without one keeps its messages in the outbox. */
export interface Gateways {
  email: Gateway | null;
  sms: Gateway | null;
}

/** The gateways of the configuration: SMTP for e-mail, an HTTP address for SMS. */
export function gatewaysOf(config: Config): Gateways {
  return {
    email: config.smtpUrl ? smtp(config.smtpUrl, config.mailFrom) : null,
    sms: config.smsGatewayUrl ? smsOverHttp(config.smsGatewayUrl) : null,
  };
}

function smtp(url: string, from: string): Gateway {
  let transport: Promise<Transporter> | null = null;
  return async (message, key) => {
    transport ??= import('nodemailer').then(({ createTransport }) => createTransport(url));
    await (await transport).sendMail({
      from,
      to: message.recipient,
      subject: message.subject,
      text: message.text,
      ...(message.html ? { html: message.html } : {}),
      // The same id on every try lets a receiving server drop a second copy.
      messageId: `<${key}@daftar>`,
    });
  };
}

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
 * Job `deliver-message`: hands one message to its gateway and writes down what came of it. Thrown errors make the
 * queue try again later. Without a gateway the message is kept in the outbox.
 */
export async function deliverMessage(
  app: App,
  gateways: Gateways,
  payload: { merchantId: number; messageId: number },
): Promise<void> {
  const { merchantId, messageId } = payload;
  const [message] = await app.db<StoredMessage[]>`
    select merchant_id as "merchantId", id, channel, recipient, subject, body_text as text, body_html as html, state
    from messages where merchant_id = ${merchantId} and id = ${messageId}`;
  if (!message || message.state === 'sent') return;
  const gateway = gateways[message.channel];
  if (!gateway) {
    await app.db`update messages set state = 'kept' where merchant_id = ${merchantId} and id = ${messageId}`;
    return;
  }
  try {
    await gateway(message, `${merchantId}-${messageId}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await app.db`
      update messages set state = 'failed', last_error = ${reason.slice(0, 500)}
      where merchant_id = ${merchantId} and id = ${messageId}`;
    throw error;
  }
  await app.db`
    update messages set state = 'sent', sent_at = ${app.clock.now()}, last_error = null
    where merchant_id = ${merchantId} and id = ${messageId}`;
}
