/** The errors that each call may return, for the API description and the tests. */
import { isForKeys } from './api-keys.ts';
import type { Endpoint } from './endpoint.ts';
import { codeOf, type DocumentedKey, documentedOf, statusOf } from './error-codes.ts';
import { expandableOf } from './expand.ts';
import { fieldErrorsOf } from './field-errors.ts';
import { OPERATION_ERRORS } from './operation-errors.ts';

/** Error codes by HTTP status, in alphabetical order. */
export type ErrorCodes = Readonly<Record<string, readonly string[]>>;

const own: Readonly<Record<string, Readonly<Record<string, readonly DocumentedKey[]>>>> = OPERATION_ERRORS;

/** Errors of calls that need a session or a key. */
function accessErrors(endpoint: Endpoint): DocumentedKey[] {
  const { access, also, base, keys, method, stepUp, whileViewing, whenNotLive, whenSuspended } = endpoint;
  if (access === 'public') return [];
  const writes = method !== 'GET';
  const takesKeys = isForKeys(endpoint);
  return [
    'http.unauthorized',
    'http.addressNotAllowed',
    ...(access !== 'signed-in' || also ? (['http.forbidden'] as const) : []),
    ...(base === 'mode' && !whenNotLive ? (['http.notLive'] as const) : []),
    ...(base === 'mode' && !whenNotLive && !whenSuspended && writes ? (['http.suspended'] as const) : []),
    ...(takesKeys ? (['http.keyOf.test', 'http.keyOf.live'] as const) : []),
    ...(takesKeys && keys !== 'public' ? (['http.publicKey'] as const) : []),
    ...(!takesKeys || stepUp ? (['http.notForKeys'] as const) : []),
    ...(writes && !whileViewing ? (['http.viewingOnly'] as const) : []),
  ];
}

/** Errors that follow from the declaration of a call. */
export function derivedErrors(endpoint: Endpoint): ReadonlySet<DocumentedKey> {
  const { params, query, body, consumes, method, idempotent, stepUp } = endpoint;
  const writes = method !== 'GET';
  const fields = [query, body].flatMap((schema) => (schema ? [...fieldErrorsOf(schema)] : []));
  return new Set<DocumentedKey>([
    'http.malformed',
    'http.unknownVersion',
    'http.methodNotAllowed',
    'http.tooMany',
    'http.defect',
    'http.unavailable',
    'http.overloaded',
    'UnknownFilter',
    ...accessErrors(endpoint),
    ...(params ? (['http.notFound'] as const) : []),
    ...(writes ? (['http.notUtf8', 'http.tooLarge', 'http.unsupportedType'] as const) : []),
    ...(body ? (['UnknownField'] as const) : []),
    ...(writes && consumes !== 'multipart' ? (['RepeatedField'] as const) : []),
    ...(consumes === 'multipart' ? (['Required', 'FileTooLarge'] as const) : []),
    ...(idempotent ? (['http.idempotencyConflict', 'Required', 'TooLong'] as const) : []),
    ...(stepUp ? (['Required', 'WrongPassword', 'StepUpExpired'] as const) : []),
    ...(stepUp === 'sometimes' ? (['http.changedMeanwhile'] as const) : []),
    ...(expandableOf(endpoint) ? (['http.expandForbidden', 'UnknownExpand'] as const) : []),
    ...fields.flatMap((key) => documentedOf(key) ?? []),
  ]);
}

const known = new WeakMap<Endpoint, ErrorCodes>();

/**
 * Lists the error codes that a call may return, by HTTP status.
 * @param noun of the table of calls, such as `payment-links`
 * @param name of the call in it, such as `create`
 */
export function errorCodesOf(noun: string, name: string, endpoint: Endpoint): ErrorCodes {
  const codes = known.get(endpoint);
  if (codes) return codes;
  const keys = new Set([...derivedErrors(endpoint), ...(own[noun]?.[name] ?? [])]);
  const byStatus: Record<string, string[]> = {};
  for (const key of keys) {
    const status = statusOf(key);
    byStatus[status] ??= [];
    byStatus[status].push(codeOf(key));
  }
  for (const each of Object.values(byStatus)) each.sort();
  known.set(endpoint, byStatus);
  return byStatus;
}
