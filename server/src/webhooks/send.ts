/**
 * Sends one request to a merchant's server, which is untrusted: pinned to a checked IP address, bounded in time and
 * size, without redirects.
 */
import { lookup } from 'node:dns/promises';
import { type IncomingHttpHeaders, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { outgoing, traceparent } from '../platform/tracing/spans.ts';
import { mayReach } from './address.ts';

/** The result of one attempt. `error` is a catalogue key for the reason that there was no answer. */
export interface Sent {
  status: number | null;
  /** The beginning of the answer. */
  reply: string;
  error: SendError | '';
  milliseconds: number;
  retryAfter: string | undefined;
}
export type SendError = 'address' | 'refused-address' | 'unknown-host' | 'timeout' | 'connection' | 'tls';

export interface Limits {
  /** For resolution, connection and answer together. */
  milliseconds: number;
  /** Number of bytes of the answer that are read. */
  replyBytes: number;
}
export const LIMITS: Limits = { milliseconds: 10_000, replyBytes: 4096 };

interface Pinned {
  address: string;
  family: number;
}

class Refused extends Error {
  readonly reason: SendError;
  constructor(reason: SendError) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Sends a body to a URL. The name is resolved once and the connection made to the checked address, which prevents DNS
 * rebinding; every address of the name must be allowed. Never throws.
 */
export async function send(
  url: string,
  message: { headers: Record<string, string>; body: string | Buffer },
  options: { allowsLoopback: boolean; limits?: Limits },
): Promise<Sent> {
  const started = performance.now();
  const answer = await exchange(url, { method: 'POST', ...message }, { limits: LIMITS, ...options });
  const milliseconds = since(started);
  if ('error' in answer)
    return { status: null, reply: '', retryAfter: undefined, error: answer.error, milliseconds };
  const reply = answer.body.toString('utf8').replaceAll('\u0000', '');
  return { status: answer.status, reply, retryAfter: answer.headers['retry-after'], error: '', milliseconds };
}

interface Asked {
  method: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}

/** An answer, truncated at the limit. */
export interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The answer was not truncated. */
  isWhole: boolean;
}

/** Sends a request of any method to an untrusted server, as `send` does. Never throws. */
export function exchange(
  url: string,
  asked: Asked,
  options: { allowsLoopback: boolean; limits: Limits },
): Promise<Answered | { error: SendError }> {
  return outgoing(asked.method, url, async (span) => {
    const headers = { ...asked.headers, ...traceparent() };
    const answer = await exchangeOnce(url, { ...asked, headers }, options);
    if ('error' in answer) span.setAttribute('error.type', answer.error);
    else span.setAttribute('http.response.status_code', answer.status);
    return answer;
  });
}

async function exchangeOnce(
  url: string,
  asked: Asked,
  { allowsLoopback, limits }: { allowsLoopback: boolean; limits: Limits },
): Promise<Answered | { error: SendError }> {
  const signal = AbortSignal.timeout(limits.milliseconds);
  try {
    const target = readUrl(url);
    const pinned = await inTime(resolve(target, allowsLoopback), signal);
    return await ask(target, pinned, asked, limits, signal);
  } catch (error) {
    return { error: signal.aborted ? 'timeout' : reasonOf(error) };
  }
}

const since = (started: number) => Math.round(performance.now() - started);

function readUrl(url: string): URL {
  if (!URL.canParse(url)) throw new Refused('address');
  const target = new URL(url);
  if (target.protocol !== 'http:' && target.protocol !== 'https:') throw new Refused('address');
  return target;
}

async function resolve(target: URL, allowsLoopback: boolean): Promise<Pinned[]> {
  const host = target.hostname.replace(/^\[|\]$/g, '');
  const found = await lookup(host, { all: true, verbatim: true }).catch(() => {
    throw new Refused('unknown-host');
  });
  if (found.length === 0) throw new Refused('unknown-host');
  if (!found.every(({ address }) => mayReach(address, allowsLoopback))) throw new Refused('refused-address');
  return found;
}

function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((done, fail) => {
    signal.addEventListener('abort', () => fail(signal.reason), { once: true });
    work.then(done, fail);
  });
}

/** Replaces Node's DNS lookup by the checked address. */
const pinnedLookup =
  (pinned: Pinned[]): LookupFunction =>
  (_host, options, answer) => {
    if (options.all) answer(null, pinned);
    else answer(null, pinned[0]!.address, pinned[0]!.family);
  };

function ask(
  target: URL,
  pinned: Pinned[],
  { method, headers, body }: Asked,
  limits: Limits,
  signal: AbortSignal,
): Promise<Answered> {
  return new Promise((done, fail) => {
    const start = target.protocol === 'https:' ? requestHttps : requestHttp;
    const request = start(target, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
      lookup: pinnedLookup(pinned),
      // No connection is reused.
      agent: false,
      signal,
    });
    request.on('error', fail);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      const finish = () => {
        done({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).subarray(0, limits.replyBytes),
          isWhole: response.complete && bytes <= limits.replyBytes,
        });
        request.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes >= limits.replyBytes) finish();
      });
      // Only the status matters, so a body that breaks off or takes too long changes nothing.
      for (const end of ['end', 'error', 'aborted', 'close'] as const) response.on(end, finish);
    });
    request.end(body);
  });
}

function reasonOf(error: unknown): SendError {
  if (error instanceof Refused) return error.reason;
  const code = String((error as NodeJS.ErrnoException).code ?? '');
  return /CERT|TLS|SSL|ALTNAME|SELF_SIGNED|UNABLE_TO/.test(code) ? 'tls' : 'connection';
}
