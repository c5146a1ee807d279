import { COMPANY_SIGN_IN_MINUTES } from '@daftar/contract/company-sign-in';
import { ops as endpoints } from '@daftar/contract/ops';
import { opsOperators } from '@daftar/contract/ops-operators';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { operatorAccountOf } from '../auth/tries.ts';
import type { Config } from '../config.ts';
import { cookieName, cookieOf, cookieOptions } from '../platform/http/cookies.ts';
import { OPERATOR_COOKIE } from '../platform/http/guard.ts';
import { knownBrowserOf, rememberBrowser } from '../platform/http/known-browser.ts';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { requireOwnOrigin } from '../platform/http/origin.ts';
import { beginByCompany, finishByCompany, isOffered } from './operators/company.ts';
import { join, openInvitation } from './operators/join.ts';
import * as roles from './operators/roles.ts';
import { SESSION_SECONDS, type SignedIn, signIn, signOut } from './operators/sessions.ts';
import * as team from './operators/team.ts';

const PATH = '/api/ops';
const SIGN_IN_PATH = `${PATH}/login`;
/** Binds a sign-in at the company's identity provider to the browser that began it. */
const COMPANY_COOKIE = 'operator-company';
const COMPANY_PATH = `${PATH}/login/company`;

const profileOf = ({ email, role, roleName, permissions, reads }: SignedIn['operator']) => ({
  email,
  role,
  role_name: roleName,
  permissions: [...permissions],
  reads: [...reads],
});

/** Sets the session's cookie. @returns the operator as the console shows them. */
function letIn(config: Config, reply: FastifyReply, { token, operator }: SignedIn) {
  const options = { ...cookieOptions(config, PATH), maxAge: SESSION_SECONDS };
  reply.setCookie(cookieName(config, OPERATOR_COOKIE), token, options);
  return { data: profileOf(operator), message: { key: 'ops.signedIn' } };
}

/** Mounts operators' sign-in and the management of operators. */
export function registerOperators(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    login: async ({ app, visitor, body, request, reply }) => {
      requireOwnOrigin(request);
      const account = operatorAccountOf(body);
      const browser = knownBrowserOf(request, app.config, account);
      const done = letIn(app.config, reply, await signIn(app, visitor, body, browser));
      rememberBrowser(reply, app.config, SIGN_IN_PATH, account);
      return done;
    },
    companySignIn: async ({ app }) => ({ data: { offered: isOffered(app) } }),
    beginCompany: async ({ app, visitor, body, request, reply }) => {
      requireOwnOrigin(request);
      const { url, browser } = await beginByCompany(app, visitor, body);
      const options = { ...cookieOptions(app.config, COMPANY_PATH), maxAge: COMPANY_SIGN_IN_MINUTES * 60 };
      reply.setCookie(cookieName(app.config, COMPANY_COOKIE), browser, options);
      return { data: { url } };
    },
    finishCompany: async ({ app, visitor, body, request, reply }) => {
      requireOwnOrigin(request);
      const browser = cookieOf(app.config, request, COMPANY_COOKIE);
      reply.clearCookie(cookieName(app.config, COMPANY_COOKIE), cookieOptions(app.config, COMPANY_PATH));
      const done = await finishByCompany(app, visitor, browser, body);
      return 'join' in done ? { data: done } : letIn(app.config, reply, done);
    },
    logout: async ({ app, visitor, request, reply }) => {
      requireOwnOrigin(request);
      await signOut(app, cookieOf(app.config, request, OPERATOR_COOKIE), visitor.address);
      reply.clearCookie(cookieName(app.config, OPERATOR_COOKIE), cookieOptions(app.config, PATH));
      return { message: { key: 'ops.signedOut' } };
    },
    me: async ({ operator }) => ({ data: profileOf(operator) }),
  });
  mount(server, options, opsOperators, {
    list: ({ app, operator, query }) => team.operators.page(app, operator, query.paging, query.filters),
    export: ({ app, operator, query }) => team.operators.file(app, operator, query.paging, query.filters),
    invite: async ({ app, operator, body }) => {
      await team.inviteOperator(app, operator, body);
      return { message: { key: 'ops.invited', params: { email: body.email } } };
    },
    reset: async ({ app, operator, params }) => {
      await team.resetOperator(app, operator, params.id);
      return { message: { key: 'ops.operatorReset' } };
    },
    disable: async ({ app, operator, params }) => {
      await team.disableOperator(app, operator, params.id);
      return { message: { key: 'ops.operatorDisabled' } };
    },
    changeRole: async ({ app, operator, params, body }) => {
      await team.changeRole(app, operator, params.id, body);
      return { message: { key: 'ops.roleChanged' } };
    },
    roles: async ({ app, operator }) => ({ data: await roles.listRoles(app, operator) }),
    createRole: async ({ app, operator, body }) => ({
      data: await roles.createRole(app, operator, body),
      message: { key: 'ops.roleSaved' },
    }),
    updateRole: async ({ app, operator, params, body }) => {
      await roles.updateRole(app, operator, params.id, body);
      return { message: { key: 'ops.roleSaved' } };
    },
    deleteRole: async ({ app, operator, params }) => {
      await roles.deleteRole(app, operator, params.id);
      return { message: { key: 'ops.roleDeleted' } };
    },
    openInvitation: async ({ app, body, request }) => {
      requireOwnOrigin(request);
      return { data: await openInvitation(app, body.token) };
    },
    join: async ({ app, visitor, body, request, reply }) => {
      requireOwnOrigin(request);
      return letIn(app.config, reply, await join(app, visitor, body));
    },
  });
}
