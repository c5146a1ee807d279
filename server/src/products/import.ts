import { IMPORT_MAXIMUM_ROWS } from '@daftar/contract/customers';
import type { FieldKey } from '@daftar/contract/error-codes';
import type { ChosenColumns } from '@daftar/contract/imports';
import {
  PRODUCT_IMPORT_FIELDS,
  type ProductImportPreview,
  ProductRowForm,
  type ProductRowValues,
} from '@daftar/contract/product-forms';
import { searchKey } from '@daftar/contract/search-key';
import { recordAudit } from '../audit/record.ts';
import { categoryTree } from '../categories/service.ts';
import { choicesFor, rememberChoices } from '../imports/choices.ts';
import type { App, Caller } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import type { UploadedFile } from '../platform/http/multipart.ts';
import { headingsOf, previewOf } from '../platform/sheets/preview.ts';
import {
  type ReadColumns,
  refuseBadRows,
  type ValidatedRow,
  validatedChunks,
} from '../platform/sheets/table.ts';
import { cairoDay, startOfCairoDay } from '../platform/time/cairo.ts';
import { KNOWN_HEADINGS } from './known-headings.ts';
import { tidyRow } from './rules.ts';
import { findTakenCodes, type ImportedProduct, insertProducts } from './store-import.ts';

const OPTIONAL: readonly string[] = ['weight', 'created_at'];

/** A valid row, with its category and sub-category. */
type Placed = ProductRowValues & Pick<ImportedProduct, 'categoryId' | 'subCategoryId'>;

/** Validates rows against the contract, then against the merchant's categories and today's date. */
async function readRows(
  app: App,
  db: Db,
  caller: Caller,
  file: UploadedFile | null,
  sent: ChosenColumns | undefined,
  mayLackColumns: boolean,
): Promise<{ rows: ValidatedRow<Placed>[]; read: ReadColumns }> {
  let read: ReadColumns = { columns: [], missing: [], chosen: new Map() };
  const columns = PRODUCT_IMPORT_FIELDS.map((field) => ({
    field,
    required: !OPTIONAL.includes(field),
    headings: [...headingsOf(caller.locale, 'products', field), ...(KNOWN_HEADINGS[field] ?? [])],
  }));
  const tree = await categoryTree(db, caller);
  const places = new Map(
    tree.map(({ id, name, subs }) => [
      searchKey(name),
      { id, subs: new Map(subs.map((sub) => [searchKey(sub.name), sub.id])) },
    ]),
  );
  const today = cairoDay(app.clock.now());
  const place = (row: ValidatedRow<ProductRowValues>): ValidatedRow<Placed> => {
    if (!row.result.ok) return { ...row, result: row.result };
    const { value } = row.result;
    const category = places.get(searchKey(value.category));
    const subCategoryId = category?.subs.get(searchKey(value.sub_category));
    const wrong = (field: string, key: FieldKey): ValidatedRow<Placed> => ({
      ...row,
      result: { ok: false, errors: { [field]: [{ key }] } },
    });
    if (!category) return wrong('category', 'UnknownCategory');
    if (subCategoryId === undefined) return wrong('sub_category', 'UnknownSubCategory');
    if (value.created_at && value.created_at > today) return wrong('created_at', 'InvalidDate');
    return { ...row, result: { ok: true, value: { ...value, categoryId: category.id, subCategoryId } } };
  };
  const limits = { maximumRows: IMPORT_MAXIMUM_ROWS };
  const choices = await choicesFor(db, caller, 'products', sent);
  const onColumns = (found: ReadColumns) => {
    read = found;
  };
  const table = {
    columns,
    choices,
    onColumns,
    mayLackColumns,
    schema: ProductRowForm,
    tidy: tidyRow,
    limits,
  };
  const rows: ValidatedRow<Placed>[] = [];
  for await (const some of validatedChunks(caller.merchantId, file, table)) rows.push(...some.map(place));
  return { rows, read };
}

const goodOf = (rows: readonly ValidatedRow<Placed>[]) =>
  rows.flatMap(({ result }) => (result.ok ? [result.value] : []));

/** Previews an import; nothing is written. @throws SheetRefused, InvalidError 422 */
export async function previewProducts(
  app: App,
  caller: Caller,
  file: UploadedFile | null,
  sent?: ChosenColumns,
): Promise<ProductImportPreview> {
  const { rows, read } = await readRows(app, app.db, caller, file, sent, sent !== undefined);
  const codes = goodOf(rows).map(({ product_code }) => product_code);
  const taken = new Set(await findTakenCodes(app.db, caller, codes));
  const seen = rows.map((checked) => {
    if (!checked.result.ok) return { checked, isDuplicate: false };
    const key = searchKey(checked.result.value.product_code);
    const isDuplicate = taken.has(key);
    taken.add(key);
    return { checked, isDuplicate };
  });
  return previewOf(seen, PRODUCT_IMPORT_FIELDS, caller.locale, read);
}

/**
 * Imports every product of a file, or none if any row is invalid. Codes that exist, or appeared earlier in the sheet,
 * are skipped.
 * @throws SheetRefused, InvalidError 422 with `row 7 · price`
 */
export async function importProducts(
  app: App,
  caller: Caller,
  file: UploadedFile | null,
  sent?: ChosenColumns,
): Promise<{ added: number; skipped: number }> {
  const now = app.clock.now();
  const { rows, read } = await readRows(app, app.db, caller, file, sent, false);
  refuseBadRows(rows);
  const good = goodOf(rows);
  return transaction(app.db, async (tx) => {
    const added = await insertProducts(
      tx,
      caller,
      good.map((value) => ({
        ...value,
        createdAt: value.created_at ? startOfCairoDay(value.created_at) : now,
      })),
      now,
    );
    const skipped = good.length - added;
    await rememberChoices(tx, caller, 'products', read.chosen, now);
    if (added > 0) {
      await recordAudit(tx, caller, now, {
        action: 'product.import',
        subject: 'products',
        after: { added, skipped },
      });
    }
    return { added, skipped };
  });
}
