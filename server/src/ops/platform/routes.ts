import { opsPlatform as endpoints } from '@daftar/contract/ops-platform';
import type { FastifyInstance } from 'fastify';
import { everyAction } from '../../audit/service.ts';
import { type MountOptions, mount } from '../../platform/http/mount.ts';
import * as failures from './failures.ts';
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
    failedJobs: ({ app, query }) => failures.listFailedJobs(app, query.paging),
    retryJob: async ({ app, operator, params }) => {
      await failures.retryJob(app, operator, params.id);
      return { message: { key: 'ops.retrying' } };
    },
    failedMessages: ({ app, query }) => failures.listFailedMessages(app, query.paging),
    retryMessage: async ({ app, operator, params }) => {
      await failures.retryMessage(app, operator, params);
      return { message: { key: 'ops.retrying' } };
    },
    failedDeliveries: ({ app, query }) => failures.listFailedDeliveries(app, query.paging),
    retryDelivery: async ({ app, operator, params }) => {
      await failures.retryDelivery(app, operator, params);
      return { message: { key: 'ops.retrying' } };
    },
    audit: ({ app, operator, query }) =>
      failures.listAudit(app, operator.locale, query.paging, query.filters),
    auditActions: async ({ operator }) => ({ data: everyAction(operator.locale) }),
  });
}
