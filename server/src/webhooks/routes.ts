import { events } from '@daftar/contract/events';
import { webhooks as endpoints } from '@daftar/contract/webhooks';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { listEvents, readEvent } from './events.ts';
import * as service from './service.ts';

/** Mounts webhooks and the events that they tell. */
export function registerWebhooks(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, events, {
    list: ({ app, caller, query }) => listEvents(app, caller, query.paging, query.filters),
    details: async ({ app, caller, params }) => ({ data: await readEvent(app, caller, params.id) }),
  });
  mount(server, options, endpoints, {
    list: ({ app, caller, query }) => service.listEvents(app, caller, query.paging, query.filters),
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
    rotate: async ({ app, caller, body }) => ({
      data: await service.rotateSecret(app, caller, body),
      message: { key: 'webhooks.rotated' },
    }),
  });
}
