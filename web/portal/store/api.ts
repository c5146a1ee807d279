import { categories } from '@daftar/contract/categories';
import { type Fulfilment, orders } from '@daftar/contract/orders';
import { products } from '@daftar/contract/products';
import { useQuery } from '@tanstack/react-query';
import type { ExportChoice } from '../../ui/export-rows.tsx';
import type { ChosenColumns } from '../../ui/import-columns.tsx';
import { type ListSearch, useListSearch } from '../../ui/list-search.ts';
import { call } from '../shared/call.ts';
import { importBody } from '../shared/import-body.ts';
import { prefetchList, useListQuery, useStatusCounts } from '../shared/list-query.ts';
import { invalidate, queryClient, queryOf } from '../shared/query-client.ts';
import { useAction } from '../shared/use-action.ts';

/** The figures above the products, and the total in the title bar. */
export const useStatistics = () => useQuery(queryOf(products.statistics));

/** The store's URL. */
export const useStoreLink = () => useQuery({ ...queryOf(products.link), staleTime: 600_000 });

// Products ---------------------------------------------------------------------------------------------------------

export function useProducts() {
  const search = useListSearch(products.list, 'products');
  return { search, query: useListQuery(products.list, search) };
}

export const prefetchProducts = (address: Record<string, string>) =>
  prefetchList(products.list, 'products', address);

/** The chosen products, or all that match the filters, as a file. */
export async function exportProducts(
  search: ListSearch<typeof products.list>,
  choice: ExportChoice,
  signal: AbortSignal,
): Promise<Response> {
  return (await call(products.exportCsv, { query: { ...search.query, ...choice }, signal })).data;
}

const productQuery = (id: string) => queryOf(products.details, { query: { product_id: id } });

/** One product; not loaded for a new one. */
export const useProduct = (id: string | undefined) =>
  useQuery({ ...productQuery(id ?? ''), enabled: id !== undefined });

export const prefetchProduct = (id: string) => queryClient.prefetchQuery(productQuery(id));

export const useCategoryChoices = () => useQuery(queryOf(products.categoryChoices));

/** The sub-categories of a category; empty without one. */
export const useSubCategoryChoices = (category: string) =>
  useQuery({
    ...queryOf(products.subCategoryChoices, { query: { category } }),
    enabled: category !== '',
  });

const PRODUCTS = [products.list, products.details, products.statistics];

export const useCreateProduct = () => useAction(products.create, { invalidates: PRODUCTS });

export const useUpdateProduct = () => useAction(products.update, { invalidates: PRODUCTS });

/** Deletes one of many products: `refetchProducts` follows the last. */
export const deleteProduct = (product_id: number) => call(products.delete, { query: { product_id } });

/** Refetches what shows products. */
export const refetchProducts = () => invalidate(...PRODUCTS);

export const useDeleteProduct = () => useAction(products.delete, { invalidates: PRODUCTS });

interface Upload {
  signal: AbortSignal;
  /** The uploaded fraction, from 0 to 1. */
  onProgress: (fraction: number) => void;
}

function bodyOf(file: File): FormData {
  const body = new FormData();
  body.append('file', file);
  return body;
}

/** Uploads a picture of a product. */
export const uploadPicture = async (file: File, { signal, onProgress }: Upload) =>
  (await call(products.uploadImage, { body: bodyOf(file), signal, onUpload: onProgress })).data;

/** Deletes an unused upload, which would be deleted after a day anyway. */
export const discardPicture = (path: string) =>
  call(products.removeUpload, { body: { path } }).catch(() => undefined);

export const previewProducts = async (file: File, { signal, onProgress }: Upload, chosen: ChosenColumns) =>
  (await call(products.importPreview, { body: importBody(file, chosen), signal, onUpload: onProgress })).data;

export async function importProducts(file: File, { signal, onProgress }: Upload, chosen: ChosenColumns) {
  try {
    return await call(products.import, { body: importBody(file, chosen), signal, onUpload: onProgress });
  } finally {
    // Also after cancelling: the reply may have been lost, not the import.
    void invalidate(...PRODUCTS);
  }
}

