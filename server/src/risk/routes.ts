import { opsRisk } from '@daftar/contract/ops-risk';
import { opsRiskEntries } from '@daftar/contract/ops-risk-entries';
import { opsRiskReviews } from '@daftar/contract/ops-risk-reviews';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { addOfPayment, addTyped, entries, readPayment } from './entries.ts';
import { dryRunList } from './found.ts';
import { removeEntry, switchOff } from './lift.ts';
import { refuseReview } from './refuse.ts';
import { approveReview, type ExpectedDay, reviews } from './reviews.ts';
import * as service from './service.ts';

/** Returns the reply of a call that may need a second operator. */
const doneOrAsked = (how: 'done' | 'asked', key: string) => ({
  message: { key: how === 'asked' ? 'ops-approvals.asked' : key },
});

/** Mounts the rules of risk, their lists and reviews. */
export function registerRisk(server: FastifyInstance, options: MountOptions, expectedDay: ExpectedDay): void {
  mount(server, options, opsRisk, {
    rules: ({ app, operator, query }) => service.rules.page(app, operator, query.paging, query.filters),
    export: ({ app, operator, query }) => service.rules.file(app, operator, query.paging, query.filters),
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
    dryRunRows: ({ app, operator, params, query }) =>
      dryRunList.page(app, operator, query.paging, { ...query.filters, run_id: params.id }),
    exportDryRun: ({ app, operator, params, query }) =>
      dryRunList.file(app, operator, query.paging, { ...query.filters, run_id: params.id }),
    switchOn: async ({ app, operator, params, body }) => {
      await service.switchOn(app, operator, params.id, body.reason);
      return { message: { key: 'risk.ruleOn' } };
    },
    switchOff: async ({ app, operator, params, body }) =>
      doneOrAsked(await switchOff(app, operator, params.id, body.reason), 'risk.ruleOff'),
  });
  mount(server, options, opsRiskEntries, {
    list: ({ app, operator, query }) => entries.page(app, operator, query.paging, query.filters),
    export: ({ app, operator, query }) => entries.file(app, operator, query.paging, query.filters),
    add: async ({ app, operator, body }) =>
      doneOrAsked(await addTyped(app, operator, body), 'risk.entryAdded'),
    remove: async ({ app, operator, params, body }) =>
      doneOrAsked(await removeEntry(app, operator, params.id, body.reason), 'risk.entryRemoved'),
    addOfPayment: async ({ app, operator, params, body }) =>
      doneOrAsked(await addOfPayment(app, operator, params, body), 'risk.entryAdded'),
  });
  mount(server, options, opsRiskReviews, {
    payment: async ({ app, params }) => ({ data: await readPayment(app, params.merchantId, params.id) }),
    list: ({ app, operator, query }) => reviews.page(app, operator, query.paging, query.filters),
    export: ({ app, operator, query }) => reviews.file(app, operator, query.paging, query.filters),
    approve: async ({ app, operator, params, body }) => {
      const how = await approveReview(app, operator, params, body.reason, expectedDay);
      return { data: { asked: how === 'asked' }, ...doneOrAsked(how, 'risk.approved') };
    },
    refuse: async ({ app, operator, params, body }) =>
      doneOrAsked(await refuseReview(app, operator, params, body, expectedDay), 'risk.refused'),
  });
}
