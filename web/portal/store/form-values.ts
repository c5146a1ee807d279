import type { Product } from '@daftar/contract/products';

/** The form of a product; everything as it is typed. */
export interface ProductValues extends Record<string, unknown> {
  product_name: string;
  product_code: string;
  description: string;
  price: string;
  weight: string;
  in_stock: string;
  category_id: string;
  sub_category_id: string;
  /** Paths of uploads, URLs of stored pictures, and the order of both. */
  product_images: string[];
  product_images_url: string[];
  images_order: string[];
}

export const EMPTY_PRODUCT: ProductValues = {
  product_name: '',
  product_code: '',
  description: '',
  price: '',
  weight: '',
  in_stock: '',
  category_id: '',
  sub_category_id: '',
  product_images: [],
  product_images_url: [],
  images_order: [],
};

/** A product as its form shows it. */
export const valuesOf = (product: Product): ProductValues => ({
  product_name: product.product_name,
  product_code: product.product_code,
  description: product.description,
  price: product.price.toFixed(2),
  weight: product.weight === null ? '' : String(product.weight),
  in_stock: String(product.in_stock),
  category_id: String(product.category_id),
  sub_category_id: String(product.sub_category_id),
  product_images: [],
  product_images_url: product.attachments,
  images_order: product.attachments,
});
