import { COMPANY_SIGN_IN_MINUTES } from '@daftar/contract/company-sign-in';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { cookieName, cookieOf, cookieOptions } from '../platform/http/cookies.ts';

const BROWSER = 'company';
const PATH = '/api/merchant/login/company';

/** What binds a sign-in to the browser that began it. */
export const browserOf = (request: FastifyRequest, config: Config) => cookieOf(config, request, BROWSER);

/** Gives it to the browser, for as long as the sign-in may take. */
export function setBrowser(reply: FastifyReply, config: Config, value: string): void {
  const options = { ...cookieOptions(config, PATH), maxAge: COMPANY_SIGN_IN_MINUTES * 60 };
  reply.setCookie(cookieName(config, BROWSER), value, options);
}

/** Takes it away. */
export function clearBrowser(reply: FastifyReply, config: Config): void {
  reply.clearCookie(cookieName(config, BROWSER), cookieOptions(config, PATH));
}
