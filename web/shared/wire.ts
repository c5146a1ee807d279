/** Encodes and decodes the contract's calls, for the portal and the console. */
import type { CallInput, Endpoint, ReplyOf } from '@daftar/contract/endpoint';
import type { Meta, Reply } from '@daftar/contract/envelope';
import type { ApiVersion } from '@daftar/contract/versions';
import { ApiError } from '../ui/errors.ts';

export interface CallOptions {
  /** Idempotency key, created once per submission: repeating key and body returns the first reply. */
  idempotencyKey?: string;
  signal?: AbortSignal | undefined;
  /** The version of the API that answers; by default the first one, which people's sessions have. */
  version?: ApiVersion;
  /** Overrides the session's mode. */
  inMode?: 'live' | 'test';
  /** Upload progress, from 0 to 1. */
  onUpload?: (fraction: number) => void;
}

type KindOf<E extends Endpoint> = E['reply'] extends Reply<infer _S, infer K> ? K : never;

/** The result of a call: rows with `meta` for lists, a response for files, `data` otherwise. */
export type CallResult<E extends Endpoint> =
  KindOf<E> extends 'list' | 'nested-list'
    ? { data: ReplyOf<E>[]; message: string; meta: Meta }
    : KindOf<E> extends 'file'
      ? { data: Response; message: string; meta?: undefined }
      : { data: ReplyOf<E>; message: string; meta?: undefined };

export type CallArguments<E extends Endpoint> =
  // biome-ignore lint/complexity/noBannedTypes: "{} is assignable" is exactly the test for "nothing is required".
  {} extends CallInput<E> ? [input?: CallInput<E> & CallOptions] : [input: CallInput<E> & CallOptions];

export type Call = <E extends Endpoint>(endpoint: E, ...args: CallArguments<E>) => Promise<CallResult<E>>;

export interface LooseInput extends CallOptions {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
}

export const ACCEPT_LANGUAGE = { ar: 'ar-EG', en: 'en-US' } as const;

/** Builds the URL of a call: fills in parameters and leaves out empty filters. */
export function addressOf(endpoint: Endpoint, input: LooseInput, isLive: boolean): string {
  const base = endpoint.base === 'mode' && !isLive ? '/api/sandbox' : '/api';
  const path = endpoint.path.replace(/:([A-Za-z]+)/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name] ?? '')),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value === undefined || value === null || value === '') continue;
    for (const each of Array.isArray(value) ? value : [value]) query.append(name, String(each));
  }
  const text = query.toString();
  return base + path + (text && `?${text}`);
}

/** Reads an error reply, with its id in the server's log. */
export async function readError(response: Response): Promise<ApiError> {
  const { headers } = response;
  const seconds = Number(headers.get('Retry-After'));
  const requestId = headers.get('X-Request-Id') ?? undefined;
  const retryAfter = seconds > 0 ? seconds : undefined;
  return new ApiError(response.status, await readJson(response), requestId, retryAfter);
}

/** Parses a body as JSON; an empty object if it is not. */
export async function readJson(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text().catch(() => '');
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Decodes a successful response by the endpoint's kind of reply. */
export async function readReply(endpoint: Endpoint, response: Response): Promise<unknown> {
  if (endpoint.reply.kind === 'file') return { data: response, message: '' };
  const { statusCode: _, message, ...rest } = await readJson(response);
  switch (endpoint.reply.kind) {
    case 'list':
      return { data: rest.data, message, meta: rest.meta };
    case 'nested-list': {
      const inner = (rest.data ?? {}) as { data?: unknown; meta?: unknown };
      return { data: inner.data ?? [], message, meta: inner.meta };
    }
    case 'top':
      return { data: rest, message };
    default:
      return { data: rest.data, message };
  }
}
