import { search as endpoints } from '@daftar/contract/search';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { find } from './service.ts';

/** Mounts the search across nouns. */
export function registerSearch(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    find: async ({ app, caller, query }) => ({ data: await find(app, caller, query.q) }),
  });
}
