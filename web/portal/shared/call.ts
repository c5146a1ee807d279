/** The typed API client: one function for all of the contract's endpoints. Nothing else in the portal fetches. */
import { CHALLENGE_HEADER, PROOF_HEADER } from '@daftar/contract/challenge';
import type { Endpoint } from '@daftar/contract/endpoint';
import { VERSION_HEADER } from '@daftar/contract/versions';
import { activity } from '../../shared/activity.ts';
import {
  ACCEPT_LANGUAGE,
  addressOf,
  type Call,
  type CallArguments,
  type CallOptions,
  type CallResult,
  type LooseInput,
  readError,
  readJson,
  readReply,
} from '../../shared/wire.ts';
import { NetworkError } from '../../ui/errors.ts';
import { type Session, session } from './session.ts';

export type { Call, CallArguments, CallResult } from '../../shared/wire.ts';
export { ApiError, NetworkError, sentenceOf } from '../../ui/errors.ts';

const REFRESH_PATH = '/api/merchant/refresh-token';

/**
 * Creates a client for one session.
 * - A 401 starts one refresh; concurrent requests wait for the same one and are replayed once.
 * - A reply that asks for a proof of work is answered with one, and the request repeated once.
 * - Nothing is sent to another business than the page shows, which another tab may have opened.
 * - A refused refresh erases the token (`session.end()`); a lost connection or a busy server does not.
 * @throws ApiError for an error status, NetworkError without a response.
 */
export function createCall(options: {
  session: Session;
  locale: () => 'en' | 'ar';
  /** Origin of the API; empty in a browser. */
  origin?: string;
}): {
  call: Call;
  refresh: () => Promise<boolean>;
  stream: (endpoint: Endpoint, signal: AbortSignal) => Promise<Response>;
} {
  const origin = options.origin ?? '';
  let refreshing: Promise<boolean> | null = null;

  async function send(url: string, init: RequestInit, onUpload?: CallOptions['onUpload']): Promise<Response> {
    try {
      if (onUpload)
        return await (await import('./upload.ts')).fetchWithProgress(origin + url, init, onUpload);
      return await fetch(origin + url, { credentials: 'same-origin', ...init });
    } catch (cause) {
      if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
      activity.clear();
      throw new NetworkError('no answer', { cause });
    }
  }
  /** What is on this page is for the business that it shows, and is not sent to another one. @throws AbortError */
  function requireSamePlace(): void {
    if (options.session.hasMoved()) throw new DOMException('another business is open', 'AbortError');
  }
  const language = () => ACCEPT_LANGUAGE[options.locale()];

  /** @returns whether a new token was received. */
  async function refreshNow(): Promise<boolean> {
    const before = options.session.get().token;
    const ask = async () => {
      // Another tab may have refreshed while this one waited for its turn.
      if (options.session.get().token !== before) return true;
      const response = await send(REFRESH_PATH, {
        method: 'POST',
        headers: { 'Accept-Language': language() },
      });
      // A server that is busy or away says nothing about the session.
      if (response.status >= 500 || response.status === 429) throw await readError(response);
      const body = response.ok ? await readJson(response) : {};
      const token = (body.data as { access_token?: unknown } | undefined)?.access_token;
      if (typeof token === 'string' && token) {
        options.session.setToken(token);
        return true;
      }
      options.session.end();
      return false;
    };
    const locks = typeof navigator === 'undefined' ? undefined : navigator.locks;
    return locks ? await locks.request('daftar-refresh', ask) : await ask();
  }
  function refresh(): Promise<boolean> {
    refreshing ??= refreshNow().finally(() => {
      refreshing = null;
    });
    return refreshing;
  }

  async function call<E extends Endpoint>(endpoint: E, ...args: CallArguments<E>): Promise<CallResult<E>> {
    const input = (args[0] ?? {}) as LooseInput;
    const isLive = input.inMode ? input.inMode === 'live' : options.session.get().isLive;
    const url = addressOf(endpoint, input, isLive);
    const attempt = (token: string | null, proof: string | null = null) => {
      if (endpoint.access !== 'public') requireSamePlace();
      const headers = new Headers({ 'Accept-Language': language() });
      if (proof) headers.set(PROOF_HEADER, proof);
      if (token) headers.set('Authorization', `Bearer ${token}`);
      if (input.version) headers.set(VERSION_HEADER, input.version);
      if (input.idempotencyKey) headers.set('Idempotency-Key', input.idempotencyKey);
      let body: BodyInit | undefined;
      if (input.body instanceof FormData) body = input.body;
      else if (input.body !== undefined) {
        // The identity calls of the specification send this type; they are the ones without a mode.
        headers.set(
          'Content-Type',
          endpoint.base === 'fixed' ? 'application/json-patch+json' : 'application/json',
        );
        body = JSON.stringify(input.body);
      }
      const init = { method: endpoint.method, headers, body, signal: input.signal ?? null };
      return send(url, init, input.onUpload);
    };

    const ended = activity.begin();
    try {
      const token = options.session.get().token;
      let response = await attempt(token);
      if (response.status === 401 && endpoint.access !== 'public') {
        activity.clear();
        const now = options.session.get().token;
        const renewed = now !== null && now !== token ? true : await refresh();
        if (renewed) response = await attempt(options.session.get().token);
      }
      const challenge = response.headers.get(CHALLENGE_HEADER);
      if (response.status === 429 && challenge) {
        const { solve } = await import('../../challenge/solve.ts');
        const proof = await solve(challenge);
        if (proof) response = await attempt(options.session.get().token, proof);
      }
      if (response.status === 403) activity.clear();
      if (!response.ok) throw await readError(response);
      return (await readReply(endpoint, response)) as CallResult<E>;
    } finally {
      ended();
    }
  }
  /** Opens an endpoint of server-sent events; not shown as activity, as it stays open. @throws ApiError, NetworkError */
  async function stream(endpoint: Endpoint, signal: AbortSignal): Promise<Response> {
    const attempt = () => {
      requireSamePlace();
      const headers = new Headers({ 'Accept-Language': language() });
      const { token, isLive } = options.session.get();
      if (token) headers.set('Authorization', `Bearer ${token}`);
      return send(addressOf(endpoint, {}, isLive), { headers, signal });
    };
    let response = await attempt();
    if (response.status === 401 && (await refresh())) response = await attempt();
    if (!response.ok) throw await readError(response);
    return response;
  }
  return { call, refresh, stream };
}

const client = createCall({
  session,
  locale: () => (document.documentElement.lang === 'ar' ? 'ar' : 'en'),
});

/** Calls an endpoint of the contract in the session's mode and language. */
export const call: Call = client.call;

/** Opens an endpoint of server-sent events in the session's mode. */
export const openStream = client.stream;

/** Tries the refresh cookie once, for a remembered session without a token. */
export const resumeSession = client.refresh;
