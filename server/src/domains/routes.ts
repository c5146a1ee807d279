import { domains as endpoints } from '@daftar/contract/domains';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import * as service from './service.ts';

/** Mounts the merchant's own host name. */
export function registerDomains(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    get: async ({ app, caller }) => ({ data: await service.getDomain(app, caller) }),
    save: async ({ app, caller, body }) => ({
      data: await service.saveDomain(app, caller, body),
      message: { key: 'domains.saved' },
    }),
    check: async ({ app, caller }) => ({
      data: await service.checkDomain(app, caller),
      message: { key: 'domains.found' },
    }),
    remove: async ({ app, caller, body }) => {
      await service.removeDomain(app, caller, body);
      return { data: null, message: { key: 'domains.removed' } };
    },
  });
}
