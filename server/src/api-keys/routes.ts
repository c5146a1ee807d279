import { apiKeys as endpoints } from '@daftar/contract/api-keys';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import type { KeyPrincipals } from './principals.ts';
import * as service from './service.ts';

/** Mounts API keys. A change is applied in this process before the reply is sent. */
export function registerApiKeys(server: FastifyInstance, options: MountOptions, keys: KeyPrincipals): void {
  mount(server, options, endpoints, {
    info: async ({ app, caller }) => ({ data: await service.keysInfo(app, caller) }),
    roll: async ({ app, caller, body }) => {
      const data = await service.rollKey(app, caller, body);
      keys.evict(caller);
      return { data, message: { key: 'api-keys.rolled' } };
    },
    list: async ({ app, caller }) => ({ data: await service.listKeys(app, caller) }),
    create: async ({ app, caller, body }) => {
      const data = await service.createKey(app, caller, body);
      return { data, message: { key: 'api-keys.created' } };
    },
    revoke: async ({ app, caller, query }) => {
      await service.revokeKey(app, caller, query.id);
      keys.evict(caller);
      return { message: { key: 'api-keys.revoked' } };
    },
    setVersion: async ({ app, caller, body }) => {
      await service.setKeyVersion(app, caller, body);
      keys.evict(caller);
      return { message: { key: 'api-keys.versionSet' } };
    },
    startCheckout: async ({ app, caller, body }) => ({
      data: await service.startCheckout(app, caller, body.link),
    }),
  });
}
