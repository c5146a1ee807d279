export const productsPath = '/my-items';
export const newProductPath = '/new-product';
export const categoriesPath = '/category-management';
export const newCategoryPath = '/add-new-category';
export const ordersPath = '/orders';

/** A product's form. */
export const editProductPath = (id: number | '$id') => `/update-product/${id}` as const;
/** A category's form. */
export const editCategoryPath = (id: number | '$id') => `/edit-category/${id}` as const;
/** By its reference, which is what a merchant calls it, or by its id. */
export const orderPath = (order: string | number) => `${ordersPath}/${order}` as const;
