/**
 * The console's API client. The session is a cookie that the browser sends, so nothing is stored here. A 401 means that
 * it has ended.
 */
import type { Endpoint } from '@daftar/contract/endpoint';
import { activity } from '../../shared/activity.ts';
import {
  ACCEPT_LANGUAGE,
  addressOf,
  type CallArguments,
  type CallResult,
  type LooseInput,
  readError,
  readReply,
} from '../../shared/wire.ts';
import { isAbort, NetworkError } from '../../ui/errors.ts';

let ended: () => void = () => undefined;

/** Registers what to do when a call finds that the session has ended. */
export function onSessionEnded(listener: () => void): void {
  ended = listener;
}

/** Calls an endpoint of the contract. @throws ApiError for an error status, NetworkError without a response. */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...args: CallArguments<E>
): Promise<CallResult<E>> {
  const input = (args[0] ?? {}) as LooseInput;
  const language = document.documentElement.lang === 'ar' ? 'ar' : 'en';
  const headers = new Headers({ 'Accept-Language': ACCEPT_LANGUAGE[language] });
  const form = input.body instanceof FormData ? input.body : undefined;
  if (input.body !== undefined && !form) headers.set('Content-Type', 'application/json');
  if (input.idempotencyKey) headers.set('Idempotency-Key', input.idempotencyKey);
  const done = activity.begin();
  try {
    const response = await fetch(addressOf(endpoint, input, true), {
      method: endpoint.method,
      headers,
      credentials: 'same-origin',
      ...(input.body === undefined ? {} : { body: form ?? JSON.stringify(input.body) }),
      signal: input.signal ?? null,
    }).catch((cause: unknown) => {
      throw isAbort(cause) ? cause : new NetworkError('no answer', { cause });
    });
    if (response.status === 401) ended();
    if (!response.ok) throw await readError(response);
    return (await readReply(endpoint, response)) as CallResult<E>;
  } finally {
    done();
  }
}
