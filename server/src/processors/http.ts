/** HTTP calls to processors: limited in time and size, without redirects, with classified failures. */
import { outgoing } from '../platform/tracing/spans.ts';
import { ProcessorError } from './errors.ts';

/** Limits of one call. */
export interface HttpLimits {
  milliseconds: number;
  replyBytes: number;
}
export const HTTP_LIMITS: HttpLimits = { milliseconds: 10_000, replyBytes: 1024 * 1024 };

export interface HttpCall {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  json?: unknown;
  signal: AbortSignal;
}

export interface HttpReply {
  status: number;
  text: string;
  /** The parsed text; undefined if it is not JSON. */
  json: unknown;
}

/** @throws ProcessorError `busy` if no connection was made, otherwise `unknown`; a reply of any status is returned */
export type HttpClient = (call: HttpCall) => Promise<HttpReply>;

/** Error codes of a connection that was never established, so that nothing was sent. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Makes the client. */
export function httpClient(limits: HttpLimits = HTTP_LIMITS): HttpClient {
  const call: HttpClient = async ({ method, url, headers = {}, json, signal }) => {
    const tooLong = AbortSignal.timeout(limits.milliseconds);
    const body = json === undefined ? null : JSON.stringify(json);
    const type: Record<string, string> = body === null ? {} : { 'content-type': 'application/json' };
    try {
      const reply = await fetch(url, {
        method,
        body,
        headers: { accept: 'application/json', ...type, ...headers },
        redirect: 'error',
        signal: AbortSignal.any([tooLong, signal]),
      });
      const text = await readText(reply, limits.replyBytes);
      return { status: reply.status, text, json: parse(text) };
    } catch (error) {
      if (error instanceof ProcessorError) throw error;
      const { host } = new URL(url);
      const code = causeCode(error);
      if (NEVER_SENT.has(code))
        throw new ProcessorError('busy', `${host} is not reachable: ${code}`, null, error);
      const why = tooLong.aborted
        ? 'did not answer in time'
        : `did not answer: ${code || (error as Error).name}`;
      throw new ProcessorError('unknown', `${host} ${why}`, null, error);
    }
  };
  return (asked) =>
    outgoing(asked.method, asked.url, async (span) => {
      const reply = await call(asked);
      span.setAttribute('http.response.status_code', reply.status);
      return reply;
    });
}

async function readText(reply: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of reply.body ?? []) {
    size += chunk.length;
    if (size > most) throw new ProcessorError('unknown', 'the reply is too large', reply.status);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function causeCode(error: unknown): string {
  const cause = (error as { cause?: { code?: unknown; errors?: { code?: unknown }[] } } | null)?.cause;
  return String(cause?.code ?? cause?.errors?.[0]?.code ?? '');
}
