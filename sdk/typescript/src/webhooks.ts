/** Verifies webhooks by the Standard Webhooks specification (https://www.standardwebhooks.com). */
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
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytesOf(secret.slice(PREFIX.length)), algorithm, false, [
    'sign',
  ]);
  const content = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const ours = new Uint8Array(await crypto.subtle.sign('HMAC', key, content));
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
