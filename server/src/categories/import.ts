import {
  CATEGORY_IMPORT_FIELDS,
  type CategoryFormValues,
  type CategoryImportPreview,
  CategoryRowForm,
} from '@daftar/contract/categories';
import { IMPORT_MAXIMUM_ROWS } from '@daftar/contract/customers';
import type { ChosenColumns } from '@daftar/contract/imports';
import { searchKey } from '@daftar/contract/search-key';
import { recordAudit } from '../audit/record.ts';
import { choicesFor, rememberChoices } from '../imports/choices.ts';
import type { App, Caller } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import type { UploadedFile } from '../platform/http/multipart.ts';
import { headingsOf, previewOf } from '../platform/sheets/preview.ts';
import {
  type ReadColumns,
  refuseBadRows,
  type ValidatedRow,
  validatedChunks,
} from '../platform/sheets/table.ts';
import { findTakenKeys, insertCategories } from './store.ts';

async function readRows(
  app: App,
  caller: Caller,
  file: UploadedFile | null,
  sent: ChosenColumns | undefined,
  mayLackColumns: boolean,
): Promise<{ rows: ValidatedRow<CategoryFormValues>[]; read: ReadColumns }> {
  let read: ReadColumns = { columns: [], missing: [], chosen: new Map() };
  const columns = CATEGORY_IMPORT_FIELDS.map((field) => ({
    field,
    required: true,
    headings: headingsOf(caller.locale, 'categories', field),
  }));
  const limits = { maximumRows: IMPORT_MAXIMUM_ROWS };
  const choices = await choicesFor(app.db, caller, 'categories', sent);
  const onColumns = (found: ReadColumns) => {
    read = found;
  };
  const table = { columns, choices, onColumns, mayLackColumns, schema: CategoryRowForm, limits };
  const rows: ValidatedRow<CategoryFormValues>[] = [];
  for await (const some of validatedChunks(caller.merchantId, file, table)) rows.push(...some);
  return { rows, read };
}

const goodOf = (rows: readonly ValidatedRow<CategoryFormValues>[]) =>
  rows.flatMap(({ result }) => (result.ok ? [result.value] : []));

/** Previews an import; nothing is written. @throws SheetRefused, InvalidError 422 */
export async function previewCategories(
  app: App,
  caller: Caller,
  file: UploadedFile | null,
  sent?: ChosenColumns,
): Promise<CategoryImportPreview> {
  const { rows, read } = await readRows(app, caller, file, sent, sent !== undefined);
  const names = goodOf(rows).map(({ category }) => category);
  const taken = new Set(await findTakenKeys(app.db, caller, names));
  const seen = rows.map((checked) => {
    if (!checked.result.ok) return { checked, isDuplicate: false };
    const key = searchKey(checked.result.value.category);
    const isDuplicate = taken.has(key);
    taken.add(key);
    return { checked, isDuplicate };
  });
  return previewOf(seen, CATEGORY_IMPORT_FIELDS, caller.locale, read);
}

/**
 * Imports every category of a file, or none if any row is invalid. Names that exist, or appeared earlier in the file,
 * are skipped.
 * @throws SheetRefused, InvalidError 422 with `row 7 · category`
 */
export async function importCategories(
  app: App,
  caller: Caller,
  file: UploadedFile | null,
  sent?: ChosenColumns,
): Promise<{ added: number; skipped: number }> {
  const now = app.clock.now();
  const { rows, read } = await readRows(app, caller, file, sent, false);
  refuseBadRows(rows);
  const good = goodOf(rows);
  return transaction(app.db, async (tx) => {
    const added = await insertCategories(tx, caller, good, now);
    const skipped = good.length - added;
    await rememberChoices(tx, caller, 'categories', read.chosen, now);
    if (added > 0) {
      await recordAudit(tx, caller, now, {
        action: 'category.import',
        subject: 'categories',
        after: { added, skipped },
      });
    }
    return { added, skipped };
  });
}
