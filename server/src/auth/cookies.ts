import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { cookieName, cookieOf, cookieOptions } from '../platform/http/cookies.ts';
import { rememberBrowser } from '../platform/http/known-browser.ts';
import type { SessionCookie } from './sessions.ts';

const REFRESH = 'refresh';
const PATH = '/api/merchant';
const SIGN_IN_PATH = `${PATH}/login`;

/** Returns the refresh cookie of a request. */
export const sessionCookieOf = (request: FastifyRequest, config: Config) =>
  cookieOf(config, request, REFRESH);

/** Sets the refresh cookie of a session, and marks the browser as one in which the account has signed in. */
export function setSessionCookie(reply: FastifyReply, config: Config, cookie: SessionCookie): void {
  const options = { ...cookieOptions(config, PATH), maxAge: cookie.maxAgeSeconds };
  reply.setCookie(cookieName(config, REFRESH), cookie.value, options);
  if (cookie.account !== undefined) rememberBrowser(reply, config, SIGN_IN_PATH, cookie.account);
}

/** Clears the refresh cookie. */
export function clearSessionCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(cookieName(config, REFRESH), cookieOptions(config, PATH));
}
