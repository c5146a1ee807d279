import { push as endpoints } from '@daftar/contract/push';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import * as service from './service.ts';
import { publicKeyOf } from './vapid.ts';

/** Mounts the devices on which people are notified while the portal is closed. */
export function registerPush(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    devices: async ({ app, caller }) => ({
      data: { public_key: publicKeyOf(app), devices: await service.listDevices(app, caller) },
    }),
    register: async ({ app, caller, body }) => ({
      data: await service.registerDevice(app, caller, body),
      message: { key: 'push.registered' },
    }),
    remove: async ({ app, caller, params }) => {
      await service.removeDevice(app, caller, params.deviceId);
      return { message: { key: 'push.removed' } };
    },
  });
}
