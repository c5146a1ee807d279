import {
  CUSTOMER_IMPORT_FIELDS,
  CustomerSheetRow,
  IMPORT_MAXIMUM_ROWS,
  type ImportPreview,
} from '@daftar/contract/customers';
import type { ChosenColumns } from '@daftar/contract/imports';
import { recordAudit } from '../audit/record.ts';
import { choicesFor, rememberChoices } from '../imports/choices.ts';
import type { App, Caller } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import type { UploadedFile } from '../platform/http/multipart.ts';
import type { Locale } from '../platform/i18n/translate.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { addToTotal } from '../platform/lists/totals.ts';
import { type Ahead, readAhead } from '../platform/sheets/ahead.ts';
import type { ImportColumn } from '../platform/sheets/columns.ts';
import { headingsOf, previewOf } from '../platform/sheets/preview.ts';
import {
  type ColumnOptions,
  type ReadColumns,
  refuseBadRows,
  type ValidatedRow,
  validatedChunks,
} from '../platform/sheets/table.ts';
import { ImportGivenUp } from './errors.ts';
import { JOINED_NAMES, KNOWN_HEADINGS } from './known-headings.ts';
import { Taken, tidyRow } from './rules.ts';
import { STATE } from './store.ts';
import { deferSearchIndex, findTakenAmong, insertNewRows, insertRows, listExisting } from './store-import.ts';

const REQUIRED: readonly string[] = ['name', 'email', 'mobile'];

const columns = (locale: Locale): ImportColumn[] =>
  CUSTOMER_IMPORT_FIELDS.map((field) => ({
    field,
    required: REQUIRED.includes(field),
    headings: [...headingsOf(locale, 'customers', field), ...(KNOWN_HEADINGS[field] ?? [])],
    joined: field === 'name' ? JOINED_NAMES : [],
  }));

/** Rows written by one statement, and between two checks that the client is still connected. */
const PORTION_ROWS = 1_000;

/** Maximum number of rows written in vain when an existing customer is met. */
const SAVED_ROWS = 2_500;

type Row = ValidatedRow<CustomerSheetRow>;

/** Validates the rows of a file as they are read. */
const validatedRows = (
  caller: Caller,
  file: UploadedFile | null,
  options: ColumnOptions,
): AsyncGenerator<Row[]> =>
  validatedChunks(caller.merchantId, file, {
    ...options,
    columns: columns(caller.locale),
    schema: CustomerSheetRow,
    tidy: tidyRow,
    limits: { maximumRows: IMPORT_MAXIMUM_ROWS },
  });

async function allOf(rows: Ahead<Row>): Promise<readonly Row[]> {
  await rows.hasMoreThan(IMPORT_MAXIMUM_ROWS);
  return rows.items;
}

const isBad = ({ result }: Row) => !result.ok;
const goodOf = (rows: readonly Row[]) => rows.flatMap(({ result }) => (result.ok ? [result.value] : []));

/**
 * Previews an import; nothing is written.
 * @param sent columns assigned to fields: a file that lacks a required one is then described instead of refused
 * @throws SheetRefused, InvalidError 422
 */
export async function previewImport(
  app: App,
  caller: Caller,
  file: UploadedFile | null,
  sent?: ChosenColumns,
): Promise<ImportPreview> {
  const choices = await choicesFor(app.db, caller, 'customers', sent);
  let read: ReadColumns | null = null;
  const onColumns = (found: ReadColumns) => {
    read = found;
  };
  const mayLackColumns = sent !== undefined;
  const rows = await allOf(readAhead(validatedRows(caller, file, { choices, onColumns, mayLackColumns })));
  const taken = new Taken(await findTakenAmong(app.db, caller, goodOf(rows)));
  const previewed = rows.map((checked) => {
    const { raw, result } = checked;
    if (!result.ok) return { checked, isDuplicate: false, values: raw };
    return { checked, isDuplicate: !taken.take(result.value), values: { ...result.value } };
  });
  return previewOf(previewed, CUSTOMER_IMPORT_FIELDS, caller.locale, read);
}

