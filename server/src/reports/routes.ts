import { reports as endpoints } from '@daftar/contract/reports';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import * as service from './service.ts';

/** Mounts reports by mail. */
export function registerReports(server: FastifyInstance, options: MountOptions): void {
  const said = (name: string) => ({ message: { key: `reports.${name}` } });
  mount(server, options, endpoints, {
    list: async ({ app, caller }) => ({ data: await service.listReports(app, caller) }),
    create: async ({ app, caller, body }) => ({
      data: await service.createReport(app, caller, body),
      ...said('saved'),
    }),
    update: async ({ app, caller, params, body }) => {
      await service.updateReport(app, caller, params.id, body);
      return said('saved');
    },
    pause: async ({ app, caller, params, body }) => {
      await service.pauseReport(app, caller, params.id, body.is_paused);
      return said(body.is_paused ? 'paused' : 'resumed');
    },
    delete: async ({ app, caller, params }) => {
      await service.deleteReport(app, caller, params.id);
      return said('deleted');
    },
    test: async ({ app, caller, params }) => {
      await service.testReport(app, caller, params.id);
      return { message: { key: 'reports.testSent', params: { email: caller.email } } };
    },
    approve: async ({ app, caller, params, body }) => {
      await service.approveRecipient(app, caller, params, body);
      return said('asked');
    },
    file: ({ app, caller, params }) => service.readFile(app, caller, params),
  });
}
