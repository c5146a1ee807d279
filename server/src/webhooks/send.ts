/**
 * One POST to a merchant's server, which is untrusted: pinned to a checked IP address, bounded in time and size,
 * without redirects.
 */
import { lookup } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { mayReach } from './address.ts';

/** The result of one attempt. `error` is a catalogue key that says why there was no answer. */
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
  /** How much of the answer is read and stored. */
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
 * Sends a body to a URL. The name is resolved once and the connection made to the checked address, so that a name that
 * resolves differently a moment later leads nowhere; every address of the name must be allowed. Never throws.
 */
export async function send(
  url: string,
  message: { headers: Record<string, string>; body: string | Buffer },
  options: { allowsLoopback: boolean; limits?: Limits },
): Promise<Sent> {
  const limits = options.limits ?? LIMITS;
  const started = performance.now();
  const nothing = { status: null, reply: '', retryAfter: undefined };
  const signal = AbortSignal.timeout(limits.milliseconds);
  try {
    const target = readUrl(url);
    const pinned = await inTime(resolve(target, options.allowsLoopback), signal);
    const answer = await post(target, pinned, message, limits, signal);
    return { ...answer, error: '', milliseconds: since(started) };
  } catch (error) {
    const reason = signal.aborted ? 'timeout' : reasonOf(error);
    return { ...nothing, error: reason, milliseconds: since(started) };
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

function post(
  target: URL,
  pinned: Pinned[],
  { headers, body }: { headers: Record<string, string>; body: string | Buffer },
  limits: Limits,
  signal: AbortSignal,
): Promise<Omit<Sent, 'error' | 'milliseconds'>> {
  return new Promise((done, fail) => {
    const ask = target.protocol === 'https:' ? requestHttps : requestHttp;
    const request = ask(target, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
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
        const reply = Buffer.concat(chunks).subarray(0, limits.replyBytes).toString('utf8');
        done({
          status: response.statusCode ?? null,
          reply: reply.replaceAll('\u0000', ''),
          retryAfter: response.headers['retry-after'],
        });
        request.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes >= limits.replyBytes) finish();
      });
      // The status is what counts: a body that breaks off or takes too long changes nothing.
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
