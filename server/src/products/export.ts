import type { ExportFormat } from '@daftar/contract/exports';
import type { PRODUCT_IMPORT_FIELDS } from '@daftar/contract/product-forms';
import type { App, Caller } from '../platform/context.ts';
import { amount, type Columns, moment, number, text } from '../platform/csv/columns.ts';
import { exportRows, type RowsFile } from '../platform/csv/export.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import { translate } from '../platform/i18n/translate.ts';
import { storeAddress } from './address.ts';
import { type ExportedProduct, exportProducts, type ListFilters, type ListRequest } from './store.ts';

/** The columns of an import come first, with the same headings, so that test products can be imported in live mode. */
const columns = {
  product_code: text('code'),
  product_name: text('name'),
  description: text('description'),
  price: amount('pricePiastres'),
  in_stock: number('available'),
  weight: number('kilograms'),
  category: text('category'),
  sub_category: text('subCategory'),
  created_at: moment('addedOn'),
  reserved: number('reserved'),
  link: text('address'),
} satisfies Columns<ExportedProduct> & Record<(typeof PRODUCT_IMPORT_FIELDS)[number], unknown>;

/** Exports the chosen products, or all that match the filters, as a file in the caller's language. */
export async function exportToFile(
  app: App,
  caller: Caller,
  paging: ListRequest['paging'],
  { format, ...filters }: ListFilters & { ids?: readonly number[] | undefined; format: ExportFormat },
  days?: string,
): Promise<FileResult> {
  const { locale } = caller;
  const address = await storeAddress(app, caller);
  const file: RowsFile<ExportedProduct> = {
    what: 'products',
    days,
    columns,
    heading: (column) => translate(locale, `products.heading.${column}`),
    query: (tx) => exportProducts(tx, caller, paging, filters, address),
  };
  return exportRows(app, file, format, locale);
}
