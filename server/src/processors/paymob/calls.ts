import { ProcessorError } from '../errors.ts';
import type { AccountSettings, AdapterTools } from '../gateway.ts';
import type { HttpCall, HttpReply } from '../http.ts';
import { AuthToken, explanationOf } from './messages.ts';

/** Minutes for which a token is used; Paymob's are valid for 60. */
const TOKEN_MINUTES = 50;

/** HTTP statuses of replies to a request that was understood and not executed. */
const REFUSALS = new Set([400, 404, 405, 406, 410, 413, 415, 422]);

type Ask = Pick<HttpCall, 'signal'> & { json?: Record<string, unknown> };

/** Calls to one account. A reply of any status is returned. */
export interface Calls {
  /** Calls with the secret key: payments, refunds, voids. */
  bySecretKey(method: HttpCall['method'], path: string, ask: Ask): Promise<HttpReply>;
  /**
   * Calls with a token, obtained with the API key: inquiries. One part of the documentation requires the token as
   * Bearer, another in the body: a body contains it too. Never in the URL, which proxies log.
   * @throws ProcessorError `refused` if the API key is wrong
   */
  byToken(method: HttpCall['method'], path: string, ask: Ask): Promise<HttpReply>;
  /** Exchanges the API key for a token. @throws ProcessorError `refused` if it is wrong */
  proveApiKey(signal: AbortSignal): Promise<void>;
}

export function callsOf({ baseUrl, credentials }: AccountSettings, { http, clock }: AdapterTools): Calls {
  let cached: { token: string; until: number } | null = null;

  async function tokenOf(signal: AbortSignal): Promise<string> {
    if (cached && clock.now().getTime() < cached.until) return cached.token;
    const until = clock.now().getTime() + TOKEN_MINUTES * 60_000;
    const json = { api_key: credentials.apiKey };
    const reply = await http({ method: 'POST', url: `${baseUrl}/api/auth/tokens`, json, signal });
    const answer = AuthToken.safeParse(reply.json);
    if (reply.status >= 300 || !answer.success) throw failureOf(reply, 'the API key');
    cached = { token: answer.data.token, until };
    return answer.data.token;
  }

  return {
    bySecretKey: (method, path, { signal, json }) =>
      http({
        method,
        url: `${baseUrl}${path}`,
        headers: { authorization: `Token ${credentials.secretKey}` },
        json,
        signal,
      }),

    async proveApiKey(signal) {
      cached = null;
      await tokenOf(signal);
    },

    async byToken(method, path, { signal, json }) {
      const call = async () => {
        const token = await tokenOf(signal);
        return http({
          method,
          url: `${baseUrl}${path}`,
          headers: { authorization: `Bearer ${token}` },
          json: json && { ...json, auth_token: token },
          signal,
        });
      };
      const reply = await call();
      if (reply.status !== 401) return reply;
      // The token may have ended early.
      cached = null;
      return call();
    },
  };
}

/**
 * Returns whether Paymob says for certain that nothing was done. A reply without its JSON comes from elsewhere, such as
 * a proxy.
 */
export const isRefusal = ({ status, json }: HttpReply): boolean =>
  REFUSALS.has(status) && typeof json === 'object' && json !== null;

/** Returns the error for a reply without a usable answer. `about`: the request, for an operator. */
export function failureOf(reply: HttpReply, about: string): ProcessorError {
  const { status } = reply;
  if (status === 401 || status === 403) {
    return new ProcessorError('refused', `Paymob refuses the credentials for ${about}`, status);
  }
  if (status === 429) return new ProcessorError('busy', 'Paymob is busy', status);
  if (isRefusal(reply)) {
    return new ProcessorError('refused', `Paymob refuses ${about}: ${explanationOf(reply.json)}`, status);
  }
  return new ProcessorError('unknown', `Paymob's answer about ${about} is no answer`, status);
}
