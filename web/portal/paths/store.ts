import type { categories } from '@daftar/contract/categories';
import type { orders } from '@daftar/contract/orders';
import type { products } from '@daftar/contract/products';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const productsPath = definePath<ListSearchParams<typeof products.list>>('/my-items');
/** The form of a new product, perhaps with its name and price. */
export const newProductPath = definePath<{ name?: string; price?: string }>('/new-product');
export const categoriesPath = definePath<ListSearchParams<typeof categories.list>>('/category-management');
export const newCategoryPath = definePath('/add-new-category');
export const ordersPath = definePath<ListSearchParams<typeof orders.list>>('/orders');

/** The path of a product's form. */
export const editProductPath = (id: number | '$id') => definePath(`/update-product/${id}`);
/** The path of a category's form. */
export const editCategoryPath = (id: number | '$id') => definePath(`/edit-category/${id}`);
/** The path of an order, by its reference or id. */
export const orderPath = (order: string | number) => definePath(`${ordersPath}/${order}`);
