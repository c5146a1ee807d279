import type * as z from 'zod/mini';
import type { Reply } from './envelope.ts';
import type { OperatorPermission } from './ops-roles.ts';
import type { Permission } from './permissions.ts';
import type { Schema } from './schema.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The callers allowed; nothing is public by default. A list of permissions requires any one of them. `operator` is any
 * member of the provider's staff, `ops:…` only those whose role has the permission.
 */
export type Access = 'public' | 'signed-in' | OperatorAccess | Permission | readonly Permission[];

/** Calls of the provider's console, which a merchant's session cannot make. */
export type OperatorAccess = 'operator' | OperatorPermission;

/**
 * One API call. The route, guard, validation on both sides, typed client, serializer, OpenAPI description and test
 * matrix are derived from it.
 */
export interface Endpoint {
  readonly method: Method;
  /** Without the base path; parameters as `:id`. */
  readonly path: `/${string}`;
  /** `mode`: mounted under `/api` (live) and `/api/sandbox` (test). `fixed`: under `/api` only. */
  readonly base: 'mode' | 'fixed';
  readonly access: Access;
  /** A permission required in addition to `access`. */
  readonly also?: Permission;
  /** A permission that a key needs in addition to `access`; people prove their identity instead. */
  readonly alsoForKeys?: Permission;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** The fields of a `multipart` body are described by `body`; its file is separate. */
  readonly consumes?: 'json' | 'multipart';
  readonly reply: Reply;
  /**
   * The API keys that may call it. Absent: secret keys with the permission `access`, on calls that have a mode; none if
   * `access` is `signed-in`, because the data may be personal. `secret`: secret keys even then. `none`: people only.
   * `public`: public keys as well, from any website. `test`: test keys, on a fixed path of test mode.
   */
  readonly keys?: 'none' | 'secret' | 'public' | 'test';
  /** HTTP status of success; 200 unless the specification requires 201. */
  readonly status?: 200 | 201;
  /** Merchants that are not approved may call it in live mode. */
  readonly whenNotLive?: true;
  /** Suspended merchants may call it although it writes, because it moves no money. */
  readonly whenSuspended?: true;
  /**
   * Allowed while viewing the portal as a role although it is not a GET: ending the view, and calls that write nothing.
   */
  readonly whileViewing?: true;
  /**
   * Returns the first reply again for a repeated `Idempotency-Key`. Set on every create call of merchants, and on every
   * console call that would, if sent twice, notify somebody twice or request the same money twice.
   */
  readonly idempotent?: true;
  /**
   * Requires step-up (`step-up.ts`) in addition to the session: always, or `sometimes`, as the comment on its body
   * explains. Set on calls that move or redirect money or grant power; exceptions are listed with a reason in
   * `server/tests/endpoints/step-up.test.ts`.
   */
  readonly stepUp?: 'always' | 'sometimes';
  /**
   * The database that may answer a read-only call. Absent: lists and files of signed-in callers may be read at a
   * standby, everything else is read at the primary ({@link readsAtStandby}).
   */
  readonly reads?: 'standby' | 'primary';
  /** Endpoints where passwords or codes could be guessed have a stricter rate limit. */
  readonly rateLimit?: 'credentials';
}

/**
 * Returns whether a standby of the database, which refuses every write, may answer a call. Calls that write or decide
 * about money are excluded because they are not GET.
 */
export function readsAtStandby({ method, access, reply, reads }: Endpoint): boolean {
  if (method !== 'GET' || access === 'public' || reads === 'primary') return false;
  return reads === 'standby' || ['list', 'nested-list', 'file'].includes(reply.kind);
}

/** Hours for which the reply of an `Idempotency-Key` is kept. */
export const IDEMPOTENCY_KEPT_HOURS = 24;
/** `true` on a reply that repeats that of an earlier call. */
export const REPLAYED_HEADER = 'Idempotent-Replayed';

export type Endpoints = Readonly<Record<string, Endpoint>>;

/** Checks the shape of endpoints and keeps their literal types. */
export function defineEndpoints<const T extends Endpoints>(endpoints: T): T {
  return endpoints;
}

type OutputOf<S> = S extends Schema ? z.output<S> : undefined;
type InputOf<S> = S extends Schema ? z.input<S> : undefined;

/** The parsed input of a handler. */
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

/** Input of the typed client, before parsing. */
export type CallInput<E extends Endpoint> = Given<'params', InputOf<E['params']>> &
  Given<'query', InputOf<E['query']>> &
  Given<'body', E['consumes'] extends 'multipart' ? FormDataLike : InputOf<E['body']>>;

/** A multipart body, described structurally because the contract has no DOM types. */
export interface FormDataLike {
  append(name: string, value: string): void;
}

/** The result of a handler, as the client reads it: `data`, the rows, or the top-level fields. */
export type ReplyOf<E extends Endpoint> =
  E['reply'] extends Reply<infer S, infer _K> ? (S extends Schema ? z.output<S> : null) : never;
