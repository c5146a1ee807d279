import { opsScreening as endpoints } from '@daftar/contract/ops-screening';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../../platform/http/mount.ts';
import { decideHit } from '../../screening/clear.ts';
import * as service from '../../screening/service.ts';

/** Mounts screening for the console. */
export function registerScreening(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    hits: ({ app, operator, query }) => service.hits.page(app, operator, query.paging, query.filters),
    export: ({ app, operator, query }) => service.hits.file(app, operator, query.paging, query.filters),
    list: async ({ app }) => ({ data: await service.readListState(app) }),
    decide: async ({ app, operator, params, body }) => {
      const how = await decideHit(app, operator, params, body);
      return { message: { key: how === 'asked' ? 'ops-approvals.asked' : 'ops.saved' } };
    },
  });
}
