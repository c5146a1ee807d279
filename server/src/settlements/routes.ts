import { settlements as endpoints } from '@daftar/contract/settlements';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { exportToFile } from './export.ts';
import * as service from './service.ts';
import { exportStatement } from './statement.ts';

/** Mounts settlements. */
export function registerSettlements(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    list: ({ app, caller, query }) => service.listSettlements(app, caller, query.paging, query.filters),
    next: async ({ app, caller }) => ({ data: await service.nextSettlement(app, caller) }),
    details: async ({ app, caller, params }) => ({
      data: await service.getSettlement(app, caller, params.id),
    }),
    exportCsv: ({ app, caller, query }) => exportToFile(app, caller, query.paging, query.filters),
    export: ({ app, caller, params, query }) => exportStatement(app, caller, params.id, query.format),
    settleNow: async ({ app, caller }) => {
      const data = await service.settleNow(app, caller);
      return { data, message: { key: data ? 'settlements.settled' : 'settlements.nothing' } };
    },
  });
}
