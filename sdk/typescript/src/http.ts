/** Sends requests: retries what is safe to repeat, and turns errors into classes. */
import { ConnectionError, type ErrorBody, errorOf } from './errors.ts';
import type { Meta } from './types.ts';

/** Options of the client. */
export interface DaftarOptions {
  /** Where your Daftar is: `https://pay.example.com`, without `/api`. */
  baseUrl: string;
  /** The language of messages to people: `en` or `ar`. */
  language?: 'en' | 'ar';
  /** The version of the API that answers, `2026-11-27`; that of the key by default. */
  version?: string;
  /** How often a request that failed is sent again; 2 by default. */
  maxRetries?: number;
  /** Milliseconds until a request is given up; 30,000 by default. */
  timeout?: number;
  /** Replaces `fetch`, for tests and proxies. */
  fetch?: typeof fetch;
}

/** Options of one request. */
export interface RequestOptions {
  /** A repeated request with the same key does nothing twice. Where a call takes one, it is made up unless you give yours. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/**
 * A page of rows. `meta.total` counts to 10,000; beyond, `meta.more` is true. A page that was asked for by `limit` or `cursor`
 * has `meta.next_cursor` instead of numbers of pages.
 */
export interface Page<T> {
  data: T[];
  meta: Meta;
}

interface Input {
  query?: object;
  body?: unknown;
  form?: object;
  isIdempotent?: boolean;
  options: RequestOptions;
}

type Reply = { data?: unknown; meta?: unknown } & ErrorBody;

const RETRIED = new Set([429, 500, 502, 503, 504]);
const LONGEST_WAIT_MILLISECONDS = 30_000;

export class HttpClient {
  readonly #key: string;
  readonly #options: DaftarOptions;

  constructor(key: string, options: DaftarOptions) {
    if (!/^[sp]k_(test|live)_/.test(key))
      throw new TypeError('A key begins with sk_test_, sk_live_, pk_test_ or pk_live_');
    this.#key = key;
    this.#options = options;
  }

  /** What `data` of the reply is. */
  async data<T>(method: string, path: string, input: Input): Promise<T> {
    return (await this.#json(method, path, input)).data as T;
  }

  /** The whole reply, for calls whose fields stand beside `statusCode`. */
  async whole<T>(method: string, path: string, input: Input): Promise<T> {
    return (await this.#json(method, path, input)) as T;
  }

  async page<T>(method: string, path: string, input: Input): Promise<Page<T>> {
    const { data, meta } = await this.#json(method, path, input);
    return { data, meta } as Page<T>;
  }

  async done(method: string, path: string, input: Input): Promise<void> {
    await this.#send(method, path, input);
  }

  async file(method: string, path: string, input: Input): Promise<Uint8Array> {
    return new Uint8Array(await (await this.#send(method, path, input)).arrayBuffer());
  }

  async #json(method: string, path: string, input: Input): Promise<Reply> {
    return (await (await this.#send(method, path, input)).json()) as Reply;
  }

  async #send(
    method: string,
    path: string,
    { query = {}, body, form, isIdempotent, options }: Input,
  ): Promise<Response> {
    const { baseUrl, language = 'en', version, maxRetries = 2, timeout = 30_000 } = this.#options;
    const send = this.#options.fetch ?? fetch;
    const isTest = this.#key.includes('_test_') && !path.startsWith('/sandbox/');
    const address = new URL(`${baseUrl.replace(/\/$/, '')}/api${isTest ? '/sandbox' : ''}${path}`);
    for (const [name, value] of Object.entries(query)) {
      // `metadata[branch]=Zamalek`
      const each = isObject(value)
        ? Object.entries(value).map(([key, one]) => [`${name}[${key}]`, one])
        : [[name, value]];
      for (const [as, one] of each)
        if (one !== undefined && one !== null) address.searchParams.append(String(as), String(one));
    }
    const headers: Record<string, string> = {
      authorization: `Bearer ${this.#key}`,
      'accept-language': language,
      ...(version === undefined ? {} : { 'daftar-version': version }),
    };
    const idempotencyKey = options.idempotencyKey ?? (isIdempotent ? crypto.randomUUID() : undefined);
    if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const mayRepeat = method === 'GET' || idempotencyKey !== undefined;
    for (let attempt = 0; ; attempt += 1) {
      const signal = AbortSignal.any([
        AbortSignal.timeout(timeout),
        ...(options.signal ? [options.signal] : []),
      ]);
      let reply: Response;
      try {
        const content = form ? formOf(form) : body === undefined ? undefined : JSON.stringify(body);
        reply = await send(address, {
          method,
          headers,
          signal,
          ...(content === undefined ? {} : { body: content }),
        });
      } catch (error) {
        if (options.signal?.aborted) throw error;
        if (!mayRepeat || attempt >= maxRetries)
          throw new ConnectionError('Daftar did not answer', { cause: error });
        await waitFor(attempt, null);
        continue;
      }
      if (reply.ok) return reply;
      // 429 has done nothing; another error of ours may have, and only a key makes repeating it safe.
      const isAgain = RETRIED.has(reply.status) && (mayRepeat || reply.status === 429);
      if (isAgain && attempt < maxRetries) {
        await reply.body?.cancel();
        await waitFor(attempt, reply.headers.get('retry-after'));
        continue;
      }
      const said = (await reply.json().catch(() => ({}))) as ErrorBody;
      throw errorOf(reply.status, said, reply.headers);
    }
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function formOf(fields: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    form.append(name, value instanceof Blob ? value : String(value));
  }
  return form;
}

function waitFor(attempt: number, retryAfter: string | null): Promise<void> {
  const asked = Number(retryAfter) * 1000;
  const wait = asked > 0 ? asked : 500 * 2 ** attempt * (0.5 + Math.random() / 2);
  return new Promise((resolve) => {
    setTimeout(resolve, Math.min(wait, LONGEST_WAIT_MILLISECONDS));
  });
}

/** Every row of every page, fetched as they are read. */
export async function* everyPage<T>(read: (page: number) => Promise<Page<T>>): AsyncGenerator<T> {
  for (let number = 1; ; number += 1) {
    const { data, meta } = await read(number);
    yield* data;
    if (data.length === 0 || number >= (meta.last_page ?? 0)) return;
  }
}

/** Every row by cursor: what is in the list when the reading begins comes exactly once. */
export async function* everyRow<T>(read: (from: { cursor?: string }) => Promise<Page<T>>): AsyncGenerator<T> {
  let from: { cursor?: string } | null = {};
  while (from !== null) {
    const { data, meta }: Page<T> = await read(from);
    yield* data;
    from = meta.next_cursor ? { cursor: meta.next_cursor } : null;
  }
}
