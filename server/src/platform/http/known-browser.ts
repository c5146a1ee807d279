/** Browsers in which an account was signed in: their attempts are counted separately from strangers' (ADR 175). */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { serverKey } from '../keys.ts';
import { cookieName, cookieOf, cookieOptions } from './cookies.ts';

const COOKIE = 'known';
const LASTS_SECONDS = 180 * 86_400;

const sign = (config: Config, account: string, serial: string): string =>
  createHmac('sha256', serverKey({ config }, 'known browsers'))
    .update(`${account}\n${serial}`)
    .digest('base64url')
    .slice(0, 32);

/** Stores in a browser that an account was signed in there. @param path of the sign-in calls */
export function rememberBrowser(reply: FastifyReply, config: Config, path: string, account: string): void {
  const serial = randomBytes(12).toString('base64url');
  const options = { ...cookieOptions(config, path), maxAge: LASTS_SECONDS };
  reply.setCookie(cookieName(config, COOKIE), `${serial}.${sign(config, account, serial)}`, options);
}

/** Returns the browser of a request if the account was signed in there; null otherwise. */
export function knownBrowserOf(request: FastifyRequest, config: Config, account: string): string | null {
  const [, serial, signature] =
    /^([\w-]{16})\.([\w-]{32})$/.exec(cookieOf(config, request, COOKIE) ?? '') ?? [];
  if (!serial || !signature) return null;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(config, account, serial))) ? serial : null;
}
