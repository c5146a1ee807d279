import { isForKeys } from '@daftar/contract/api-keys';
import { MERCHANT_STATUS } from '@daftar/contract/auth';
import { PROOF_HEADER } from '@daftar/contract/challenge';
import type { Endpoint } from '@daftar/contract/endpoint';
import { isForOperators } from '@daftar/contract/ops-roles';
import type { Permission } from '@daftar/contract/permissions';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import type { Caller, Mode, Operator, Visitor } from '../context.ts';
import { localeOf } from '../i18n/translate.ts';
import { type AddressRange, clientAddress, isWithin } from './addresses.ts';
import { cookieOf } from './cookies.ts';
import { ForbiddenError, UnauthorizedError } from './errors.ts';
import { requireOwnOrigin } from './origin.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Cached once read: a request reads it several times. */
    visitor: Visitor | null;
  }
}

/** The identity behind a bearer token. */
export interface Principal
  extends Pick<
    Caller,
    'merchantId' | 'userId' | 'sessionId' | 'email' | 'permissions' | 'merchantStatus' | 'key' | 'viewRoleId'
  > {
  /** The addresses from which its calls may come; null if unrestricted. */
  allowedFrom: readonly AddressRange[] | null;
}

/**
 * Resolves a bearer token sent from an IP address; null if it is unknown or no longer valid. `isFresh` reads the
 * database instead of the cache, which may lag behind a change in another process.
 * @throws TooManyError 429 without a look-up, after too many unknown tokens
 */
export type Authenticate = (
  token: string,
  how: { isFresh: boolean; address: string },
) => Promise<Principal | null>;

/** Resolves a session cookie from an IP address to an operator, or null. @throws TooManyError 429 as {@link Authenticate} */
export type AuthenticateOperator = (
  token: string,
  address: string,
) => Promise<Omit<Operator, 'locale' | 'address'> | null>;

/** The console's session cookie: sent to the console's calls only, not readable by scripts. */
export const OPERATOR_COOKIE = 'operator';

/** The caller's network and language, whether signed in or not. */
export function visitorOf(request: FastifyRequest): Visitor {
  request.visitor ??= {
    locale: localeOf(request.headers['accept-language']),
    address: clientAddress(request),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    proof: request.headers[PROOF_HEADER]?.toString() ?? null,
  };
  return request.visitor;
}

/** Returns the token of an `Authorization: Bearer` header; queries and cookies are ignored. */
export function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/**
 * Authenticates and authorizes a call.
 * @throws TooManyError 429, UnauthorizedError 401, ForbiddenError 403, in this order: no session, address not allowed, key not usable
 * here, not live, permission missing.
 */
export async function guard(
  authenticate: Authenticate,
  endpoint: Endpoint,
  mode: Mode,
  request: FastifyRequest,
): Promise<Caller> {
  const token = bearerOf(request);
  // Writes are authorized by the current state; reads may lag behind it until NOTIFY arrives.
  const isFresh = endpoint.method !== 'GET';
  const principal =
    token === null ? null : await authenticate(token, { isFresh, address: clientAddress(request) });
  if (!principal) throw new UnauthorizedError();
  const visitor = visitorOf(request);
  const { allowedFrom, ...who } = principal;
  // Set before anything is refused, so that the log names the session.
  request.principalKey = principal.sessionId;
  requireAddress(allowedFrom, visitor.address);
  const caller: Caller = { ...who, mode, locale: visitor.locale, address: visitor.address };
  requireAllowed(endpoint, caller);
  return caller;
}

/** @throws ForbiddenError 403, in the order of {@link guard}. */
function requireAllowed(endpoint: Endpoint, caller: Caller): void {
  requireFittingKey(endpoint, caller);
  requireOwnView(endpoint, caller);
  requireLive(endpoint, caller);
  requirePermission(endpoint, caller);
}

