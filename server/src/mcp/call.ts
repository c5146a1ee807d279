/** Converts a tool's arguments into a request of the API, and its reply into the tool's result. */
import { createHash } from 'node:crypto';
import { REPLAYED_HEADER } from '@daftar/contract/endpoint';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Caller } from '../platform/context.ts';
import { InvalidError } from '../platform/http/errors.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { type ApiTool, baseOf, IDEMPOTENCY_FIELD } from './tools.ts';

type Values = Readonly<Record<string, unknown>>;

/** A request of the API, without its caller. */
export interface ApiRequest {
  method: ApiTool['endpoint']['method'];
  url: string;
  headers: Record<string, string>;
  payload?: object;
}

/** A reply of the API. */
export interface ApiReply {
  status: number;
  headers: Readonly<Record<string, unknown>>;
  body: string;
}

/** Maximum length of a reply in characters; longer ones are shortened, because a model has to read them all. */
const LONGEST_REPLY = 60_000;
const MAX_NAMED = 20;

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';
const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a value as it appears in a URL; the endpoint refuses values that are no text. */
const wordOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(wordOf).join(',')
    : (isObject(value) ? JSON.stringify(value) : String(value)).toWellFormed();

/** Returns whether a part of a path would lead to another path. */
const leadsElsewhere = (value: unknown) => /^\.{1,2}$/.test(wordOf(value));

/** Returns the same fields in a canonical order. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isObject(value)) return value;
  const sorted = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, each]) => [name, inOrder(each)]));
};

/** Programs repeat a call whose answer they missed, so the same arguments from the same key count as the same call. */
const keyOf = ({ sessionId }: Caller, { name }: ApiTool, values: Values) =>
  `mcp-${createHash('sha256')
    .update(`${sessionId}\n${name}\n${JSON.stringify(inOrder(values))}`)
    .digest('base64url')}`;

function queryOf(names: readonly string[], values: Values): string {
  const query = new URLSearchParams();
  for (const name of names) {
    const value = values[name];
    // `metadata[branch]=Zamalek`
    const parts = isObject(value)
      ? Object.entries(value).map(([key, each]) => [`${name}[${key}]`, each])
      : [[name, value]];
    for (const [as, each] of parts) if (isGiven(each)) query.append(String(as), wordOf(each));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * Builds the request of a tool's arguments, which the endpoint validates.
 * @throws InvalidError 422 for an argument that the tool does not have, and for one of the path that is missing or
 * invalid
 */
export function requestOf(caller: Caller, tool: ApiTool, given: Values): ApiRequest {
  const { endpoint, inPath, inQuery, inBody } = tool;
  const { [IDEMPOTENCY_FIELD]: ownKey, ...others } = given;
  const values = endpoint.idempotent ? others : given;
  const known = new Set([...inPath, ...inQuery, ...inBody]);
  const unknown = Object.keys(values).filter((name) => !known.has(name));
  const missing = inPath.filter((name) => !isGiven(values[name]));
  const invalid = [
    ...inPath.filter((name) => leadsElsewhere(values[name])),
    ...(isGiven(ownKey) && typeof ownKey === 'object' && endpoint.idempotent ? [IDEMPOTENCY_FIELD] : []),
  ];
  if (unknown.length > 0 || missing.length > 0 || invalid.length > 0)
    throw new InvalidError({
      ...Object.fromEntries(unknown.slice(0, MAX_NAMED).map((name) => [name, [{ key: 'UnknownField' }]])),
      ...Object.fromEntries(invalid.map((name) => [name, [{ key: 'Invalid' }]])),
      ...Object.fromEntries(missing.map((name) => [name, [{ key: 'Required' }]])),
    });
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(wordOf(values[name])),
  );
  const body = Object.fromEntries(Object.entries(values).filter(([name]) => inBody.includes(name)));
  return {
    method: endpoint.method,
    url: `${baseOf(endpoint, caller.mode)}${path}${queryOf(inQuery, values)}`,
    headers: endpoint.idempotent
      ? { 'idempotency-key': isGiven(ownKey) ? wordOf(ownKey) : keyOf(caller, tool, values) }
      : {},
    ...(endpoint.body ? { payload: inOrder(body) as object } : {}),
  };
}

interface Shown {
  text: string;
  /** Number of omitted rows; null if the text itself is truncated. */
  left: number | null;
}

/** Shortens a reply that is too long: omits whole rows of a list, otherwise the end of the text. */
function shortened(body: string): Shown {
  const reply = JSON.parse(body) as { data?: unknown };
  if (!Array.isArray(reply.data)) return { text: body.slice(0, LONGEST_REPLY), left: null };
  let length = JSON.stringify({ ...reply, data: [] }).length;
  const fitting = reply.data.findIndex((row) => {
    length += JSON.stringify(row).length + 1;
    return length > LONGEST_REPLY;
  });
  const data = reply.data.slice(0, fitting);
  return { text: JSON.stringify({ ...reply, data }), left: reply.data.length - data.length };
}

const textOf = (text: string) => ({ type: 'text' as const, text });

/** Returns a reply of the API as a tool's result: its JSON, within a bound, and notes about it. */
export function resultOf(locale: Locale, { status, headers, body }: ApiReply): CallToolResult {
  if (status >= 400) return { isError: true, content: [textOf(body)] };
  const { text, left } = body.length > LONGEST_REPLY ? shortened(body) : { text: body, left: 0 };
  const notes = [
    ...(headers[REPLAYED_HEADER.toLowerCase()] === 'true' ? ['mcp.replayed'] : []),
    ...(left === null ? ['mcp.cut'] : []),
  ].map((key) => translate(locale, key));
  if (left) notes.push(translate(locale, { key: 'mcp.rowsLeft', params: { count: left } }));
  return { content: [text, ...notes].map(textOf) };
}
