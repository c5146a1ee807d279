import { formTemplates as endpoints } from '@daftar/contract/form-templates';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import * as service from './service.ts';

/** Mounts templates of forms. */
export function registerFormTemplates(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    list: async ({ app, caller, query }) => ({ data: await service.listTemplates(app, caller, query.form) }),
    create: async ({ app, caller, body }) => ({
      data: await service.saveTemplate(app, caller, body),
      message: { key: 'form-templates.saved' },
    }),
    rename: async ({ app, caller, params, body }) => {
      await service.renameTemplate(app, caller, params.id, body.name);
      return { message: { key: 'form-templates.renamed' } };
    },
    delete: async ({ app, caller, params }) => {
      await service.deleteTemplate(app, caller, params.id);
      return { message: { key: 'form-templates.deleted' } };
    },
  });
}
