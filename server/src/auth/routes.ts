import { auth as endpoints, MERCHANT_STATUS } from '@daftar/contract/auth';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../platform/context.ts';
import { bearerOf } from '../platform/http/guard.ts';
import { knownBrowserOf } from '../platform/http/known-browser.ts';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { requireOwnOrigin } from '../platform/http/origin.ts';
import { storePath } from '../products/address.ts';
import type { Auth } from './context.ts';
import { clearSessionCookie, sessionCookieOf, setSessionCookie } from './cookies.ts';
import * as passwords from './passwords.ts';
import * as service from './service.ts';
import { logout, refreshSession } from './sessions.ts';
import { getProfile } from './store.ts';
import { hasOtherMemberships } from './switching.ts';
import { accountOf } from './tries.ts';
import { viewedRole } from './viewing.ts';

const namesOf = (caller: Caller) => [...caller.permissions].map((name) => ({ name }));

/** Mounts signing in and out, passwords, and the signed-in person's profile. */
export function registerAuth(server: FastifyInstance, options: MountOptions, auth: Auth): void {
  mount(server, options, endpoints, {
    login: async ({ app, visitor, body, request, reply }) => {
      const browser = knownBrowserOf(request, app.config, accountOf(body));
      const outcome = await service.login(app, auth, visitor, body, browser);
      if ('asked' in outcome) return { data: outcome.asked, message: { key: 'auth.secondStep' } };
      setSessionCookie(reply, app.config, outcome.cookie);
      return { data: outcome.signedIn, message: { key: 'auth.signedIn' } };
    },
    acceptInvitation: async ({ app, visitor, body, reply }) => {
      const outcome = await service.acceptInvitation(app, auth, visitor, body);
      if ('asked' in outcome) return { data: outcome.asked, message: { key: 'auth.secondStep' } };
      setSessionCookie(reply, app.config, outcome.cookie);
      return { data: outcome.signedIn, message: { key: 'auth.signedIn' } };
    },
    register: async ({ app, visitor, body }) => {
      await service.register(app, visitor, body);
      return { message: { key: 'auth.registered' } };
    },
    requestPasswordReset: async ({ app, visitor, body }) => {
      await service.requestLink(app, visitor, body.email, 'reset-password');
      return { message: { key: 'auth.linkSent' } };
    },
    resendCreatePassword: async ({ app, visitor, body }) => {
      await service.requestLink(app, visitor, body.email, 'create-password');
      return { message: { key: 'auth.linkSent' } };
    },
    resetPassword: async ({ app, visitor, body }) => {
      await passwords.resetPassword(app, auth, visitor, body);
      return { message: { key: 'auth.passwordCreated' } };
    },
    createPassword: async ({ app, visitor, body }) => {
      await passwords.createPassword(app, auth, visitor, body);
      return { message: { key: 'auth.passwordCreated' } };
    },
    refreshToken: async ({ app, request, reply }) => {
      requireOwnOrigin(request);
      try {
        const session = await refreshSession(app, auth, sessionCookieOf(request, app.config));
        setSessionCookie(reply, app.config, session.cookie);
        return { data: { access_token: session.accessToken, expires_in: session.expiresIn } };
      } catch (error) {
        clearSessionCookie(reply, app.config);
        throw error;
      }
    },
    logout: async ({ app, request, reply }) => {
      requireOwnOrigin(request);
      const cookie = sessionCookieOf(request, app.config);
      await logout(app, auth, { bearer: bearerOf(request), cookie });
      clearSessionCookie(reply, app.config);
      return { message: { key: 'auth.signedOut' } };
    },
    me: async ({ app, caller }) => {
      const profile = await getProfile(app.db, caller, caller.userId);
      return {
        data: {
          id: profile.id,
          first_name: profile.firstName,
          last_name: profile.lastName,
          email: profile.email,
          mobile_number: profile.mobile,
          avatar: profile.avatarPath,
          business_account_id: caller.merchantId,
          business_name: profile.businessName,
          status: profile.status,
          status_reason: profile.status === MERCHANT_STATUS.rejected ? profile.statusReason : null,
          store_path: profile.storeSlug === null ? null : storePath(profile.storeSlug, caller.mode),
          permissions: namesOf(caller),
          receive_notifications: profile.receivesNotifications,
          signs_in_by_company: profile.signsInByCompany,
          has_other_businesses: await hasOtherMemberships(app, caller),
          viewing_role: await viewedRole(app, caller),
        },
      };
    },
    myPermissions: async ({ caller }) => ({ data: namesOf(caller) }),
  });
}
