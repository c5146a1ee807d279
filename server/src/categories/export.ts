import type { CATEGORY_IMPORT_FIELDS } from '@daftar/contract/categories';
import { type Columns, moment, number, text } from '../platform/csv/columns.ts';
import { listExport } from '../platform/csv/export.ts';
import { type ExportedCategory, exportCategories } from './store.ts';

/** The exported file can be imported again: it has the columns of an import with the same headings. */
const columns = () =>
  ({
    category: text('name'),
    sub_category: text('subNames'),
    products: number('productsCount'),
    added: moment('addedOn'),
  }) satisfies Columns<ExportedCategory> & Record<(typeof CATEGORY_IMPORT_FIELDS)[number], unknown>;

/** Exports the chosen categories, or all that match the filters, as a file in the caller's language. */
export const exportToFile = listExport('categories', columns, exportCategories);
