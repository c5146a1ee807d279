import { opsKyc as endpoints } from '@daftar/contract/ops-kyc';
import type { FastifyInstance } from 'fastify';
import type { Auth } from '../../auth/context.ts';
import { activationRequests } from '../../kyc/queue.ts';
import { type MountOptions, mount } from '../../platform/http/mount.ts';
import * as service from './service.ts';

/** Mounts the review of activation requests. */
export function registerReview(server: FastifyInstance, options: MountOptions, auth: Auth): void {
  mount(server, options, endpoints, {
    queue: ({ app, operator, query }) => activationRequests.page(app, operator, query.paging, query.filters),
    export: ({ app, operator, query }) => activationRequests.file(app, operator, query.paging, query.filters),
    submission: async ({ app, operator, params }) => ({
      data: await service.readSubmission(app, operator, params.id),
    }),
    document: ({ app, operator, params, query }) => service.readDocument(app, operator, params, query.size),
    approve: async ({ app, operator, params, body }) => {
      await service.decide(app, operator, params.id, { version: body.version, reasons: null });
      auth.principals.evict({ merchantId: params.id });
      return { message: { key: 'ops.approved' } };
    },
    reject: async ({ app, operator, params, body }) => {
      await service.decide(app, operator, params.id, body);
      auth.principals.evict({ merchantId: params.id });
      return { message: { key: 'ops.rejected' } };
    },
  });
}
