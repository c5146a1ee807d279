/**
 * Headings by which other programs export products, best first: Shopify, WooCommerce, Square, Odoo and spreadsheets of
 * Egyptian businesses. The headings of our own files stand in the catalogues.
 */
export const KNOWN_HEADINGS: Readonly<Record<string, readonly string[]>> = {
  product_code: [
    'SKU',
    'Variant SKU',
    'Internal reference',
    'Item code',
    'Barcode',
    'Variant barcode',
    'Handle',
    'كود الصنف',
    'رقم الصنف',
    'الباركود',
    'باركود',
  ],
  product_name: ['Title', 'Item name', 'Item', 'Product', 'اسم الصنف', 'الصنف', 'المنتج'],
  description: ['Body (HTML)', 'Short description', 'Sales description', 'التفاصيل', 'وصف المنتج'],
  price: [
    'Variant price',
    'Regular price',
    'Sales price',
    'Unit price',
    'Selling price',
    'سعر البيع',
    'سعر الوحدة',
    'السعر بالجنيه',
  ],
  in_stock: [
    'Variant inventory qty',
    'Current quantity',
    'Quantity on hand',
    'Quantity',
    'Qty',
    'Inventory',
    'الكمية',
    'الكمية المتاحة',
    'الرصيد',
  ],
  weight: ['Weight in kg', 'الوزن بالكيلو'],
  category: ['Product category', 'Categories', 'Type', 'القسم', 'التصنيف'],
  sub_category: ['Subcategory', 'Product type', 'القسم الفرعي', 'التصنيف الفرعي'],
  created_at: ['Created at', 'Created on', 'تاريخ الإضافة'],
};
