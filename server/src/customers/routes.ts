import { customerPage } from '@daftar/contract/customer-page';
import { customers as endpoints } from '@daftar/contract/customers';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { exportOne, exportToFile } from './export.ts';
import { importCustomers, previewImport } from './import.ts';
import { archiveCustomer, mergeCustomers } from './merge.ts';
import * as notes from './notes.ts';
import { getTimeline, summarize } from './page.ts';
import * as service from './service.ts';

/** Mounts customers. */
export function registerCustomers(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    list: ({ app, caller, query }) => service.listCustomers(app, caller, query),
    exportCsv: ({ app, caller, query }) => exportToFile(app, caller, query.paging, query.filters),
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
    setOwnFields: async ({ app, caller, params, body }) => {
      await service.changeOwn(app, caller, params.id, body);
      return { message: { key: 'own-fields.saved' } };
    },
    importPreview: async ({ app, caller, file, body }) => ({
      data: await previewImport(app, caller, file, body.columns),
    }),
    import: async ({ app, caller, file, query, body, reply }) => {
      const isGone = () => reply.raw.destroyed;
      const done = await importCustomers(app, caller, file, isGone, query.existing, body.columns);
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
  mount(server, options, customerPage, {
    summary: async ({ app, caller, params }) => ({ data: await summarize(app, caller, params.id) }),
    timeline: async ({ app, caller, params, query }) => ({
      data: await getTimeline(app, caller, params.id, query),
    }),
    export: ({ app, caller, params, query }) => exportOne(app, caller, params.id, query.format),
    addNote: async ({ app, caller, params, body }) => ({
      data: await notes.addNote(app, caller, params.id, body.text),
      message: { key: 'customers.noteAdded' },
    }),
    editNote: async ({ app, caller, params, body }) => {
      await notes.editNote(app, caller, params.id, body.text);
      return { message: { key: 'customers.noteChanged' } };
    },
    deleteNote: async ({ app, caller, params }) => {
      await notes.deleteNote(app, caller, params.id);
      return { message: { key: 'customers.noteDeleted' } };
    },
    tags: async ({ app, caller }) => ({ data: await notes.listTags(app, caller) }),
    setTags: async ({ app, caller, params, body }) => ({
      data: await notes.setTags(app, caller, params.id, body.tags),
      message: { key: 'customers.tagsChanged' },
    }),
    archive: async ({ app, caller, params }) => {
      await archiveCustomer(app, caller, params.id, true);
      return { message: { key: 'customers.archived' } };
    },
    unarchive: async ({ app, caller, params }) => {
      await archiveCustomer(app, caller, params.id, false);
      return { message: { key: 'customers.unarchived' } };
    },
    merge: async ({ app, caller, params, body }) => ({
      data: await mergeCustomers(app, caller, params.id, body),
      message: { key: 'customers.merged' },
    }),
  });
}
