import { customers as endpoints } from '@daftar/contract/customers';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { importCustomers, previewImport } from './import.ts';
import * as service from './service.ts';

/** Mounts customers. */
export function registerCustomers(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    list: ({ app, caller, query }) => service.listCustomers(app, caller, query),
    lookup: async ({ app, caller, query }) => ({ data: await service.lookUp(app, caller, query) }),
    details: async ({ app, caller, query }) => ({
      data: await service.getCustomer(app, caller, query.customerId),
    }),
    create: async ({ app, caller, body }) => ({
      data: await service.createCustomer(app, caller, body),
      message: { key: 'customers.created' },
    }),
    update: async ({ app, caller, body: { customerId, ...form } }) => {
      await service.updateCustomer(app, caller, customerId, form);
      return { message: { key: 'customers.updated' } };
    },
    importPreview: async ({ app, caller, file }) => ({ data: await previewImport(app, caller, file) }),
    import: async ({ app, caller, file, query, reply }) => {
      const isGone = () => reply.raw.destroyed;
      const done = await importCustomers(app, caller, file, isGone, query.existing);
      const { customers, skipped, existing } = done;
      if (existing.length > 0) {
        const data = [...existing, ...customers];
        return {
          data,
          message: { key: 'customers.importedChosen', params: { count: data.length, skipped } },
        };
      }
      const key = skipped > 0 ? 'customers.importedSkipping' : 'customers.imported';
      return { data: customers, message: { key, params: { count: customers.length, skipped } } };
    },
  });
}
