import { toPounds } from '@daftar/contract/money';
import { paymentLinks as endpoints } from '@daftar/contract/payment-links';
import type { FastifyInstance } from 'fastify';
import { methodItem } from '../lookups/service.ts';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { exportToFile } from './export.ts';
import * as service from './service.ts';
import * as till from './till.ts';

/** Mounts payment links. */
export function registerPaymentLinks(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    list: ({ app, caller, query }) => service.listLinks(app, caller, query),
    counts: async ({ app, caller }) => ({ data: await service.countByStatus(app, caller) }),
    till: async ({ app, caller }) => ({ data: await till.listSales(app, caller) }),
    tillSale: async ({ app, caller, params }) => ({ data: await till.getSale(app, caller, params.id) }),
    details: async ({ app, caller, params }) => ({ data: await service.getLink(app, caller, params.id) }),
    transactions: async ({ app, caller, params, query }) => {
      const { paging, filters } = query;
      const page = await service.listTransactions(app, caller, params.id, paging, filters.reference);
      const rows = page.rows.map((row) => ({
        id: row.id,
        reference: row.reference,
        transaction_date: row.createdAt.toISOString(),
        status: row.status,
        amount: toPounds(row.total),
        currency: row.currency,
        payment_method: methodItem(caller.locale, row.paymentMethod).name,
        customer: { id: row.customerId, name: row.customerName },
      }));
      return { rows, meta: page.meta };
    },
    create: async ({ app, caller, body }) => ({
      data: await service.createLink(app, caller, body),
      message: { key: 'payment-links.created' },
    }),
    setOwnFields: async ({ app, caller, params, body }) => {
      await service.changeOwn(app, caller, params.id, body);
      return { message: { key: 'own-fields.saved' } };
    },
    deactivate: async ({ app, caller, params }) => {
      await service.deactivateLink(app, caller, params.id);
      return { message: { key: 'payment-links.deactivated' } };
    },
    exportCsv: ({ app, caller, query, body }) =>
      exportToFile(app, caller, query, body.payLinks ?? null, body.format),
  });
}
