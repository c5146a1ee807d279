export const productsPath = '/my-items';
export const newProductPath = '/new-product';
export const categoriesPath = '/category-management';
export const newCategoryPath = '/add-new-category';
export const ordersPath = '/orders';

/** The path of a product's form. */
export const editProductPath = (id: number | '$id') => `/update-product/${id}` as const;
/** The path of a category's form. */
export const editCategoryPath = (id: number | '$id') => `/edit-category/${id}` as const;
/** The path of an order, by its reference or id. */
export const orderPath = (order: string | number) => `${ordersPath}/${order}` as const;
