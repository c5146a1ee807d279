/**
 * Paymob's signatures: HMAC-SHA512 with the account's HMAC secret, in hexadecimal, of values concatenated without
 * separators. Because nothing separates them, each value must have its exact form: otherwise the holder of a signature
 * (payers hold one, in their return URL) could move digits from one value to the next.
 */
import { createHmac } from 'node:crypto';
import { toDecimal } from '../amounts.ts';
import type { RawNotification } from '../gateway.ts';
import { isSameSignature } from '../same.ts';
import { IntentionNotification } from './messages.ts';

const FLAG = /^(?:true|false)$/;
const ID = /^[1-9]\d{0,18}$/;
const TEXT = /^[^\n\r]{0,100}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})?$/;

/** The signed values of a transaction in order, each with its required form. */
const TRANSACTION = {
  amount_cents: /^(?:0|[1-9]\d{0,14})$/,
  created_at: MOMENT,
  currency: /^[A-Z]{3}$/,
  error_occured: FLAG,
  has_parent_transaction: FLAG,
  id: ID,
  integration_id: ID,
  is_3d_secure: FLAG,
  is_auth: FLAG,
  is_capture: FLAG,
  is_refunded: FLAG,
  is_standalone_payment: FLAG,
  is_voided: FLAG,
  'order.id': ID,
  owner: ID,
  pending: FLAG,
  'source_data.pan': TEXT,
  'source_data.sub_type': TEXT,
  'source_data.type': TEXT,
  success: FLAG,
} as const;
export type SignedField = keyof typeof TRANSACTION;
export const SIGNED_FIELDS = Object.keys(TRANSACTION) as SignedField[];

/** The signed values of a saved card's token in order. */
const TOKEN_FIELDS = [
  'card_subtype',
  'created_at',
  'email',
  'id',
  'masked_pan',
  'merchant_id',
  'order_id',
  'token',
] as const;

/** Signs text as Paymob does. */
export function sign(secret: string, text: string): string {
  return createHmac('sha512', secret).update(text).digest('hex');
}

/** Returns whether a signature belongs to a text; in constant time. */
export function isSigned(secret: string, text: string, signature: unknown): boolean {
  return secret !== '' && isSameSignature(signature, sign(secret, text));
}

/** Returns the signed text of a transaction; null if a value is missing or has the wrong form. */
export function signedText(values: Readonly<Partial<Record<SignedField, string>>>): string | null {
  let text = '';
  for (const field of SIGNED_FIELDS) {
    const value = values[field];
    if (value === undefined || !TRANSACTION[field].test(value)) return null;
    text += value;
  }
  return text;
}

/** Returns whether the account's HMAC secret signed a notification. */
export function isGenuine(secret: string, raw: RawNotification): boolean {
  const query = fieldsOf(raw.query);
  if (!query) return false;
  if (raw.method === 'GET') {
    const values = returnValues(query);
    const text = values && signedText(values);
    return text !== null && isSigned(secret, text, query.get('hmac'));
  }
  const body = parseBody(raw.body);
  if (body.type !== undefined) {
    const text = typeof body.obj === 'object' && body.obj !== null ? postedText(body.type, body.obj) : null;
    return text !== null && isSigned(secret, text, query.get('hmac'));
  }
  // Only a body without a type may be signed as an intention: that signature says nothing about a transaction.
  const intention = IntentionNotification.safeParse(body);
  if (!intention.success) return false;
  const { id, intention_detail: detail } = intention.data.intention;
  return isSigned(secret, `${toDecimal(detail.amount)}${id}`, intention.data.hmac);
}

/** Returns the signed text of a posted transaction or card token; null for anything else. */
function postedText(type: unknown, obj: object): string | null {
  if (type === 'TRANSACTION') return signedText(postedValues(obj as Record<string, unknown>));
  if (type !== 'TOKEN') return null;
  const values = TOKEN_FIELDS.map((field) => scalar((obj as Record<string, unknown>)[field]));
  return values.includes(undefined) ? null : values.join('');
}

/** Returns the values of a posted transaction; `order.id` and the like are in nested objects. */
function postedValues(obj: Record<string, unknown>): Partial<Record<SignedField, string>> {
  const entries = SIGNED_FIELDS.map((field) => {
    const [first = '', second] = field.split('.');
    const value =
      second === undefined ? obj[first] : (obj[first] as Record<string, unknown> | null)?.[second];
    return [field, scalar(value)];
  });
  return Object.fromEntries(entries) as Partial<Record<SignedField, string>>;
}

/**
 * Returns the values of a transaction in a payer's return URL. The order's is called `order` in practice and `order_id`
 * in the newest documentation, those of the card have a dot or an underscore: exactly one of each is accepted.
 */
function returnValues(query: ReadonlyMap<string, string>): Partial<Record<SignedField, string>> | null {
  const values: Partial<Record<SignedField, string>> = {};
  for (const field of SIGNED_FIELDS) {
    const names =
      field === 'order.id' ? ['order', 'order_id'] : [...new Set([field, field.replace('.', '_')])];
    const found = names.flatMap((name) => query.get(name) ?? []);
    if (found.length !== 1) return null;
    values[field] = found[0];
  }
  return values;
}

/** Returns the order's id in a payer's return URL. */
export function returnedOrder(raw: RawNotification): string | null {
  const query = fieldsOf(raw.query);
  return (query && returnValues(query)?.['order.id']) ?? null;
}

/** Returns the parameters of a URL by name; null if one occurs twice. */
function fieldsOf(query: RawNotification['query']): Map<string, string> | null {
  const fields = new Map(query);
  return fields.size === query.length ? fields : null;
}

/** Returns a value as it is signed: booleans in lower case, null as nothing; undefined for other types. */
function scalar(value: unknown): string | undefined {
  if (value === null) return '';
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  return Number.isSafeInteger(value) ? String(value) : undefined;
}

/** Parses the object in a body; an empty one for anything else. */
export function parseBody(text: string): { type?: unknown; obj?: unknown } {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}
