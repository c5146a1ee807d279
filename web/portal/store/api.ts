import { type CategoryFormInput, categories } from '@daftar/contract/categories';
import { type Fulfilment, orders } from '@daftar/contract/orders';
import { type ProductFormInput, products } from '@daftar/contract/products';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useListSearch } from '../../ui/list-search.ts';
import { call } from '../shared/call.ts';
import { prefetchList, useListQuery } from '../shared/list-query.ts';
import { invalidate, queryClient, queryOf } from '../shared/query-client.ts';

/** The figures over the products, and the total in the title bar. */
export const useStatistics = () => useQuery(queryOf(products.statistics));

/** Where shoppers find the store. */
export const useStoreLink = () => useQuery({ ...queryOf(products.link), staleTime: 600_000 });

// Products ---------------------------------------------------------------------------------------------------------

export function useProducts() {
  const search = useListSearch(products.list, 'products');
  return { search, query: useListQuery(products.list, search) };
}

export const prefetchProducts = (address: Record<string, string>) =>
  prefetchList(products.list, 'products', address);

const productQuery = (id: string) => queryOf(products.details, { query: { product_id: id } });

/** One product; nothing is asked while a new one is being made. */
export const useProduct = (id: string | undefined) =>
  useQuery({ ...productQuery(id ?? ''), enabled: id !== undefined });

export const prefetchProduct = (id: string) => queryClient.prefetchQuery(productQuery(id));

export const useCategoryChoices = () => useQuery(queryOf(products.categoryChoices));

/** Of one category; none while none is chosen. */
export const useSubCategoryChoices = (category: string) =>
  useQuery({
    ...queryOf(products.subCategoryChoices, { query: { category } }),
    enabled: category !== '',
  });

const productsChanged = () => invalidate(products.list, products.details, products.statistics);

interface ProductCreation {
  body: ProductFormInput;
  idempotencyKey: string;
}

export const useCreateProduct = () =>
  useMutation({
    mutationFn: (creation: ProductCreation) => call(products.create, creation),
    onSuccess: productsChanged,
  });

export const useUpdateProduct = (product_id: number) =>
  useMutation({
    mutationFn: (body: ProductFormInput & { in_stock_before: number }) =>
      call(products.update, { body: { ...body, product_id } }),
    onSuccess: productsChanged,
  });

export const useDeleteProduct = () =>
  useMutation({
    mutationFn: (product_id: number) => call(products.delete, { query: { product_id } }),
    onSuccess: productsChanged,
  });

interface Upload {
  signal: AbortSignal;
  /** From 0 to 1, of the bytes sent. */
  onProgress: (fraction: number) => void;
}

function bodyOf(file: File): FormData {
  const body = new FormData();
  body.append('file', file);
  return body;
}

/** Sends one picture of a product. */
export const uploadPicture = async (file: File, { signal, onProgress }: Upload) =>
  (await call(products.uploadImage, { body: bodyOf(file), signal, onUpload: onProgress })).data;

/** Forgets a picture that was sent and is not wanted; it would be forgotten after a day anyway. */
export const forgetPicture = (path: string) =>
  call(products.removeUpload, { body: { path } }).catch(() => undefined);

export const previewProducts = async (file: File, { signal, onProgress }: Upload) =>
  (await call(products.importPreview, { body: bodyOf(file), signal, onUpload: onProgress })).data;

export async function importProducts(file: File, { signal, onProgress }: Upload) {
  try {
    return await call(products.import, { body: bodyOf(file), signal, onUpload: onProgress });
  } finally {
    // Also after a cancelled one: the answer may have been lost and not the import.
    void productsChanged();
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

const categoriesChanged = () =>
  invalidate(
    categories.list,
    categories.details,
    products.categoryChoices,
    products.subCategoryChoices,
    products.list,
  );

interface CategoryCreation {
  body: CategoryFormInput;
  idempotencyKey: string;
}

export const useCreateCategory = () =>
  useMutation({
    mutationFn: (creation: CategoryCreation) => call(categories.create, creation),
    onSuccess: categoriesChanged,
  });

export const useUpdateCategory = (category_id: number) =>
  useMutation({
    mutationFn: (body: CategoryFormInput) => call(categories.update, { body: { ...body, category_id } }),
    onSuccess: categoriesChanged,
  });

export const useDeleteCategory = () =>
  useMutation({
    mutationFn: (category_id: number) => call(categories.delete, { query: { category_id } }),
    onSuccess: categoriesChanged,
  });

export const previewCategories = async (file: File, { signal, onProgress }: Upload) =>
  (await call(categories.importPreview, { body: bodyOf(file), signal, onUpload: onProgress })).data;

export async function importCategories(file: File, { signal, onProgress }: Upload) {
  try {
    return await call(categories.import, { body: bodyOf(file), signal, onUpload: onProgress });
  } finally {
    void categoriesChanged();
  }
}

// Orders -----------------------------------------------------------------------------------------------------------

export function useOrders() {
  const search = useListSearch(orders.list, 'orders');
  return { search, query: useListQuery(orders.list, search) };
}

export const prefetchOrders = (address: Record<string, string>) =>
  prefetchList(orders.list, 'orders', address);

export const useOrder = (order_number: string) =>
  useQuery(queryOf(orders.details, { query: { order_number } }));

const ordersChanged = () => invalidate(orders.list, orders.details, products.statistics, products.list);

export const useFulfilOrder = (order_number: string) =>
  useMutation({
    mutationFn: (step: { fulfilment: Fulfilment; note: string }) =>
      call(orders.fulfil, { body: { ...step, order_number } }),
    onSuccess: ordersChanged,
  });

export const useCashReceived = (order_number: string) =>
  useMutation({
    mutationFn: () => call(orders.cashReceived, { body: { order_number } }),
    onSuccess: ordersChanged,
  });

// Ways to pay ------------------------------------------------------------------------------------------------------

export const useStoreOptions = (enabled: boolean) => useQuery({ ...queryOf(products.options), enabled });

export const useSaveStoreOptions = () =>
  useMutation({
    mutationFn: (body: { pay_now: boolean; cash_on_delivery: boolean }) =>
      call(products.saveOptions, { body }),
    onSuccess: () => invalidate(products.options),
  });
