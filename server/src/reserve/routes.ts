import { reserve as endpoints } from '@daftar/contract/reserve';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import * as service from './service.ts';

/** Mounts the rolling reserve. */
export function registerReserve(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    details: async ({ app, caller }) => {
      const { balance, ...terms } = await service.readReserve(app, caller);
      return { data: { ...terms, balance: caller.permissions.has('view-balances') ? balance : null } };
    },
    items: ({ app, caller, query }) => service.listItems(app, caller, query.paging),
  });
}
