import { opsStatus as endpoints } from '@daftar/contract/ops-status';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import * as service from './service.ts';

/** Mounts operators' publications on the status page. */
export function registerIncidents(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    components: async ({ app }) => ({ data: await service.listComponents(app) }),
    incidents: async ({ app }) => ({ data: await service.listIncidents(app) }),
    publish: async ({ app, operator, body }) => ({
      data: { id: await service.publish(app, operator, body) },
      message: { key: 'ops.incidentPublished' },
    }),
    update: async ({ app, operator, params, body }) => {
      await service.update(app, operator, params.id, body);
      return { message: { key: 'ops.incidentUpdated' } };
    },
  });
}
