import { categories as endpoints } from '@daftar/contract/categories';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { exportToFile } from './export.ts';
import { importCategories, previewCategories } from './import.ts';
import * as service from './service.ts';

/** Mounts the store's categories. */
export function registerCategories(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    list: ({ app, caller, query }) => service.listCategories(app, caller, query),
    exportCsv: ({ app, caller, query }) => exportToFile(app, caller, query.paging, query.filters),
    details: async ({ app, caller, query }) => ({
      data: await service.getCategory(app, caller, query.category_id),
    }),
    create: async ({ app, caller, body }) => ({
      data: await service.createCategory(app, caller, body),
      message: { key: 'categories.created' },
    }),
    update: async ({ app, caller, body: { category_id, ...form } }) => {
      await service.updateCategory(app, caller, category_id, form);
      return { message: { key: 'categories.updated' } };
    },
    delete: async ({ app, caller, query }) => {
      await service.deleteCategory(app, caller, query.category_id);
      return { message: { key: 'categories.deleted' } };
    },
    importPreview: async ({ app, caller, file, body }) => ({
      data: await previewCategories(app, caller, file, body.columns),
    }),
    import: async ({ app, caller, file, body }) => {
      const { added, skipped } = await importCategories(app, caller, file, body.columns);
      const key = skipped > 0 ? 'categories.importedSkipping' : 'categories.imported';
      return { data: { added, skipped }, message: { key, params: { count: added, skipped } } };
    },
  });
}
