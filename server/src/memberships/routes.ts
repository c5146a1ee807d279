import { memberships as endpoints } from '@daftar/contract/memberships';
import type { FastifyInstance } from 'fastify';
import type { Auth } from '../auth/context.ts';
import { clearSessionCookie, setSessionCookie } from '../auth/cookies.ts';
import { listMemberships, switchTo } from '../auth/switching.ts';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { requireOwnOrigin } from '../platform/http/origin.ts';
import { leaveBusiness } from '../team/leaving.ts';

/** Mounts switching businesses, and leaving one. */
export function registerMemberships(server: FastifyInstance, options: MountOptions, auth: Auth): void {
  mount(server, options, endpoints, {
    list: async ({ app, caller }) => ({
      data: (await listMemberships(app, caller)).map(({ merchantId, businessName, role }) => ({
        merchant_id: merchantId,
        business_name: businessName,
        role,
        is_current: merchantId === caller.merchantId,
      })),
    }),
    switch: async ({ app, caller, visitor, request, body, reply }) => {
      requireOwnOrigin(request);
      const { signedIn, cookie } = await switchTo(app, auth, caller, visitor, body.merchant_id);
      setSessionCookie(reply, app.config, cookie);
      return { data: signedIn, message: { key: 'auth.switched' } };
    },
    leave: async ({ app, caller, body, reply }) => {
      await leaveBusiness(app, auth, caller, body.current_password);
      clearSessionCookie(reply, app.config);
      return { message: { key: 'team.left' } };
    },
  });
}
