import { opsReserve as endpoints } from '@daftar/contract/ops-reserve';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../../platform/http/mount.ts';
import { reserveItems } from '../../reserve/items.ts';
import * as service from './service.ts';

/** Mounts merchants' rolling reserves for the console. */
export function registerReserves(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    details: async ({ app, params }) => ({ data: await service.readReserves(app, params.id) }),
    items: ({ app, operator, query }) => reserveItems.page(app, operator, query.paging, query.filters),
    exportItems: ({ app, operator, query }) => reserveItems.file(app, operator, query.paging, query.filters),
    ask: async ({ app, operator, params, body }) => {
      await service.askForReserve(app, operator, params.id, body);
      return { message: { key: 'ops-approvals.asked' } };
    },
  });
}
