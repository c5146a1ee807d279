import { orders as endpoints } from '@daftar/contract/orders';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { exportToFile } from './export.ts';
import * as service from './service.ts';

/** Mounts the store's orders. */
export function registerOrders(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    list: ({ app, caller, query }) => service.listOrders(app, caller, query),
    counts: async ({ app, caller }) => ({ data: await service.countByStatus(app, caller) }),
    exportCsv: ({ app, caller, query }) => exportToFile(app, caller, query.paging, query.filters),
    details: async ({ app, caller, query }) => ({
      data: await service.getOrder(app, caller, query.order_number),
    }),
    setOwnFields: async ({ app, caller, params, body }) => {
      await service.changeOwn(app, caller, params.id, body);
      return { message: { key: 'own-fields.saved' } };
    },
    fulfil: async ({ app, caller, body: { order_number, ...step } }) => {
      await service.fulfilOrder(app, caller, order_number, step);
      return { message: { key: 'orders.saved' } };
    },
    cashReceived: async ({ app, caller, body }) => {
      await service.receiveCash(app, caller, body.order_number);
      return { message: { key: 'orders.cashReceived' } };
    },
  });
}
