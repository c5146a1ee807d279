import type { FastifyReply } from 'fastify';
import type { Config } from '../config.ts';
import type { SessionCookie } from './sessions.ts';

export const REFRESH_COOKIE = 'refresh';

const cookieOptions = (config: Config) => ({
  path: '/api/merchant',
  httpOnly: true,
  sameSite: 'strict' as const,
  secure: config.publicUrl.startsWith('https:'),
});

/** Gives a browser the refresh cookie of its session. */
export function setSessionCookie(reply: FastifyReply, config: Config, cookie: SessionCookie): void {
  reply.setCookie(REFRESH_COOKIE, cookie.value, { ...cookieOptions(config), maxAge: cookie.maxAgeSeconds });
}

/** Takes it away. */
export function clearSessionCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(REFRESH_COOKIE, cookieOptions(config));
}
