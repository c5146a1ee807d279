import { keyRequests as endpoints } from '@daftar/contract/key-requests';
import type { FastifyInstance } from 'fastify';
import type { KeyPrincipals } from '../api-keys/principals.ts';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import * as service from './service.ts';

/** Mounts requests of programs for an API key. */
export function registerKeyRequests(
  server: FastifyInstance,
  options: MountOptions,
  keys: KeyPrincipals,
): void {
  mount(server, options, endpoints, {
    begin: async ({ app, visitor, body }) => ({ data: await service.begin(app, visitor, body) }),
    collect: async ({ app, body }) => ({ data: await service.collect(app, body.device_code) }),
    end: async ({ app, visitor, body }) => {
      const ended = await service.end(app, visitor, body.key);
      if (ended) keys.evict(ended);
      return { message: { key: 'api-keys.revoked' } };
    },
    read: async ({ app, caller, query }) => ({ data: await service.read(app, caller, query.code) }),
    approve: async ({ app, caller, body }) => {
      await service.approve(app, caller, body);
      return { message: { key: 'key-requests.approved' } };
    },
    refuse: async ({ app, caller, body }) => {
      await service.refuse(app, caller, body.code);
      return { message: { key: 'key-requests.refused' } };
    },
  });
}
