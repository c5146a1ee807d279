/** The error responses of the OpenAPI document, with the codes of each. */
import type { ErrorCodes } from './call-errors.ts';
import type { Told } from './openapi-words.ts';
import { API_VERSIONS, VERSION_HEADER } from './versions.ts';

type Json = Record<string, unknown>;

/** The property of an error response that lists its codes. The list is not closed: codes may be added. */
export const ERROR_CODES = 'x-error-codes';

/** A reference to a component of the document. */
export const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** The headers of every reply of the API. */
export const REPLY_HEADERS = {
  RequestId: { name: 'X-Request-Id', schema: { type: 'string', format: 'uuid' } },
  Version: { name: VERSION_HEADER, schema: { type: 'string', enum: [...API_VERSIONS] } },
  RateLimit: { name: 'X-RateLimit-Limit', schema: { type: 'integer' } },
  RateLimitRemaining: { name: 'X-RateLimit-Remaining', schema: { type: 'integer' } },
  RateLimitReset: { name: 'X-RateLimit-Reset', schema: { type: 'integer' } },
} as const;

/** References to these headers. */
export const sharedHeaders = Object.fromEntries(
  Object.entries(REPLY_HEADERS).map(([key, { name }]) => [name, ref('headers', key)]),
);

/**
 * Returns the codes that most calls have with each status. Their response is shared, because repeating it in every call
 * would make the document half as large again.
 */
export function commonErrors(calls: readonly ErrorCodes[]): ErrorCodes {
  const counts = new Map<string, Map<string, number>>();
  for (const [status, codes] of calls.flatMap((each) => Object.entries(each))) {
    const ofStatus = counts.get(status) ?? new Map<string, number>();
    counts.set(status, ofStatus.set(codes.join(), (ofStatus.get(codes.join()) ?? 0) + 1));
  }
  return Object.fromEntries(
    [...counts].map(([status, ofStatus]) => {
      const [[common] = ['']] = [...ofStatus].toSorted(([, one], [, other]) => other - one);
      return [status, common.split(',')];
    }),
  );
}

/** Builds an error response: its status and codes as text, and the codes as a list for programs. */
export function errorResponse(status: string, codes: readonly string[], words: Told['words']): Json {
  const named = words('errorCodes', { codes: codes.map((code) => `\`${code}\``).join(', ') });
  return {
    description: `${words(`status.${status}`)}\n\n${named}`,
    headers: {
      ...sharedHeaders,
      ...(status === '429' || status === '503' ? { 'Retry-After': ref('headers', 'RetryAfter') } : {}),
    },
    content: { 'application/json': { schema: ref('schemas', 'Error') } },
    [ERROR_CODES]: codes,
  };
}
