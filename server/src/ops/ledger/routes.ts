import { opsLedger as endpoints } from '@daftar/contract/ops-ledger';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../../platform/http/mount.ts';
import { askCorrection, listTransfers } from './service.ts';

/** Mounts merchants' ledgers for the console. */
export function registerLedger(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    transfers: ({ app, params, query }) => listTransfers(app, params.merchantId, query.paging, query.filters),
    correct: async ({ app, operator, params, body, file }) => {
      await askCorrection(app, operator, params.merchantId, body, file);
      return { message: { key: 'ops-approvals.asked' } };
    },
  });
}
