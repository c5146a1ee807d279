/** Adds the texts of the catalogues to the fields, values, parameters and calls of the document. */
import { isForKeys } from './api-keys.ts';
import type { Endpoint } from './endpoint.ts';

type Json = Record<string, unknown>;

/** The sources of the document's texts. */
export interface Told {
  /** Returns a text of `docs.json` by its key, or the key. */
  words(key: string, params?: Record<string, string>): string;
  /** Returns a description of `reference.json` by its key, or null. */
  tell(key: string): string | null;
}

/** `PaymentLinkTransactionCustomer` → `*LinkTransactionCustomer`, `*TransactionCustomer`, `*Customer`. */
function endingsOf(name: string): string[] {
  const words = name.match(/[A-Z][a-z0-9]*/g) ?? [];
  return words.slice(1).map((_, at) => `*${words.slice(at + 1).join('')}`);
}

/**
 * Returns the names under which a field's description is looked up, in this order: its own schema, its row's, shorter
 * endings of the name, any schema.
 */
function ownersOf(schema: string): string[] {
  const row = schema.replace(/(?:Update)?(?:Details|Input)(?=[A-Z]|$)/g, '') || schema;
  return [...new Set([schema, row, ...endingsOf(row), '*'])];
}

const first = (tell: Told['tell'], keys: readonly string[]): { description?: string } => {
  for (const key of keys) {
    const description = tell(key);
    if (description !== null) return { description };
  }
  return {};
};

/** Adds descriptions to a named schema and to each of its fields or values. */
export function describedSchema(name: string, json: Json, { tell }: Told): Json {
  const whole = first(tell, ownersOf(name).slice(0, -1));
  if (Array.isArray(json.enum)) return { ...json, ...meaningsOf(name, json, whole.description, tell) };
  if (!json.properties) return { ...json, ...whole };
  const fields = Object.entries(json.properties as Record<string, Json>).map(([field, each]) => {
    const keys = ownersOf(name).map((owner) => `${owner}.${field}`);
    return [field, { ...each, ...first(tell, keys) }] as const;
  });
  return { ...json, ...whole, properties: Object.fromEntries(fields) };
}

/** Adds the meaning of each value or code: as a list for tools, as text for people. */
function meaningsOf(name: string, json: Json, whole: string | undefined, tell: Told['tell']): Json {
  const names = json['x-enum-varnames'] as string[] | undefined;
  const values = json.enum as (string | number)[];
  const meanings = values.map((value) => first(tell, [`${name}=${value}`, `*=${value}`]).description ?? '');
  const lines = values.map(
    (value, at) => `- \`${value}\`${names?.[at] ? ` \`${names[at]}\`` : ''}: ${meanings[at]}`,
  );
  return {
    description: [...(whole ? [whole, ''] : []), ...lines].join('\n'),
    'x-enum-descriptions': meanings,
  };
}

/** Describes a parameter of a call, by the keys `transactions.list?status`, `transactions?status` or `?status`. */
export function describedParameter(call: string, parameter: Json, { tell }: Told): Json {
  const { name } = parameter;
  return { ...parameter, ...first(tell, [`${call}?${name}`, `${call.split('.')[0]}?${name}`, `?${name}`]) };
}

/** Describes the effects of a call beyond its name, and its required permissions. */
export function describedCall(name: string, endpoint: Endpoint, { tell, words }: Told): string {
  const { access, also, alsoForKeys, keys, base, stepUp, idempotent, whenNotLive, whenSuspended } = endpoint;
  const held = [access].flat().filter((each) => tell(`Permission=${each}`) !== null);
  const named = (permissions: readonly string[]) =>
    permissions.map((each) => `\`${each}\` (${tell(`Permission=${each}`)})`).join(' · ');
  const caller =
    access === 'public'
      ? 'public'
      : keys === 'public'
        ? 'publicKey'
        : isForKeys(endpoint)
          ? 'secretKey'
          : 'person';
  const does = tell(name);
  return [
    ...(does === null ? [] : [does, '']),
    words(`who.${caller}`),
    ...(held.length > 0
      ? [words(held.length > 1 ? 'who.anyPermission' : 'who.permission', { permission: named(held) })]
      : []),
    ...(also ? [words('who.also', { permission: named([also]) })] : []),
    ...(alsoForKeys ? [words('who.alsoForKeys', { permission: named([alsoForKeys]) })] : []),
    ...(stepUp === 'always' ? [words('who.stepUp')] : []),
    ...(stepUp === 'sometimes' ? [words('who.stepUpSometimes')] : []),
    ...(whenNotLive && base === 'mode' ? [words('who.notLive')] : []),
    ...(whenSuspended ? [words('who.suspended')] : []),
    ...(idempotent ? [words('who.idempotent')] : []),
    ...(base === 'fixed' && access !== 'public' ? [words('who.fixed')] : []),
  ]
    .join('\n')
    .trim();
}
