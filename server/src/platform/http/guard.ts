import type { Endpoint } from '@daftar/contract/endpoint';
import type { Permission } from '@daftar/contract/permissions';
import type { FastifyRequest } from 'fastify';
import type { Caller, Mode, Visitor } from '../context.ts';
import { localeOf } from '../i18n/translate.ts';
import { ForbiddenError, UnauthorizedError } from './errors.ts';

/** Who a bearer token stands for. */
export type Principal = Pick<
  Caller,
  'merchantId' | 'userId' | 'sessionId' | 'email' | 'permissions' | 'merchantStatus'
>;

/** Answers who a bearer token stands for, or null when it stands for nobody (any more). */
export type Authenticate = (token: string) => Promise<Principal | null>;

const LIVE_CAPABLE = 3;
const SUSPENDED = 4;

/** Who asks, whether signed in or not. */
export function visitorOf(request: FastifyRequest): Visitor {
  return {
    locale: localeOf(request.headers['accept-language']),
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
  };
}

/** The token of an `Authorization: Bearer` header; never of a query or a cookie. */
export function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/** @throws UnauthorizedError 401, ForbiddenError 403: in this order no session, not live, permission missing. */
export async function guard(
  authenticate: Authenticate,
  endpoint: Endpoint,
  mode: Mode,
  request: FastifyRequest,
): Promise<Caller> {
  const token = bearerOf(request);
  const principal = token === null ? null : await authenticate(token);
  if (!principal) throw new UnauthorizedError();
  const visitor = visitorOf(request);
  const caller: Caller = { ...principal, mode, locale: visitor.locale, address: visitor.address };
  requireLive(endpoint, caller);
  requirePermission(endpoint, caller);
  return caller;
}

function requireLive(endpoint: Endpoint, caller: Caller): void {
  if (endpoint.base !== 'mode' || endpoint.whenNotLive || caller.merchantStatus === LIVE_CAPABLE) return;
  if (caller.merchantStatus === SUSPENDED) {
    if (endpoint.method === 'GET') return;
    throw new ForbiddenError('http.suspended');
  }
  if (caller.mode === 'live') throw new ForbiddenError('http.notLive');
}

function requirePermission(endpoint: Endpoint, caller: Caller): void {
  const { access } = endpoint;
  if (access === 'signed-in') return;
  if (access === 'operator' || access === 'public') throw new ForbiddenError();
  const anyOf: readonly Permission[] = typeof access === 'string' ? [access] : access;
  if (!anyOf.some((permission) => caller.permissions.has(permission))) throw new ForbiddenError();
}
