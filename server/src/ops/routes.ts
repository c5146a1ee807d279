import { ops as endpoints } from '@daftar/contract/ops';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Operator } from '../platform/context.ts';
import { OPERATOR_COOKIE } from '../platform/http/guard.ts';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { requireOwnOrigin } from '../platform/http/origin.ts';
import { SESSION_SECONDS, signIn, signOut } from './operators/sessions.ts';

const cookieOptions = (config: Config) => ({
  path: '/api/ops',
  httpOnly: true,
  sameSite: 'strict' as const,
  secure: config.publicUrl.startsWith('https:'),
});

const profileOf = ({ email, role, permissions }: Pick<Operator, 'email' | 'role' | 'permissions'>) => ({
  email,
  role,
  permissions: [...permissions],
});

/** Mounts the console's signing in and out. */
export function registerOperators(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    login: async ({ app, visitor, body, request, reply }) => {
      requireOwnOrigin(request);
      const { token, operator } = await signIn(app, visitor, body);
      reply.setCookie(OPERATOR_COOKIE, token, { ...cookieOptions(app.config), maxAge: SESSION_SECONDS });
      return { data: profileOf(operator), message: { key: 'ops.signedIn' } };
    },
    logout: async ({ app, visitor, request, reply }) => {
      requireOwnOrigin(request);
      await signOut(app, request.cookies[OPERATOR_COOKIE], visitor.address);
      reply.clearCookie(OPERATOR_COOKIE, cookieOptions(app.config));
      return { message: { key: 'ops.signedOut' } };
    },
    me: async ({ operator }) => ({ data: profileOf(operator) }),
  });
}
