import { brand as endpoints } from '@daftar/contract/brand';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { previewOf } from './preview.ts';
import * as service from './service.ts';

/** Mounts merchants' brands for their payers' pages. */
export function registerBrand(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    get: async ({ app, caller }) => ({ data: await service.getBrand(app, caller) }),
    save: async ({ app, caller, body }) => {
      await service.saveBrand(app, caller, body);
      return { message: { key: 'account.saved' } };
    },
    uploadCover: async ({ app, caller, file }) => ({ data: await service.uploadCover(app, caller, file) }),
    preview: async ({ app, caller, body }) => ({ data: { html: await previewOf(app, caller, body) } }),
  });
}
