import { reserve as endpoints } from '@daftar/contract/reserve';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import * as service from './service.ts';

/** Mounts the rolling reserve. */
export function registerReserve(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    details: async ({ app, caller }) => ({ data: await service.readReserve(app, caller) }),
    items: ({ app, caller, query }) => service.listItems(app, caller, query.paging),
  });
}
