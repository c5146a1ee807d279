import { opsOverview as endpoints } from '@daftar/contract/ops-overview';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import * as service from './service.ts';

/** Mounts the console's overview. */
export function registerOverview(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    figures: async ({ app, operator, query }) => ({
      data: await service.readOverview(app, operator.locale, query),
    }),
    merchants: async ({ app, query }) => ({ data: await service.listMerchants(app, query) }),
    waiting: async ({ app, operator }) => ({ data: await service.readWaiting(app, operator) }),
  });
}
