import { opsDirectory } from '@daftar/contract/ops-directory';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../../platform/http/mount.ts';
import { registerScimCalls } from '../../scim/public.ts';
import { directoryOfOperators } from './directory.ts';
import * as settings from './settings.ts';

/** Mounts the settings of the provider's directory, and the endpoints that it calls. */
export function registerOperatorDirectory(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, opsDirectory, {
    settings: async ({ app, operator }) => ({ data: await settings.readSettings(app, operator) }),
    makeToken: async ({ app, operator, body }) => ({
      data: await settings.makeToken(app, operator, body.current_password),
      message: { key: 'ops.directoryTokenMade' },
    }),
    revoke: async ({ app, operator, body }) => {
      await settings.revokeToken(app, operator, body.current_password);
      return { message: { key: 'ops.directoryRevoked' } };
    },
  });
  registerScimCalls(server, options.app, directoryOfOperators(options.app, options.guesses));
}
