import { transactions as endpoints } from '@daftar/contract/transactions';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { exportToFile } from './export.ts';
import * as service from './service.ts';

/** Mounts reading transactions. */
export function registerTransactions(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    list: ({ app, caller, query }) => service.listTransactions(app, caller, query.paging, query.filters),
    counts: async ({ app, caller }) => ({ data: await service.countByStatus(app, caller) }),
    details: async ({ app, caller, params }) => ({
      data: await service.getTransaction(app, caller, params.id),
    }),
    exportCsv: ({ app, caller, query }) => exportToFile(app, caller, query.paging, query.filters),
  });
}
