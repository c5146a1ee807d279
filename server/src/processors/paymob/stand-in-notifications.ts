/** How the stand-in tells the merchant: notifications, kept or sent, and the address that a payer returns with. */
import type { Clock } from '../../platform/time/clock.ts';
import type { RawNotification } from '../gateway.ts';
import { SIGNED_FIELDS, type SignedField, sign, signedText } from './signature.ts';
import { shown, type Transaction } from './stand-in-books.ts';

/** Pauses before a notification is sent again that was not accepted, in seconds. */
const PAUSES = [2, 10, 60, 300];

/** What is special about the notifications of a payment. */
export interface Manner {
  delaySeconds?: number;
  copies?: number;
  isForged?: boolean;
}

interface Kept {
  due: number;
  raw: RawNotification;
}

export class Notifier {
  manner: 'kept' | 'sent' = 'kept';
  secret: string;
  readonly #clock: Clock;
  #kept: Kept[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(clock: Clock, secret: string) {
    this.#clock = clock;
    this.secret = secret;
  }

  /** Notifies of a transaction as it is now. */
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
      if (this.manner === 'kept') {
        this.#kept.push({ due: this.#clock.now().getTime() + delaySeconds * 1000, raw });
      } else {
        this.#later(delaySeconds, () => this.#send(transaction.order.notificationUrl, raw, PAUSES));
      }
    }
  }

  /** Takes the kept notifications whose time has come. */
  take(): RawNotification[] {
    const now = this.#clock.now().getTime();
    const due = this.#kept.filter((each) => each.due <= now);
    this.#kept = this.#kept.filter((each) => each.due > now);
    return due.map(({ raw }) => raw);
  }

  /** The address that a payer returns to after a try, with the signed result in it. */
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

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #hmac(obj: ReturnType<typeof shown>): string {
    return sign(this.secret, signedText(valuesOf(obj)) ?? '');
  }

  #later(seconds: number, act: () => unknown): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, seconds * 1000);
    timer.unref();
    this.#timers.add(timer);
  }

  async #send(address: string, raw: RawNotification, pauses: readonly number[]): Promise<void> {
    const url = new URL(address);
    for (const [name, value] of raw.query) url.searchParams.append(name, value);
    const headers = { 'content-type': 'application/json' };
    const signal = AbortSignal.timeout(10_000);
    const isAccepted = await fetch(url, {
      method: 'POST',
      headers,
      body: raw.body,
      signal,
      redirect: 'manual',
    })
      .then((reply) => reply.ok)
      .catch(() => false);
    const [pause, ...others] = pauses;
    if (!isAccepted && pause !== undefined) this.#later(pause, () => this.#send(address, raw, others));
  }
}

/** The values that are signed, as text. */
function valuesOf(obj: ReturnType<typeof shown>): Record<SignedField, string> {
  const entries = SIGNED_FIELDS.map((field) => {
    const [first = '', second] = field.split('.');
    const value = (obj as Record<string, unknown>)[first];
    return [field, String(second === undefined ? value : (value as Record<string, unknown>)[second])];
  });
  return Object.fromEntries(entries) as Record<SignedField, string>;
}
