import { COMPANY_SIGN_IN_MINUTES } from '@daftar/contract/company-sign-in';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { cookieName, cookieOf, cookieOptions } from '../platform/http/cookies.ts';

const BROWSER = 'company';
const PATH = '/api/merchant/login/company';

/** Reads the cookie that binds a sign-in to the browser that began it. */
export const browserOf = (request: FastifyRequest, config: Config) => cookieOf(config, request, BROWSER);

/** Sets this cookie for the lifetime of a sign-in. */
export function setBrowser(reply: FastifyReply, config: Config, value: string): void {
  const options = { ...cookieOptions(config, PATH), maxAge: COMPANY_SIGN_IN_MINUTES * 60 };
  reply.setCookie(cookieName(config, BROWSER), value, options);
}

/** Clears this cookie. */
export function clearBrowser(reply: FastifyReply, config: Config): void {
  reply.clearCookie(cookieName(config, BROWSER), cookieOptions(config, PATH));
}
