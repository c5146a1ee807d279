import { scim as endpoints } from '@daftar/contract/scim';
import type { FastifyInstance } from 'fastify';
import type { Auth } from '../auth/context.ts';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { directoryOfMerchants } from './merchants/directory.ts';
import * as settings from './merchants/settings.ts';
import { registerScimCalls } from './public.ts';

/** Mounts the settings of a company's directory, and the endpoints that it calls. */
export function registerScim(
  server: FastifyInstance,
  options: MountOptions,
  auth: Auth,
  changed: (merchant: { merchantId: number }) => void,
): void {
  mount(server, options, endpoints, {
    settings: async ({ app, caller }) => ({ data: await settings.readSettings(app, caller) }),
    makeToken: async ({ app, caller, body }) => ({
      data: await settings.makeToken(app, auth, caller, body),
      message: { key: 'scim.tokenMade' },
    }),
    setRole: async ({ app, caller, body }) => ({
      data: await settings.setStartingRole(app, auth, caller, body),
      message: { key: 'scim.roleSaved' },
    }),
    revoke: async ({ app, caller, body }) => {
      await settings.revokeToken(app, auth, caller, body);
      return { message: { key: 'scim.revoked' } };
    },
  });
  registerScimCalls(server, options.app, directoryOfMerchants(options.app, auth, options.guesses, changed));
}
