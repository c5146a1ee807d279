import { opsProcessors as endpoints } from '@daftar/contract/ops-processors';
import type { FastifyInstance } from 'fastify';
import type { Operator } from '../../platform/context.ts';
import { type MountOptions, mount } from '../../platform/http/mount.ts';
import { checkAccount, checkChange } from '../../processors/check.ts';
import * as manage from '../../processors/manage.ts';
import { authorOf } from '../by.ts';
import * as service from './service.ts';

const asked = { message: { key: 'ops-approvals.asked' } };
/** Returns an operator as the author of a request. */
const byOf = (operator: Operator, reason: string) => ({ ...operator, reason });

/** Mounts the accounts at processors, their notifications, and refunds that wait for an operator. */
export function registerProcessorAccounts(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    adapters: async ({ app }) => ({ data: service.listAdapters(app) }),
    accounts: async ({ app }) => ({ data: await service.listAccounts(app) }),
    account: async ({ app, params }) => ({ data: await service.readAccount(app, params.id) }),
    clearing: ({ app, operator, params, query }) =>
      service.clearingList.page(app, operator, query.paging, { ...query.filters, account_id: params.id }),
    exportClearing: ({ app, operator, params, query }) =>
      service.clearingList.file(app, operator, query.paging, { ...query.filters, account_id: params.id }),
    add: async ({ app, operator, body }) => {
      await manage.propose(app, byOf(operator, body.reason), null, await manage.newAccount(app, body));
      return asked;
    },
    change: async ({ app, operator, params, body }) => {
      await manage.propose(app, byOf(operator, body.reason), params.id, {
        kind: 'change',
        name: body.name,
        methods: body.methods,
        priority: body.priority,
      });
      return asked;
    },
    rotate: async ({ app, operator, params, body }) => {
      await manage.propose(app, byOf(operator, body.reason), params.id, manage.rotation(body));
      return asked;
    },
    switchOn: async ({ app, operator, params, body }) => {
      await manage.propose(app, byOf(operator, body.reason), params.id, { kind: 'on' });
      return asked;
    },
    switchOff: async ({ app, operator, params }) => {
      await manage.switchOff(app, authorOf(operator), params.id);
      return { message: { key: 'processors.switchedOff' } };
    },
    check: async ({ app, params }) => ({ data: await checkAccount(app, params.id) }),
    checkChange: async ({ app, params }) => ({ data: await checkChange(app, params.id) }),
    notifications: ({ app, operator, query }) =>
      service.notifications.page(app, operator, query.paging, query.filters),
    exportNotifications: ({ app, operator, query }) =>
      service.notifications.file(app, operator, query.paging, query.filters),
    notification: async ({ app, params }) => ({ data: await service.readNotification(app, params.id) }),
    replay: async ({ app, operator, params }) => {
      await service.replay(app, operator, params.id);
      return { message: { key: 'ops.retrying' } };
    },
    refunds: ({ app, operator, query }) =>
      service.waitingRefunds.page(app, operator, query.paging, query.filters),
    exportRefunds: ({ app, operator, query }) =>
      service.waitingRefunds.file(app, operator, query.paging, query.filters),
    decideRefund: async ({ app, operator, params, body }) => {
      await service.decide(app, operator, params, body);
      return { message: { key: body.made ? 'processors.refundMade' : 'ops-approvals.asked' } };
    },
  });
}
