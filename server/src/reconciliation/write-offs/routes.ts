import { opsWriteOffs as endpoints } from '@daftar/contract/ops-write-offs';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../../platform/http/mount.ts';
import { askBack, askWriteOff } from './write-off.ts';

/** Mounts write-offs of breaks. */
export function registerWriteOffs(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    ask: async ({ app, operator, params, body }) => {
      await askWriteOff(app, operator, params.id, body.reason);
      return { message: { key: 'ops-approvals.asked' } };
    },
    askBack: async ({ app, operator, params, body }) => {
      await askBack(app, operator, params.id, body.reason);
      return { message: { key: 'ops-approvals.asked' } };
    },
  });
}