/** Returns whether a call would be authorized in the caller's mode, so that other calls are not offered. */
export function mayCall(endpoint: Endpoint, caller: Caller): boolean {
  try {
    requireAllowed(endpoint, caller);
    return true;
  } catch (error) {
    if (error instanceof ForbiddenError) return false;
    throw error;
  }
}

/**
 * Authenticates and authorizes a call of the console. Browsers send its cookie automatically, so calls that change
 * something must also come from our own pages.
 * @throws TooManyError 429, UnauthorizedError 401, ForbiddenError 403.
 */
export async function guardOperator(
  authenticate: AuthenticateOperator,
  endpoint: Endpoint,
  request: FastifyRequest,
  config: Pick<Config, 'publicUrl'>,
): Promise<Operator> {
  const token = cookieOf(config, request, OPERATOR_COOKIE);
  const known = token === undefined ? null : await authenticate(token, clientAddress(request));
  if (!known) throw new UnauthorizedError();
  requireOwnOrigin(request);
  const { access, method } = endpoint;
  const held = method === 'GET' ? known.reads : known.permissions;
  if (!isForOperators(access) || (access !== 'operator' && !held.has(access))) throw new ForbiddenError();
  const { locale, address } = visitorOf(request);
  return { ...known, locale, address };
}

/** Returns whether calls are allowed from an address. */
export const isAllowed = (allowedFrom: Principal['allowedFrom'], address: string): boolean =>
  !allowedFrom || isWithin(address, allowedFrom);

/** @throws ForbiddenError if calls are restricted to other addresses. */
export function requireAddress(allowedFrom: Principal['allowedFrom'], address: string): void {
  if (!isAllowed(allowedFrom, address)) throw new ForbiddenError('http.addressNotAllowed');
}

/** Keys may only call endpoints that have a mode, in their own mode; personal endpoints are not for keys. */
function requireFittingKey(endpoint: Endpoint, { key, mode }: Caller): void {
  if (!key) return;
  if (!isForKeys(endpoint)) throw new ForbiddenError('http.notForKeys');
  if (key.kind === 'public' && endpoint.keys !== 'public') throw new ForbiddenError('http.publicKey');
  if (key.mode !== mode) throw new ForbiddenError(`http.keyOf.${key.mode}`);
}

/** A session that views the portal as a role is read-only, whatever role and caller may do. */
function requireOwnView(endpoint: Endpoint, { viewRoleId }: Caller): void {
  if (viewRoleId === undefined || endpoint.method === 'GET' || endpoint.whileViewing) return;
  throw new ForbiddenError('http.viewingOnly');
}

function requireLive(endpoint: Endpoint, caller: Caller): void {
  if (endpoint.base !== 'mode' || endpoint.whenNotLive || caller.merchantStatus === MERCHANT_STATUS.live)
    return;
  if (caller.merchantStatus === MERCHANT_STATUS.suspended) {
    if (endpoint.method === 'GET' || endpoint.whenSuspended) return;
    throw new ForbiddenError('http.suspended');
  }
  if (caller.mode === 'live') throw new ForbiddenError('http.notLive');
}

function requirePermission(endpoint: Endpoint, caller: Caller): void {
  if (!isPermitted(endpoint, caller)) throw new ForbiddenError();
}

/** Returns whether a caller has the permissions of a call. */
export function isPermitted(
  { access, also, alsoForKeys }: Pick<Endpoint, 'access' | 'also' | 'alsoForKeys'>,
  { permissions, key }: Pick<Caller, 'permissions' | 'key'>,
): boolean {
  if (also !== undefined && !permissions.has(also)) return false;
  if (key && alsoForKeys !== undefined && !permissions.has(alsoForKeys)) return false;
  if (access === 'signed-in') return true;
  if (isForOperators(access) || access === 'public') return false;
  const anyOf: readonly Permission[] = typeof access === 'string' ? [access] : access;
  return anyOf.some((permission) => permissions.has(permission));
}
