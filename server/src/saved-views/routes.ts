import { savedViews as endpoints } from '@daftar/contract/saved-views';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import * as service from './service.ts';

/** Mounts saved views of lists. */
export function registerSavedViews(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    list: async ({ app, caller, query }) => ({ data: await service.listViews(app, caller, query.list) }),
    create: async ({ app, caller, body }) => ({
      data: await service.saveView(app, caller, body),
      message: { key: 'saved-views.saved' },
    }),
    update: async ({ app, caller, params, body }) => {
      await service.updateView(app, caller, params.id, body);
      return { message: { key: 'saved-views.updated' } };
    },
    delete: async ({ app, caller, params }) => {
      await service.deleteView(app, caller, params.id);
      return { message: { key: 'saved-views.deleted' } };
    },
  });
}
