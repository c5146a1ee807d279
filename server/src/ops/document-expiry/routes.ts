import { opsDocuments as endpoints } from '@daftar/contract/ops-documents';
import type { FastifyInstance } from 'fastify';
import * as service from '../../document-expiry/service.ts';
import { type MountOptions, mount } from '../../platform/http/mount.ts';
import { authorOf } from '../by.ts';
import { MerchantNotFound } from '../errors.ts';
import { findName } from '../store.ts';

/** Mounts expiring documents for the console. */
export function registerDocumentExpiry(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    list: ({ app, operator, query }) => service.expiries.page(app, operator, query.paging, query.filters),
    export: ({ app, operator, query }) => service.expiries.file(app, operator, query.paging, query.filters),
    ofMerchant: async ({ app, params }) => {
      if ((await findName(app.db, params.id)) === undefined) throw new MerchantNotFound();
      return { data: await service.readExpiries(app, params.id) };
    },
    save: async ({ app, operator, params, body }) => {
      const { kind, expires_on: expiresOn = null, reason } = body;
      await service.saveExpiry(app, authorOf(operator), params.id, { kind, expiresOn, reason });
      return { message: { key: 'ops.saved' } };
    },
  });
}
