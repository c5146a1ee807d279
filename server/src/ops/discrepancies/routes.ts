import { opsDiscrepancies as endpoints } from '@daftar/contract/ops-discrepancies';
import type { FastifyInstance } from 'fastify';
import * as end from '../../discrepancies/end.ts';
import { type MountOptions, mount } from '../../platform/http/mount.ts';
import { authorOf } from '../by.ts';
import { discrepancies } from './service.ts';

/** Mounts discrepancies between a processor and our books that only an operator can settle. */
export function registerDiscrepancies(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    list: ({ app, operator, query }) => discrepancies.page(app, operator, query.paging, query.filters),
    export: ({ app, operator, query }) => discrepancies.file(app, operator, query.paging, query.filters),
    bookRefund: async ({ app, operator, params, body }) => {
      const { amount: amountPiastres, processor_refund_id: processorRefundId, reason } = body;
      const seen = { amountPiastres, processorRefundId, reason };
      await end.bookRefund(app, params, authorOf(operator), seen);
      return { message: { key: 'discrepancies.refundBooked' } };
    },
    cameBack: async ({ app, operator, params, body }) => {
      await end.askReversed(app, operator, params, body.reason);
      return { message: { key: 'ops-approvals.asked' } };
    },
    linkChargeback: async ({ app, operator, params, body }) => {
      await end.linkChargeback(app, params, authorOf(operator), body.chargeback_reference);
      return { message: { key: 'discrepancies.ended' } };
    },
    stands: async ({ app, operator, params, body }) => {
      await end.letStand(app, params, authorOf(operator), body.reason);
      return { message: { key: 'discrepancies.ended' } };
    },
  });
}
