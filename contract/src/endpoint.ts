import type * as z from 'zod/mini';
import type { Reply } from './envelope.ts';
import type { OperatorPermission } from './ops-roles.ts';
import type { Permission } from './permissions.ts';
import type { Schema } from './schema.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call; nothing is public by omission. A list of permissions means any one of them. `operator` is any of the
 * provider's staff, `ops:…` only those whose role holds that permission.
 */
export type Access = 'public' | 'signed-in' | OperatorAccess | Permission | readonly Permission[];

/** Calls of the provider's console; no merchant's session opens them. */
export type OperatorAccess = 'operator' | OperatorPermission;

/**
 * One API call. The mounted route, the guard, validation on both sides, the typed client, the serialiser, OpenAPI and
 * the test matrix are all derived from it.
 */
export interface Endpoint {
  readonly method: Method;
  /** Without the base; parameters as `:id`. */
  readonly path: `/${string}`;
  /** `mode`: mounted under `/api` (live) and `/api/sandbox` (test). `fixed`: under `/api` only. */
  readonly base: 'mode' | 'fixed';
  readonly access: Access;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** `multipart` bodies are described by `body` for their fields; files come beside them. */
  readonly consumes?: 'json' | 'multipart';
  readonly reply: Reply;
  /**
   * Which API keys may call it. Absent: secret keys that hold `access`, on calls that have a mode; none where `access`
   * is `signed-in`, because the data may be personal. `secret`: secret keys even then. `none`: people only. `public`:
   * public keys as well, from any website.
   */
  readonly keys?: 'none' | 'secret' | 'public';
  /** HTTP status of success; 200 unless the specification names 201. */
  readonly status?: 200 | 201;
  /** A merchant that is not live-capable may still call it in live mode. */
  readonly whenNotLive?: true;
  /** A suspended merchant may call it although it writes: it moves no money. */
  readonly whenSuspended?: true;
  /** Replays its first reply for a repeated `Idempotency-Key`. Every create call has it. */
  readonly idempotent?: true;
  /**
   * Asks again who the caller is (`step-up.ts`), beside the session: of every call, or `sometimes`, as the comment at its body says.
   * What moves or redirects money, or gives power, has it, or is named with a reason in `server/tests/endpoints/step-up.test.ts`.
   */
  readonly stepUp?: 'always' | 'sometimes';
  /** Endpoints where passwords or codes could be guessed have a stricter rate limit. */
  readonly rateLimit?: 'credentials';
}

/** How long the reply of an `Idempotency-Key` is kept. */
export const IDEMPOTENCY_KEPT_HOURS = 24;

export type Endpoints = Readonly<Record<string, Endpoint>>;

/** Keeps each endpoint's own literal type while checking its shape. */
export function defineEndpoints<const T extends Endpoints>(endpoints: T): T {
  return endpoints;
}

type OutputOf<S> = S extends Schema ? z.output<S> : undefined;
type InputOf<S> = S extends Schema ? z.input<S> : undefined;

/** What a handler is given: parsed, normalised input. */
export interface ParsedInput<E extends Endpoint> {
  params: OutputOf<E['params']>;
  query: OutputOf<E['query']>;
  body: OutputOf<E['body']>;
}

type Given<K extends string, V> = V extends undefined
  ? { [P in K]?: undefined }
  : // biome-ignore lint/complexity/noBannedTypes: "{} is assignable" is exactly the test for "all optional".
    {} extends V
    ? { [P in K]?: V }
    : { [P in K]: V };

/** What a caller of the typed client passes: raw input, before parsing. */
export type CallInput<E extends Endpoint> = Given<'params', InputOf<E['params']>> &
  Given<'query', InputOf<E['query']>> &
  Given<'body', E['consumes'] extends 'multipart' ? FormDataLike : InputOf<E['body']>>;

/** A multipart body; structural, so that the contract needs no DOM types. */
export interface FormDataLike {
  append(name: string, value: string): void;
}

/** What a handler returns and a caller reads: the `data` (or top level, or rows) of the reply. */
export type ReplyOf<E extends Endpoint> =
  E['reply'] extends Reply<infer S, infer _K> ? (S extends Schema ? z.output<S> : null) : never;
