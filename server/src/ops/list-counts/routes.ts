import { opsListCounts as endpoints } from '@daftar/contract/ops-list-counts';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../../platform/http/mount.ts';
import { countRows } from './service.ts';

/** Mounts the counts on the tabs of the console's lists. */
export function registerListCounts(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    read: async ({ app, operator, query }) => ({ data: await countRows(app, operator, query) }),
  });
}
