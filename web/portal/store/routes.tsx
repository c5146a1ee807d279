import {
  categoriesPath,
  editCategoryPath,
  editProductPath,
  newCategoryPath,
  newProductPath,
  orderPath,
  ordersPath,
  productsPath,
} from '../paths/store.ts';
import { defineScreens, type Screen } from '../shared/screen.ts';

const group = 'store-management';
const catalogues = ['store'];

const editing: Omit<Screen, 'path' | 'permission' | 'title'> = {
  group,
  catalogues,
  page: () => import('./product-form-page.tsx'),
};
const editingCategory: Omit<Screen, 'path' | 'permission' | 'title'> = {
  group,
  catalogues,
  page: () => import('./category-form-page.tsx'),
};

export const storeScreens = defineScreens([
  {
    // People who may not see products are led to what they may.
    path: productsPath,
    permission: group,
    title: 'store:tab.products',
    catalogues: [...catalogues, 'import'],
    page: () => import('./products-page.tsx'),
    nav: {
      label: 'shell:nav.store',
      icon: 'store',
      section: 'selling',
      order: 40,
      shortcut: 'm',
      also: [
        'new-product',
        'update-product',
        'category-management',
        'add-new-category',
        'edit-category',
        'orders',
      ],
    },
  },
  { path: newProductPath, permission: 'add-product', title: 'store:product.new', ...editing },
  {
    path: editProductPath('$id'),
    permission: ['add-product', 'edit-product'],
    title: 'store:product.edit',
    ...editing,
  },
  {
    path: categoriesPath,
    permission: 'categories-list',
    group,
    title: 'store:category.list',
    catalogues: [...catalogues, 'import'],
    page: () => import('./categories-page.tsx'),
  },
  { path: newCategoryPath, permission: 'add-category', title: 'store:category.new', ...editingCategory },
  {
    path: editCategoryPath('$id'),
    permission: ['add-category', 'edit-category'],
    title: 'store:category.edit',
    ...editingCategory,
  },
  {
    path: ordersPath,
    permission: 'view-orders',
    group,
    title: 'store:order.list',
    catalogues,
    page: () => import('./orders-page.tsx'),
  },
  {
    path: orderPath('$id'),
    permission: 'view-order-details',
    group,
    title: 'store:order.one',
    catalogues,
    page: () => import('./order-page.tsx'),
  },
]);