// Categories -------------------------------------------------------------------------------------------------------

export function useCategories() {
  const search = useListSearch(categories.list, 'categories');
  return { search, query: useListQuery(categories.list, search) };
}

export const prefetchCategories = (address: Record<string, string>) =>
  prefetchList(categories.list, 'categories', address);

export const useCategory = (id: string | undefined) =>
  useQuery({
    ...queryOf(categories.details, { query: { category_id: id ?? '' } }),
    enabled: id !== undefined,
  });

const CATEGORIES = [
  categories.list,
  categories.details,
  products.categoryChoices,
  products.subCategoryChoices,
  products.list,
];

export const useCreateCategory = () => useAction(categories.create, { invalidates: CATEGORIES });

export const useUpdateCategory = () => useAction(categories.update, { invalidates: CATEGORIES });

/** Deletes one of many categories: `refetchCategories` follows the last. */
export const deleteCategory = (category_id: number) => call(categories.delete, { query: { category_id } });

/** Refetches what shows categories. */
export const refetchCategories = () => invalidate(...CATEGORIES);

export const useDeleteCategory = () => useAction(categories.delete, { invalidates: CATEGORIES });

export const previewCategories = async (file: File, { signal, onProgress }: Upload, chosen: ChosenColumns) =>
  (await call(categories.importPreview, { body: importBody(file, chosen), signal, onUpload: onProgress }))
    .data;

export async function importCategories(file: File, { signal, onProgress }: Upload, chosen: ChosenColumns) {
  try {
    return await call(categories.import, { body: importBody(file, chosen), signal, onUpload: onProgress });
  } finally {
    void invalidate(...CATEGORIES);
  }
}

// Orders -----------------------------------------------------------------------------------------------------------

export function useOrders() {
  const search = useListSearch(orders.list, 'orders');
  const counts = useStatusCounts(orders.list, orders.counts, search);
  return { search, counts, query: useListQuery(orders.list, search) };
}

export const prefetchOrders = (address: Record<string, string>) =>
  prefetchList(orders.list, 'orders', address, orders.counts);

/** The chosen orders, or all that match the filters, as a file. */
export async function exportOrders(
  search: ListSearch<typeof orders.list>,
  choice: ExportChoice,
  signal: AbortSignal,
): Promise<Response> {
  return (await call(orders.exportCsv, { query: { ...search.query, ...choice }, signal })).data;
}

export const useOrder = (order_number: string) =>
  useQuery(queryOf(orders.details, { query: { order_number } }));

const ORDERS = [orders.list, orders.details, products.statistics, products.list];

export const useFulfilOrder = () => useAction(orders.fulfil, { invalidates: ORDERS });

/** Moves one of many orders to a later step, with the note that it has: `refetchOrders` follows the last. */
export const moveOrder = (order_number: string, fulfilment: Fulfilment) =>
  call(orders.fulfil, { body: { order_number, fulfilment } });

/** Refetches what shows orders. */
export const refetchOrders = () => invalidate(...ORDERS);

export const useSetOrderOwn = () =>
  useAction(orders.setOwnFields, { invalidates: [orders.list, orders.details] });

export const useCashReceived = () => useAction(orders.cashReceived, { invalidates: ORDERS });

// Ways to pay ------------------------------------------------------------------------------------------------------

export const useStoreOptions = (enabled: boolean) => useQuery({ ...queryOf(products.options), enabled });

export const useSaveStoreOptions = () => useAction(products.saveOptions, { invalidates: [products.options] });

/** The chosen categories, or all that match the filters, as a file. */
export async function exportCategories(
  search: ListSearch<typeof categories.list>,
  choice: ExportChoice,
  signal: AbortSignal,
): Promise<Response> {
  return (await call(categories.exportCsv, { query: { ...search.query, ...choice }, signal })).data;
}
