import { opsVolumes as endpoints } from '@daftar/contract/ops-volumes';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../../platform/http/mount.ts';
import * as service from './service.ts';

/** Mounts merchants' monthly volumes for the console. */
export function registerVolumes(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    details: async ({ app, params }) => ({ data: await service.readVolume(app, params.id) }),
    save: async ({ app, operator, params, body }) => {
      const done = await service.saveLimit(app, operator, params.id, body);
      return { message: { key: done === 'asked' ? 'ops-approvals.asked' : 'ops.saved' } };
    },
  });
}
