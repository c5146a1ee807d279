import { simulator as endpoints } from '@daftar/contract/simulator';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { scenariosNow, simulateTransaction } from './one.ts';
import * as service from './service.ts';

/** Mounts the simulator, only under the sandbox's path. */
export function registerSimulator(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    payment: async ({ app, caller, body }) => ({
      data: await service.simulatePayment(app, caller, body.scenario, body.link),
      message: { key: 'simulator.done' },
    }),
    money: async ({ app, caller, body }) => ({
      data: await service.simulateMoney(app, caller, body.scenario),
      message: { key: 'simulator.done' },
    }),
    ofTransaction: async ({ app, caller, params }) => ({
      data: { scenarios: await scenariosNow(app, caller, params.id) },
    }),
    transaction: async ({ app, caller, params, body }) => ({
      data: await simulateTransaction(app, caller, params.id, body.scenario),
      message: { key: 'simulator.done' },
    }),
  });
}
