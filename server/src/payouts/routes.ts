import { payouts as endpoints } from '@daftar/contract/payouts';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { exportToFile } from './export.ts';
import * as service from './service.ts';

/** Mounts payouts. */
export function registerPayouts(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    request: async ({ app, caller, body }) => ({
      data: await service.requestPayout(app, caller, body.amount),
      message: { key: 'payouts.requested' },
    }),
    availableBalance: async ({ app, caller }) => ({
      data: { available_balance: await service.availableBalance(app.db, caller) },
    }),
    list: ({ app, caller, query }) => service.listPayouts(app, caller, query.paging, query.filters),
    exportCsv: ({ app, caller, query }) => exportToFile(app, caller, query.paging, query.filters),
  });
}
