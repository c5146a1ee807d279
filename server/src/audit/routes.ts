import { audit as endpoints } from '@daftar/contract/audit';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import * as service from './service.ts';

/** Mounts the audit log. */
export function registerAudit(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    list: ({ app, caller, query }) => service.listLog(app, caller, query.paging, query.filters),
    choices: async ({ app, caller }) => ({ data: await service.choices(app, caller) }),
    exportCsv: ({ app, caller, query }) => service.exportLog(app, caller, query.paging, query.filters),
  });
}
