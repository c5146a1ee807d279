import { dashboard as endpoints } from '@daftar/contract/dashboard';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { readSales } from './sales.ts';
import * as service from './service.ts';
import { readTasks } from './tasks.ts';

/** Mounts the dashboard's figures. */
export function registerDashboard(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    statistics: async ({ app, caller }) => ({ data: await service.readStatistics(app, caller) }),
    sales: async ({ app, caller, query }) => ({ data: await readSales(app, caller, query) }),
    tasks: async ({ app, caller }) => ({ data: await readTasks(app, caller) }),
    paymentMethods: async ({ app, caller, query }) => ({
      data: await service.readMethodCounts(app, caller, query.date_from, query.date_to),
    }),
  });
}
