import { type AmanReply, refunds as endpoints } from '@daftar/contract/refunds';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import * as aman from './aman.ts';
import * as service from './service.ts';

/** `message` is the text that the portal shows as a toast: the success or the error. */
const answer = (fields: AmanReply) => ({ fields, message: { key: fields.Comment || fields.ResultMessage } });

/** Mounts refunds. */
export function registerRefunds(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    amanInquiry: async ({ app, caller, body }) =>
      answer(await aman.inquire(app, caller, body.Mobile, body.transactionReference)),
    amanSendOtp: async ({ app, caller, body }) => answer(await aman.resend(app, caller, body.MobileNumber)),
    amanRefund: async ({ app, caller, body }) => {
      const { Mobile: number, transactionReference: reference, OTP: code, amount: amountPiastres } = body;
      return answer(await aman.refundByCode(app, caller, { number, reference, code, amountPiastres }));
    },
    create: async ({ app, caller, params, body }) => {
      const data = await service.requestRefund(app, caller, params.id, body);
      return { data, message: { key: MESSAGES[data.state] } };
    },
    list: ({ app, caller, query }) => service.listAll(app, caller, query.paging, query.filters),
    details: async ({ app, caller, params }) => ({
      data: await service.getRefund(app, caller, params.id),
    }),
    setOwnFields: async ({ app, caller, params, body }) => {
      await service.changeOwn(app, caller, params.id, body);
      return { message: { key: 'own-fields.saved' } };
    },
    ofTransaction: async ({ app, caller, params }) => ({
      data: await service.refundsOf(app, caller, params.id),
    }),
  });
}

const MESSAGES = {
  waiting: 'refunds.waits',
  pending: 'refunds.onItsWay',
  succeeded: 'refunds.done',
  failed: 'refunds.reason.refund_refused',
  canceled: 'refunds.canceled',
  reversed: 'refunds.done',
} as const;
