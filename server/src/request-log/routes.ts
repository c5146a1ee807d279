import { requestLog as endpoints } from '@daftar/contract/request-log';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { exportToFile } from './export.ts';
import type { RequestQueue } from './queue.ts';
import * as service from './service.ts';

/**
 * Mounts the log of calls by API key. This process first writes its queued calls, so that the log includes the last
 * one.
 */
export function registerRequestLog(
  server: FastifyInstance,
  options: MountOptions,
  queue: Pick<RequestQueue, 'flush'>,
): void {
  mount(server, options, endpoints, {
    list: async ({ app, caller, query }) => {
      await queue.flush();
      return service.listRequests(app, caller, query.paging, query.filters);
    },
    counts: async ({ app, caller }) => {
      await queue.flush();
      return { data: await service.countByOutcome(app, caller) };
    },
    exportCsv: async ({ app, caller, query }) => {
      await queue.flush();
      return exportToFile(app, caller, query.paging, query.filters);
    },
    details: async ({ app, caller, params }) => ({ data: await service.getRequest(app, caller, params.id) }),
    usage: async ({ app, caller }) => {
      await queue.flush();
      return { data: await service.readUsage(app, caller) };
    },
  });
}
