import { simulator as endpoints } from '@daftar/contract/simulator';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import * as service from './service.ts';

/** Mounts the simulator, under the sandbox's address alone. */
export function registerSimulator(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    payment: async ({ app, caller, body }) => ({
      data: await service.simulatePayment(app, caller, body.scenario),
      message: { key: 'simulator.done' },
    }),
    money: async ({ app, caller, body }) => ({
      data: await service.simulateMoney(app, caller, body.scenario),
      message: { key: 'simulator.done' },
    }),
  });
}
