import { opsProcessors as endpoints } from '@daftar/contract/ops-processors';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../../platform/http/mount.ts';
import { checkAccount, checkChange } from '../../processors/check.ts';
import * as manage from '../../processors/manage.ts';
import * as service from './service.ts';

const { byOf } = service;
const asked = { message: { key: 'processors.asked' } };

/** Mounts the accounts at processors, their notifications, and refunds that wait for a person. */
export function registerProcessorAccounts(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    adapters: async ({ app }) => ({ data: service.listAdapters(app) }),
    accounts: async ({ app }) => ({ data: await service.listAccounts(app) }),
    account: async ({ app, params }) => ({ data: await service.readAccount(app, params.id) }),
    clearing: ({ app, params, query }) => service.listClearing(app, params.id, query.paging),
    add: async ({ app, operator, body }) => {
      await manage.propose(app, byOf(operator), null, await manage.newAccount(app, body));
      return asked;
    },
    change: async ({ app, operator, params, body }) => {
      await manage.propose(app, byOf(operator), params.id, { kind: 'change', ...body });
      return asked;
    },
    rotate: async ({ app, operator, params, body }) => {
      await manage.propose(app, byOf(operator), params.id, manage.rotation(body));
      return asked;
    },
    switchOn: async ({ app, operator, params }) => {
      await manage.propose(app, byOf(operator), params.id, { kind: 'on' });
      return asked;
    },
    switchOff: async ({ app, operator, params }) => {
      await manage.switchOff(app, byOf(operator), params.id);
      return { message: { key: 'processors.switchedOff' } };
    },
    check: async ({ app, params }) => ({ data: await checkAccount(app, params.id) }),
    changes: async ({ app, operator }) => ({ data: await service.listChanges(app, operator) }),
    checkChange: async ({ app, params }) => ({ data: await checkChange(app, params.id) }),
    confirm: async ({ app, operator, params }) => {
      await manage.confirmChange(app, byOf(operator), params.id);
      return { message: { key: 'processors.confirmed' } };
    },
    decline: async ({ app, operator, params }) => {
      await manage.declineChange(app, byOf(operator), params.id);
      return { message: { key: 'processors.declined' } };
    },
    withdraw: async ({ app, operator, params }) => {
      await manage.withdrawChange(app, byOf(operator), params.id);
      return { message: { key: 'processors.withdrawn' } };
    },
    notifications: ({ app, query }) => service.listNotifications(app, query.paging, query.filters),
    notification: async ({ app, params }) => ({ data: await service.readNotification(app, params.id) }),
    replay: async ({ app, operator, params }) => {
      await service.replay(app, operator, params.id);
      return { message: { key: 'ops.retrying' } };
    },
    refunds: ({ app, query }) => service.listRefunds(app, query.paging),
    decideRefund: async ({ app, operator, params, body }) => {
      await service.decide(app, operator, params, body);
      return { message: { key: body.made ? 'processors.refundMade' : 'processors.refundNotMade' } };
    },
  });
}
