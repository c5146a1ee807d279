import { opsRisk as endpoints } from '@daftar/contract/ops-risk';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { addOfPayment, addTyped, listEntries, readPayment } from './entries.ts';
import { removeEntry, switchOff } from './lift.ts';
import { refuseReview } from './refuse.ts';
import { approveReview, type ExpectedDay, listReviews } from './reviews.ts';
import * as service from './service.ts';

/** What a call that may need a second operator answers. */
const doneOrAsked = (how: 'done' | 'asked', key: string) => ({
  message: { key: how === 'asked' ? 'ops-approvals.asked' : key },
});

/** Mounts the rules of risk, their lists and reviews. */
export function registerRisk(server: FastifyInstance, options: MountOptions, expectedDay: ExpectedDay): void {
  mount(server, options, endpoints, {
    rules: ({ app, operator, query }) => service.listRules(app, operator, query.paging, query.filters),
    rule: async ({ app, operator, params }) => ({ data: await service.readRule(app, operator, params.id) }),
    addRule: async ({ app, operator, body }) => ({
      data: { id: await service.addRule(app, operator, body) },
      message: { key: 'risk.ruleAdded' },
    }),
    changeRule: async ({ app, operator, params, body }) => {
      await service.changeRule(app, operator, params.id, body);
      return { message: { key: 'risk.ruleChanged' } };
    },
    dryRun: async ({ app, operator, params }) => {
      await service.startDryRun(app, operator, params.id);
      return { message: { key: 'risk.dryRunStarted' } };
    },
    dryRunRows: ({ app, params, query }) =>
      service.listDryRunRows(app, params.id, query.paging, query.filters),
    switchOn: async ({ app, operator, params, body }) => {
      await service.switchOn(app, operator, params.id, body.reason);
      return { message: { key: 'risk.ruleOn' } };
    },
    switchOff: async ({ app, operator, params, body }) =>
      doneOrAsked(await switchOff(app, operator, params.id, body.reason), 'risk.ruleOff'),
    entries: ({ app, query }) => listEntries(app, query.paging, query.filters),
    addEntry: async ({ app, operator, body }) =>
      doneOrAsked(await addTyped(app, operator, body), 'risk.entryAdded'),
    removeEntry: async ({ app, operator, params, body }) =>
      doneOrAsked(await removeEntry(app, operator, params.id, body.reason), 'risk.entryRemoved'),
    payment: async ({ app, params }) => ({ data: await readPayment(app, params.merchantId, params.id) }),
    listPayment: async ({ app, operator, params, body }) =>
      doneOrAsked(await addOfPayment(app, operator, params, body), 'risk.entryAdded'),
    reviews: ({ app, operator, query }) => listReviews(app, operator, query.paging, query.filters),
    approveReview: async ({ app, operator, params, body }) =>
      doneOrAsked(await approveReview(app, operator, params, body.reason, expectedDay), 'risk.approved'),
    refuseReview: async ({ app, operator, params, body }) =>
      doneOrAsked(await refuseReview(app, operator, params, body, expectedDay), 'risk.refused'),
  });
}
