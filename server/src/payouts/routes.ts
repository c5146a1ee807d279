import { payouts as endpoints } from '@daftar/contract/payouts';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { readPayout } from './details.ts';
import { exportToFile } from './export.ts';
import * as service from './service.ts';

/** Mounts payouts. */
export function registerPayouts(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    request: async ({ app, caller, body }) => {
      const data = await service.requestPayoutOrApproval(app, caller, body.amount, body.bank_account_id);
      const made = data.bank_account ? 'payouts.toBank' : 'payouts.requested';
      return { data, message: { key: data.code === null ? 'payouts.waits' : made } };
    },
    availableBalance: async ({ app, caller }) => ({ data: await service.readBalance(app, caller) }),
    list: ({ app, caller, query }) => service.listPayouts(app, caller, query.paging, query.filters),
    counts: async ({ app, caller }) => ({ data: await service.countByState(app, caller) }),
    details: async ({ app, caller, params }) => ({ data: await readPayout(app, caller, params.id) }),
    exportCsv: ({ app, caller, query }) => exportToFile(app, caller, query.paging, query.filters),
  });
}
