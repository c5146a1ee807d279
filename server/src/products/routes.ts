import { products as endpoints } from '@daftar/contract/products';
import type { FastifyInstance } from 'fastify';
import { categoryChoices, subCategoryChoices } from '../categories/service.ts';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { storeAddress } from './address.ts';
import { exportToFile } from './export.ts';
import { removeImage, removeUpload, uploadImage } from './images.ts';
import { importProducts, previewProducts } from './import.ts';
import * as service from './service.ts';

/** Mounts the store's products. */
export function registerProducts(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    statistics: async ({ app, caller }) => ({ data: await service.readStatistics(app, caller) }),
    link: async ({ app, caller }) => ({ data: { link: await storeAddress(app, caller) } }),
    options: async ({ app, caller }) => {
      const { payNow, cashOnDelivery, confirmPhones } = await service.readOptions(app.db, caller);
      return {
        data: { pay_now: payNow, cash_on_delivery: cashOnDelivery, confirm_phones: confirmPhones },
      };
    },
    saveOptions: async ({ app, caller, body }) => {
      const { pay_now: payNow, cash_on_delivery: cashOnDelivery, confirm_phones: confirmPhones } = body;
      const options = { payNow, cashOnDelivery, confirmPhones };
      await service.saveOptions(app, caller, options);
      return { message: { key: 'products.optionsSaved' } };
    },
    names: async ({ app, caller, query }) => ({
      data: await service.productNames(app, caller, query.keyword ?? ''),
    }),
    categoryChoices: async ({ app, caller }) => ({ data: await categoryChoices(app.db, caller) }),
    subCategoryChoices: async ({ app, caller, query }) => ({
      data: await subCategoryChoices(app.db, caller, query.category),
    }),
    list: ({ app, caller, query }) => service.listProducts(app, caller, query),
    exportCsv: ({ app, caller, query }) => exportToFile(app, caller, query.paging, query.filters),
    details: async ({ app, caller, query }) => ({
      data: await service.getProduct(app, caller, query.product_id),
    }),
    create: async ({ app, caller, body }) => ({
      data: await service.createProduct(app, caller, body),
      message: { key: 'products.created' },
    }),
    update: async ({ app, caller, body: { product_id, ...form } }) => {
      await service.updateProduct(app, caller, product_id, form);
      return { message: { key: 'products.updated' } };
    },
    delete: async ({ app, caller, query }) => {
      await service.deleteProduct(app, caller, query.product_id);
      return { message: { key: 'products.deleted' } };
    },
    importPreview: async ({ app, caller, file, body }) => ({
      data: await previewProducts(app, caller, file, body.columns),
    }),
    import: async ({ app, caller, file, body }) => {
      const { added, skipped } = await importProducts(app, caller, file, body.columns);
      const key = skipped > 0 ? 'products.importedSkipping' : 'products.imported';
      return { data: { added, skipped }, message: { key, params: { count: added, skipped } } };
    },
    uploadImage: async ({ app, caller, file }) => ({ data: await uploadImage(app, caller, file) }),
    removeUpload: async ({ app, caller, body }) => {
      await removeUpload(app, caller, body.path);
    },
    removeImage: async ({ app, caller, query, body }) => {
      await removeImage(app, caller, query.product_id, body.url);
      return { message: { key: 'products.imageRemoved' } };
    },
  });
}
