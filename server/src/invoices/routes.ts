import { customerInvoices } from '@daftar/contract/customer-invoices';
import { invoices as endpoints } from '@daftar/contract/invoices';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { documentOf } from './document.ts';
import { exportToFile } from './export.ts';
import * as messages from './messages.ts';
import { countInvoicesOfCustomer, listInvoicesOfCustomer } from './of-customer.ts';
import { registerPublicDocument } from './public.ts';
import * as service from './service.ts';
import * as settings from './settings.ts';

/** Mounts invoices. */
export function registerInvoices(server: FastifyInstance, options: MountOptions): void {
  registerPublicDocument(server, options.app);
  mount(server, options, customerInvoices, {
    statistics: async ({ app, caller, params }) => ({
      data: await countInvoicesOfCustomer(app, caller, params.id),
    }),
    list: ({ app, caller, query }) => listInvoicesOfCustomer(app, caller, query),
  });
  mount(server, options, endpoints, {
    insight: async ({ app, caller }) => ({ data: await service.readInsight(app, caller) }),
    reminders: async ({ app, caller }) => ({ data: await settings.getReminders(app, caller) }),
    saveReminders: async ({ app, caller, body }) => {
      await settings.saveReminders(app, caller, body);
      return { message: { key: 'invoices.remindersSaved' } };
    },
    list: ({ app, caller, query }) => service.listInvoices(app, caller, query),
    counts: async ({ app, caller }) => ({ data: await service.countByStatus(app, caller) }),
    details: async ({ app, caller, params }) => ({ data: await service.getInvoice(app, caller, params.id) }),
    customers: ({ app, caller, params, query }) =>
      service.listCustomers(app, caller, params.id, query.paging, query.filters.name),
    messages: ({ app, caller, params, query }) => settings.listMessages(app, caller, params.id, query.paging),
    create: async ({ app, caller, body }) => {
      const { id, isSent } = await service.createInvoice(app, caller, body);
      return { data: { id }, message: { key: isSent ? 'invoices.createdAndSent' : 'invoices.created' } };
    },
    update: async ({ app, caller, params, body }) => {
      const { id, isSent } = await service.updateInvoice(app, caller, params.id, body);
      return { data: { id }, message: { key: isSent ? 'invoices.updatedAndSent' : 'invoices.updated' } };
    },
    setOwnFields: async ({ app, caller, params, body }) => {
      await service.changeOwn(app, caller, params.id, body);
      return { message: { key: 'own-fields.saved' } };
    },
    deactivate: async ({ app, caller, params }) => {
      await service.deactivateInvoice(app, caller, params.id);
      return { message: { key: 'invoices.deactivated' } };
    },
    resend: async ({ app, caller, params, body }) => {
      const by = { email: body.by_email, sms: body.by_sms };
      const ref = { invoiceId: params.id, customerId: params.customerId };
      const isSent = await messages.resendInvoice(app, caller, ref, by);
      return { message: { key: isSent ? 'invoices.resent' : 'invoices.resentAlready' } };
    },
    document: async ({ app, caller, params }) => {
      const ref = { scope: caller, invoiceId: params.id, customerId: params.customerId };
      const { pdf, fileName } = await documentOf(app, ref);
      return { content: pdf, contentType: 'application/pdf', fileName };
    },
    exportCsv: ({ app, caller, query, body }) =>
      exportToFile(app, caller, query, body.invoices ?? null, body.format),
  });
}
