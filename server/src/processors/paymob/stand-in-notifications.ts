/** The stand-in's messages to the merchant: notifications, and the payer's return URL. */
import type { Clock } from '../../platform/time/clock.ts';
import type { RawNotification } from '../gateway.ts';
import { Sender } from '../stand-in-sender.ts';
import { SIGNED_FIELDS, type SignedField, sign, signedText } from './signature.ts';
import { shown, type Transaction } from './stand-in-books.ts';

/** Deviations of a payment's notifications. */
export interface Manner {
  delaySeconds?: number;
  copies?: number;
  isForged?: boolean;
}

export class Notifier {
  readonly sender: Sender;
  secret: string;

  constructor(clock: Clock, secret: string) {
    this.sender = new Sender({ clock, retryMilliseconds: 2_000 });
    this.secret = secret;
  }

  /** Sends notifications of a transaction in its current state. */
  notify(transaction: Transaction, { delaySeconds = 0, copies = 1, isForged = false }: Manner = {}): void {
    const obj = shown(transaction);
    const hmac = this.#hmac(obj);
    const last = hmac.endsWith('0') ? '1' : '0';
    const raw: RawNotification = {
      method: 'POST',
      query: [['hmac', isForged ? `${hmac.slice(0, -1)}${last}` : hmac]],
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'TRANSACTION', obj }),
    };
    for (let copy = 0; copy < copies; copy += 1) {
      this.sender.send(transaction.order.notificationUrl, raw, delaySeconds);
    }
  }

  /** Returns the URL to which a payer returns after a try, including the signed result. */
  returnUrl(transaction: Transaction): string {
    const url = new URL(transaction.order.redirectionUrl);
    const obj = shown(transaction);
    for (const [field, value] of Object.entries(valuesOf(obj))) {
      url.searchParams.append(field === 'order.id' ? 'order' : field, value);
    }
    url.searchParams.append('merchant_order_id', transaction.order.reference);
    url.searchParams.append('data.message', transaction.message);
    url.searchParams.append('hmac', this.#hmac(obj));
    return url.href;
  }

  #hmac(obj: ReturnType<typeof shown>): string {
    return sign(this.secret, signedText(valuesOf(obj)) ?? '');
  }
}

/** Returns the signed values, as text. */
function valuesOf(obj: ReturnType<typeof shown>): Record<SignedField, string> {
  const entries = SIGNED_FIELDS.map((field) => {
    const [first = '', second] = field.split('.');
    const value = (obj as Record<string, unknown>)[first];
    return [field, String(second === undefined ? value : (value as Record<string, unknown>)[second])];
  });
  return Object.fromEntries(entries) as Record<SignedField, string>;
}
