import { events } from '@daftar/contract/events';
import { webhookEndpoints } from '@daftar/contract/webhook-endpoints';
import { webhooks as endpoints } from '@daftar/contract/webhooks';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import * as addresses from './endpoints.ts';
import { listEvents, readEvent } from './events.ts';
import { exportEvents, exportMessages } from './export.ts';
import { resendRange } from './resend.ts';
import * as service from './service.ts';

/** Mounts webhooks, their events, and the endpoints besides the callback URL. */
export function registerWebhooks(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, events, {
    list: ({ app, caller, version, query }) => listEvents(app, caller, version, query.paging, query.filters),
    exportCsv: ({ app, caller, query }) => exportEvents(app, caller, query.paging, query.filters),
    details: async ({ app, caller, version, params }) => ({
      data: await readEvent(app, caller, version, params.id),
    }),
  });
  mount(server, options, webhookEndpoints, {
    list: async ({ app, caller }) => ({ data: await addresses.listEndpoints(app, caller) }),
    details: async ({ app, caller, params }) => ({
      data: await addresses.getEndpoint(app, caller, params.id),
    }),
    create: async ({ app, caller, version, body }) => ({
      data: await addresses.createEndpoint(app, caller, version, body),
      message: { key: 'webhooks.endpointMade' },
    }),
    update: async ({ app, caller, params, body }) => ({
      data: await addresses.updateEndpoint(app, caller, params.id, body),
      message: { key: 'webhooks.endpointChanged' },
    }),
    remove: async ({ app, caller, params }) => {
      await addresses.removeEndpoint(app, caller, params.id);
      return { message: { key: 'webhooks.endpointRemoved' } };
    },
    rotate: async ({ app, caller, params, body }) => ({
      data: await addresses.rotateEndpoint(app, caller, params.id, body),
      message: { key: 'webhooks.rotated' },
    }),
    test: async ({ app, caller, params }) => ({
      data: await addresses.testEndpoint(app, caller, params.id),
      message: { key: 'webhooks.testSent' },
    }),
    resend: async ({ app, caller, body }) => {
      const resent = await resendRange(app, caller, body);
      return { data: { resent }, message: { key: 'webhooks.resentMany', params: { count: resent } } };
    },
  });
  mount(server, options, endpoints, {
    list: ({ app, caller, query }) => service.listEvents(app, caller, query.paging, query.filters),
    counts: async ({ app, caller }) => ({ data: await service.countByState(app, caller) }),
    exportCsv: ({ app, caller, query }) => exportMessages(app, caller, query.paging, query.filters),
    details: async ({ app, caller, params }) => ({ data: await service.getEvent(app, caller, params.id) }),
    resend: async ({ app, caller, params }) => {
      await service.resendEvent(app, caller, params.id);
      return { message: { key: 'webhooks.resent' } };
    },
    test: async ({ app, caller }) => ({
      data: await service.sendTest(app, caller),
      message: { key: 'webhooks.testSent' },
    }),
    secret: async ({ app, caller }) => ({ data: await service.readSecret(app, caller) }),
    reveal: async ({ app, caller, body }) => ({ data: await service.revealSecret(app, caller, body) }),
    setVersion: async ({ app, caller, body }) => ({
      data: await service.setVersion(app, caller, body),
      message: { key: 'webhooks.versionSet' },
    }),
    rotate: async ({ app, caller, body }) => ({
      data: await service.rotateSecret(app, caller, body),
      message: { key: 'webhooks.rotated' },
    }),
  });
}
