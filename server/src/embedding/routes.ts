import { embedding as endpoints } from '@daftar/contract/embedding';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import * as service from './service.ts';

/** Mounts the websites that may embed payment pages. */
export function registerEmbedding(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    get: async ({ app, caller }) => ({ data: await service.getEmbedders(app, caller) }),
    save: async ({ app, caller, body }) => ({
      data: await service.saveEmbedders(app, caller, body),
      message: { key: 'account.saved' },
    }),
  });
}
