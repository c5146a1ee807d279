/** A `fetch` for servers named by a merchant, with the same address checks as for webhooks, and bounded replies. */
import { exchange, type Limits } from './send.ts';

const LIMITS: Limits = { milliseconds: 10_000, replyBytes: 512 * 1024 };

/**
 * Fetches from an untrusted server: the name is resolved once and must have only public addresses, redirects are not
 * followed, and a reply longer than half a megabyte is an error.
 * @throws TypeError like `fetch` if there is no answer; its `cause` is a `SendError` with the reason
 */
export async function fetchOutside(
  url: string,
  init: { method?: string; headers?: Record<string, string>; body?: unknown },
  options: { allowsLoopback: boolean; limits?: Limits },
): Promise<Response> {
  const { method = 'GET', headers = {}, body } = init;
  const text = body === undefined || body === null ? undefined : String(body);
  const answer = await exchange(
    url,
    { method, headers, ...(text === undefined ? {} : { body: text }) },
    { ...options, limits: options.limits ?? LIMITS },
  );
  if ('error' in answer) throw new TypeError('fetch failed', { cause: answer.error });
  if (!answer.isWhole) throw new TypeError('fetch failed', { cause: 'too-long' });
  const hasBody = ![101, 204, 205, 304].includes(answer.status);
  return new Response(hasBody ? new Uint8Array(answer.body) : null, {
    status: answer.status,
    headers: Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    ),
  });
}
