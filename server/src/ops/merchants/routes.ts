import { opsMerchants as endpoints } from '@daftar/contract/ops-merchants';
import type { FastifyInstance } from 'fastify';
import type { Auth } from '../../auth/context.ts';
import { type MountOptions, mount } from '../../platform/http/mount.ts';
import * as ask from './ask.ts';
import * as recovery from './recovery.ts';
import * as service from './service.ts';

const asked = { message: { key: 'ops-approvals.asked' } };

/** Mounts merchants for the console. */
export function registerMerchants(server: FastifyInstance, options: MountOptions, auth: Auth): void {
  // This process applies it at once, the others on the database's NOTIFY.
  const acts = (merchantId: number) => auth.principals.evict({ merchantId });
  mount(server, options, endpoints, {
    list: ({ app, operator, query }) => service.allMerchants.page(app, operator, query.paging, query.filters),
    export: ({ app, operator, query }) =>
      service.allMerchants.file(app, operator, query.paging, query.filters),
    details: async ({ app, operator, params }) => ({
      data: await service.getMerchant(app, operator, params.id),
    }),
    suspend: async ({ app, operator, params, body }) => {
      await service.suspend(app, operator, params.id, body);
      acts(params.id);
      return { message: { key: 'ops.suspended' } };
    },
    resume: async ({ app, operator, params, body }) => {
      await ask.askToResume(app, operator, params.id, body.reason);
      return asked;
    },
    liftTwoStep: async ({ app, operator, params, body }) => {
      await recovery.liftTwoStep(app, operator, params.id, body.reason);
      acts(params.id);
      return { message: { key: 'ops.twoStepLifted' } };
    },
    liftAddresses: async ({ app, operator, params, body }) => {
      await recovery.liftAddresses(app, operator, params.id, body.reason);
      acts(params.id);
      return { message: { key: 'ops.addressesLifted' } };
    },
    saveRates: async ({ app, operator, params, body }) => {
      await ask.askForRates(app, operator, params.id, body);
      return asked;
    },
    saveSchedule: async ({ app, operator, params, body }) => {
      await service.saveSchedule(app, operator, params.id, body);
      return { message: { key: 'ops.saved' } };
    },
    hold: async ({ app, operator, params, body }) => {
      await service.hold(app, operator, params.id, body.reason);
      return { message: { key: 'ops.held' } };
    },
    release: async ({ app, operator, params, body }) => {
      await ask.askToRelease(app, operator, params.id, body.reason);
      return asked;
    },
  });
}
