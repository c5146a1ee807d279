import { chargebacks as endpoints } from '@daftar/contract/chargebacks';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { addEvidence, answerChargeback } from './answer.ts';
import { readChargeback } from './details.ts';
import { exportToFile, filtersAt } from './export.ts';
import * as service from './service.ts';

/** Mounts chargebacks. */
export function registerChargebacks(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    list: ({ app, caller, query }) =>
      service.listChargebacks(app, caller, query.paging, filtersAt(app, query.filters)),
    counts: async ({ app, caller }) => ({ data: await service.countByStatus(app, caller) }),
    details: async ({ app, caller, params }) => ({ data: await readChargeback(app, caller, params.id) }),
    exportCsv: ({ app, caller, query }) =>
      exportToFile(app, caller, query.paging, filtersAt(app, query.filters)),
    addEvidence: async ({ app, caller, params, file }) => ({
      data: await addEvidence(app, caller, params.id, file),
    }),
    answer: async ({ app, caller, params, body }) => {
      await answerChargeback(app, caller, params.id, body);
      return { message: { key: 'chargebacks.answered' } };
    },
  });
}
