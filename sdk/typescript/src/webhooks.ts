/** Verifies webhooks by the Standard Webhooks specification (https://www.standardwebhooks.com), and results of payments. */
import { SignatureError } from './errors.ts';
import type { WebhookEvent } from './events.ts';

const TOLERANCE_SECONDS = 300;
const PREFIX = 'whsec_';

type Headers = { get(name: string): string | null } | Record<string, string | string[] | undefined>;

const headerOf = (headers: Headers, name: string): string => {
  if (typeof headers.get === 'function') return headers.get(name) ?? '';
  const value = (headers as Record<string, string | string[] | undefined>)[name];
  return Array.isArray(value) ? (value[0] ?? '') : (value ?? '');
};

/** What compares two byte strings takes the same time wherever they differ. */
function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let index = 0; index < one.length; index += 1) difference |= one[index]! ^ other[index]!;
  return difference === 0;
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

async function signed(secret: string, content: string): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const bytes = bytesOf(secret.slice(PREFIX.length));
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(content)));
}

/**
 * Reads a webhook that Daftar signed.
 * @param body the request's body exactly as it came, before JSON is parsed
 * @param secret `whsec_…`, from the webhook settings; while a secret is replaced both are valid
 * @param now in milliseconds, for tests
 * @throws SignatureError when it is not ours, or older than five minutes
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: Headers,
  secret: string,
  now: number = Date.now(),
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  ) as [string, string, string];
  if (id === '' || !/^\d{1,12}$/.test(timestamp) || signatures === '')
    throw new SignatureError('The headers of a webhook are missing');
  if (Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE_SECONDS)
    throw new SignatureError('The webhook is older than five minutes');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const ours = await signed(secret, `${id}.${timestamp}.${text}`);
  const isOurs = signatures.split(' ').some((each) => {
    const [version, value = ''] = each.split(',', 2);
    if (version !== 'v1' || !/^[A-Za-z0-9+/]+=*$/.test(value)) return false;
    try {
      return areEqual(bytesOf(value), ours);
    } catch {
      return false;
    }
  });
  if (!isOurs) throw new SignatureError('The signature is not right');
  return JSON.parse(text) as WebhookEvent;
}

/** How a payment ended, as the payer's browser brings it to a link's `success_url` or `cancel_url`. */
export interface PaymentResult {
  /** `received`: money came that does not pay the link. `pending`: nobody knows yet. */
  status: 'succeeded' | 'received' | 'failed' | 'canceled' | 'expired' | 'pending';
  /** The transaction: `TRX-…`. */
  reference: string;
  /** The link: `LNK-…`. Compare it with the one of the order: results of others are signed too. */
  link: string;
  /** When the page was shown, in seconds since 1970. */
  timestamp: number;
}

/**
 * Reads the signed result in the address that a payer was led to. Hand over goods only when the webhook or the API says so.
 * @param url the whole address, or its query from `?` on
 * @param secret `whsec_…`, from the webhook settings; while a secret is replaced both are valid
 * @throws SignatureError when it is not ours
 */
export async function verifyResult(url: string | URL, secret: string): Promise<PaymentResult> {
  const query = new URL(url, 'https://localhost').searchParams;
  const [status, reference, link, timestamp] = ['status', 'reference', 'link', 'timestamp'].map(
    (name) => query.get(`daftar_${name}`) ?? '',
  ) as [string, string, string, string];
  const ours = await signed(secret, [status, reference, link, timestamp].join('.'));
  const isOurs = (query.get('daftar_signature') ?? '').split('.').some((each) => {
    if (!/^[A-Za-z0-9_-]+$/.test(each)) return false;
    try {
      return areEqual(bytesOf(each.replaceAll('-', '+').replaceAll('_', '/')), ours);
    } catch {
      return false;
    }
  });
  if (!isOurs) throw new SignatureError('The signature is not right');
  return { status: status as PaymentResult['status'], reference, link, timestamp: Number(timestamp) };
}
