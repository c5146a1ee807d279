import { opsSavedViews as endpoints } from '@daftar/contract/ops-saved-views';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../../platform/http/mount.ts';
import * as service from './service.ts';

/** Mounts operators' saved views of lists. */
export function registerOperatorViews(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    list: async ({ app, operator, query }) => ({ data: await service.listViews(app, operator, query.list) }),
    create: async ({ app, operator, body }) => ({
      data: await service.saveView(app, operator, body),
      message: { key: 'saved-views.saved' },
    }),
    rename: async ({ app, operator, params, body }) => {
      await service.renameView(app, operator, params.id, body.name);
      return { message: { key: 'saved-views.renamed' } };
    },
    delete: async ({ app, operator, params }) => {
      await service.deleteView(app, operator, params.id);
      return { message: { key: 'saved-views.deleted' } };
    },
  });
}
