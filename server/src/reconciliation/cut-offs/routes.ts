import { opsCutOffs as endpoints } from '@daftar/contract/ops-cut-offs';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../../platform/http/mount.ts';
import { downloadCutOff, exportCutOff } from './export.ts';
import * as service from './service.ts';

/** Mounts cut-off reports. */
export function registerCutOffs(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    list: ({ app, operator, query }) => service.cutOffList.page(app, operator, query.paging, query.filters),
    exportList: ({ app, operator, query }) =>
      service.cutOffList.file(app, operator, query.paging, query.filters),
    make: async ({ app, operator, body }) => {
      const by = { actor: operator.email, address: operator.address };
      const id = await service.makeCutOff(app, by, body);
      return { data: { id }, message: { key: 'reconciliation.cutOff.made' } };
    },
    details: async ({ app, params }) => ({ data: await service.readCutOff(app, params.id) }),
    lines: ({ app, params, query }) => service.listLines(app, params.id, query.paging, query.filters),
    pdf: ({ app, operator, params, query }) =>
      downloadCutOff(app, params.id, query.language ?? operator.locale),
    export: ({ app, operator, params, query }) =>
      exportCutOff(app, operator, params.id, query.paging, query.filters),
    sign: async ({ app, operator, params, body }) => {
      await service.signCutOff(app, operator, params.id, body.reason);
      return { message: { key: 'ops-approvals.asked' } };
    },
    reopen: async ({ app, operator, params, body }) => {
      await service.askReopening(app, operator, params.id, body.reason);
      return { message: { key: 'ops-approvals.asked' } };
    },
  });
}
