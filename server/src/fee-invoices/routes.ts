import { feeInvoices as endpoints } from '@daftar/contract/fee-invoices';
import { opsFeeInvoices as opsEndpoints } from '@daftar/contract/ops-fee-invoices';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { downloadCreditNote, downloadInvoice } from './document.ts';
import * as service from './service.ts';

/** Mounts fee invoices, for merchants and for the console. */
export function registerFeeInvoices(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    list: ({ app, caller, query }) => service.listInvoices(app, caller, query.paging, query.filters),
    exportCsv: ({ app, caller, query }) => service.exportInvoices(app, caller, query.paging, query.filters),
    details: async ({ app, caller, params }) => ({ data: await service.readInvoice(app, caller, params.id) }),
    pdf: ({ app, caller, params, query }) =>
      downloadInvoice(app, { ...caller, id: params.id }, query.language ?? caller.locale),
    creditNotePdf: ({ app, caller, params, query }) =>
      downloadCreditNote(app, { ...caller, id: params.id }, query.language ?? caller.locale),
  });
  mount(server, options, opsEndpoints, {
    list: ({ app, operator, query }) => service.allInvoices.page(app, operator, query.paging, query.filters),
    totals: async ({ app, query }) => ({ data: await service.totalsOfAll(app, query) }),
    export: ({ app, operator, query }) =>
      service.allInvoices.file(app, operator, query.paging, query.filters),
    pdf: ({ app, operator, params, query }) =>
      downloadInvoice(app, params, query.language ?? operator.locale),
    creditNotePdf: ({ app, operator, params, query }) =>
      downloadCreditNote(app, params, query.language ?? operator.locale),
  });
}