/** The result of an import. */
export interface Imported {
  customers: { id: number; name: string }[];
  /** Rows of customers who existed already, or appeared earlier in the sheet. */
  skipped: number;
  /** The existing customers, if they were asked for. */
  existing: { id: number; name: string }[];
}

/**
 * Imports every customer of a file, or none: any invalid row, or a client that disconnects, rolls it back. The first
 * rows are written while later ones are still read and validated. Duplicates are skipped; a merchant who bills the
 * people of a sheet every month can ask for them as well.
 * @throws SheetRefused, InvalidError 422 with `row 7 · email`
 */
export async function importCustomers(
  app: App,
  caller: Caller,
  file: UploadedFile | null,
  isGone: () => boolean,
  wantsExisting = false,
  sent?: ChosenColumns,
): Promise<Imported> {
  const now = app.clock.now();
  const choices = await choicesFor(app.db, caller, 'customers', sent);
  let chosen: ChosenColumns = new Map();
  const onColumns = (found: ReadColumns) => {
    chosen = found.chosen;
  };
  const rows = readAhead(validatedRows(caller, file, { choices, onColumns }));
  const maySee = caller.permissions.has('create-invoice') || caller.permissions.has('view-customers-list');
  const looksFirst = wantsExisting && maySee;
  // A file that is invalid at its beginning needs no transaction.
  await rows.hasMoreThan(0);
  if (looksFirst || rows.items.some(isBad)) refuseBadRows(await allOf(rows));
  return transaction(app.db, async (tx) => {
    const existing = looksFirst ? await listExisting(tx, caller, goodOf(rows.items)) : [];
    const [, added] = await Promise.all([deferSearchIndex(tx), insertAsRead(tx, caller, rows, now, isGone)]);
    const skipped = rows.items.length - added.length;
    await rememberChoices(tx, caller, 'customers', chosen, now);
    if (added.length > 0) {
      await addJob(tx, 'index-customers', {}, { key: 'index-customers' });
      await recordAudit(tx, caller, now, {
        action: 'customer.import',
        subject: 'customers',
        after: { added: added.length, skipped, firstId: added[0]?.id, lastId: added.at(-1)?.id },
      });
    }
    return { customers: added, skipped, existing };
  });
}

/**
 * Inserts rows as they are read.
 * @throws InvalidError once all are read, if any is invalid: the import is then rolled back.
 */
async function insertAsRead(
  tx: Tx,
  caller: Caller,
  rows: Ahead<Row>,
  now: Date,
  isGone: () => boolean,
): Promise<Imported['customers']> {
  const added: Imported['customers'] = [];
  while (await rows.hasMoreThan(added.length)) {
    const upTo = added.length + SAVED_ROWS;
    const fresh = await insertNewRows(tx, caller, portionsOf(rows, added.length, upTo, isGone), now);
    if (fresh === null) break;
    added.push(...fresh);
  }
  for await (const portion of portionsOf(rows, added.length, IMPORT_MAXIMUM_ROWS, isGone)) {
    added.push(...(await insertRows(tx, caller, portion, now)));
  }
  await addToTotal(tx, caller, 'customers', STATE.active, added.length);
  return added;
}

/**
 * Yields the rows between two positions of a sheet, as many at a time as have been read.
 * @throws InvalidError as all rows have it
 */
async function* portionsOf(
  rows: Ahead<Row>,
  from: number,
  upTo: number,
  isGone: () => boolean,
): AsyncGenerator<CustomerSheetRow[]> {
  for (let start = from; start < upTo && (await rows.hasMoreThan(start)); ) {
    const portion = rows.items.slice(start, Math.min(start + PORTION_ROWS, upTo));
    start += portion.length;
    if (portion.some(isBad)) refuseBadRows(await allOf(rows));
    if (isGone()) throw new ImportGivenUp();
    yield goodOf(portion);
  }
}
