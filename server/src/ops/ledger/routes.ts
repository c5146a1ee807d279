import { opsLedger as endpoints } from '@daftar/contract/ops-ledger';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../../platform/http/mount.ts';
import { askCorrection, ledgerList } from './service.ts';

/** Mounts merchants' ledgers for the console. */
export function registerLedger(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    transfers: ({ app, operator, params, query }) =>
      ledgerList.page(app, operator, query.paging, { ...query.filters, merchant_id: params.merchantId }),
    export: ({ app, operator, params, query }) =>
      ledgerList.file(app, operator, query.paging, { ...query.filters, merchant_id: params.merchantId }),
    correct: async ({ app, operator, params, body, file }) => {
      await askCorrection(app, operator, params.merchantId, body, file);
      return { message: { key: 'ops-approvals.asked' } };
    },
  });
}
