import { opsPlatform as endpoints } from '@daftar/contract/ops-platform';
import type { FastifyInstance } from 'fastify';
import { everyAction } from '../../audit/service.ts';
import { type MountOptions, mount } from '../../platform/http/mount.ts';
import * as failures from './failures.ts';
import * as lists from './lists.ts';
import * as rates from './rates.ts';

/** Mounts settings for all merchants, failed jobs and messages, and the audit log. */
export function registerPlatform(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    exchangeRates: async ({ app }) => ({ data: await rates.listExchangeRates(app) }),
    addExchangeRate: async ({ app, operator, body }) => {
      await rates.addExchangeRate(app, operator, body);
      return { message: { key: 'ops.rateAdded' } };
    },
    bankHolidays: async ({ app }) => ({ data: await rates.listBankHolidays(app) }),
    saveBankHoliday: async ({ app, operator, body }) => {
      await rates.saveBankHoliday(app, operator, body);
      return { message: { key: 'ops.holidaySaved' } };
    },
    removeBankHoliday: async ({ app, operator, params }) => {
      await rates.removeBankHoliday(app, operator, params.day);
      return { message: { key: 'ops.holidayRemoved' } };
    },
    failedJobs: ({ app, operator, query }) =>
      lists.failedJobs.page(app, operator, query.paging, query.filters),
    exportFailedJobs: ({ app, operator, query }) =>
      lists.failedJobs.file(app, operator, query.paging, query.filters),
    retryJob: async ({ app, operator, params }) => {
      await failures.retryJob(app, operator, params.id);
      return { message: { key: 'ops.retrying' } };
    },
    failedMessages: ({ app, operator, query }) =>
      lists.failedMessages.page(app, operator, query.paging, query.filters),
    exportFailedMessages: ({ app, operator, query }) =>
      lists.failedMessages.file(app, operator, query.paging, query.filters),
    retryMessage: async ({ app, operator, params }) => {
      await failures.retryMessage(app, operator, params);
      return { message: { key: 'ops.retrying' } };
    },
    failedDeliveries: ({ app, operator, query }) =>
      lists.failedDeliveries.page(app, operator, query.paging, query.filters),
    exportFailedDeliveries: ({ app, operator, query }) =>
      lists.failedDeliveries.file(app, operator, query.paging, query.filters),
    retryDelivery: async ({ app, operator, params }) => {
      await failures.retryDelivery(app, operator, params);
      return { message: { key: 'ops.retrying' } };
    },
    audit: ({ app, operator, query }) => lists.audit.page(app, operator, query.paging, query.filters),
    exportAudit: ({ app, operator, query }) => lists.audit.file(app, operator, query.paging, query.filters),
    auditActions: async ({ operator }) => ({ data: everyAction(operator.locale) }),
  });
}
