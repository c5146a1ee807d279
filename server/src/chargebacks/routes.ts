import { chargebacks as endpoints } from '@daftar/contract/chargebacks';
import type { FastifyInstance } from 'fastify';
import type { App } from '../platform/context.ts';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { addEvidence, answerChargeback } from './answer.ts';
import { readChargeback } from './details.ts';
import { exportToFile } from './export.ts';
import * as service from './service.ts';

/** The filters as the store takes them: what waits for a response does so at a moment. */
const filtersAt = <F extends { answer?: 'due' | undefined }>({ clock }: App, { answer, ...filters }: F) =>
  answer === undefined ? filters : { ...filters, dueAfter: clock.now() };

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
