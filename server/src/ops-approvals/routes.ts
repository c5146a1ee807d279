import { opsApprovals as endpoints } from '@daftar/contract/ops-approvals';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { approveRequest, declineRequest, withdrawRequest } from './decide.ts';
import { countWaiting, listSubjects, readPaper, readRequest, requests } from './read.ts';

/** Mounts requests that wait for a second operator. */
export function registerOperatorApprovals(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    list: ({ app, operator, query }) => requests.page(app, operator, query.paging, query.filters),
    export: ({ app, operator, query }) => requests.file(app, operator, query.paging, query.filters),
    waiting: async ({ app, operator }) => ({ data: { count: await countWaiting(app, operator) } }),
    subjects: async ({ app, operator, query }) => ({ data: await listSubjects(app, operator, query) }),
    details: async ({ app, operator, params }) => ({ data: await readRequest(app, operator, params.id) }),
    paper: ({ app, operator, params }) => readPaper(app, operator, params),
    approve: async ({ app, operator, params }) => {
      await approveRequest(app, operator, params.id);
      return { message: { key: 'ops-approvals.approved' } };
    },
    decline: async ({ app, operator, params, body }) => {
      await declineRequest(app, operator, params.id, body.reason);
      return { message: { key: 'ops-approvals.declined' } };
    },
    withdraw: async ({ app, operator, params }) => {
      await withdrawRequest(app, operator, params.id);
      return { message: { key: 'ops-approvals.withdrawn' } };
    },
  });
}
