/** Encoding and decoding of the contract's calls, shared by the portal and the console. */
import type { CallInput, Endpoint, ReplyOf } from '@daftar/contract/endpoint';
import type { Meta, Reply } from '@daftar/contract/envelope';

export interface CallOptions {
  /** The same key and body twice gets the first reply: made once per attempt of a person. */
  idempotencyKey?: string;
  signal?: AbortSignal | undefined;
  /** Another mode than the session's. */
  inMode?: 'live' | 'test';
  /** From 0 to 1, how much of the body has been sent. */
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

/** The address of a call: parameters filled in, empty filters left out. */
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

/** What a reply is called in the server's log. */
export const requestId = (response: Response) => response.headers.get('X-Request-Id') ?? undefined;

/** A body as JSON; an empty object for anything else. */
export async function readJson(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text().catch(() => '');
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** What a good answer carries, by the kind of its endpoint's reply. */
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
