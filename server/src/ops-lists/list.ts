/** The console's lists: a page for the screen, and all rows as a file with the same columns. */

import type { ExportFormat } from '@daftar/contract/exports';
import type messages from '@daftar/contract/messages/en.json';
import type { OpsListName } from '@daftar/contract/ops-lists';
import type { ListMode } from '@daftar/contract/ops-money-lists';
import type { Paging } from '@daftar/contract/paging';
import type texts from '../../locales/en/ops.json';
import type { LoggedSide } from '../audit/fields.ts';
import { recordProviderAudit } from '../audit/record.ts';
import type { App, Mode, Operator } from '../platform/context.ts';
import type { Cell } from '../platform/csv/csv.ts';
import { exportCells } from '../platform/csv/export.ts';
import type { Db } from '../platform/db/connect.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { countByStatus } from '../platform/lists/counts.ts';
import { everyRow, hasMoreThan, type ListSource, type Page, readPage } from '../platform/lists/page.ts';
import { typedText } from '../platform/lists/search.ts';
import { cairoMinute } from '../platform/time/cairo.ts';
import { FileTooLong } from './errors.ts';

/** Maximum number of rows in a file. More are refused, because an incomplete file looks complete. */
export const MAX_ROWS = 100_000;

/** `transactionStatus.1`: any number, because the type of a column does not state its values. */
type Numbered<K extends string> = K extends `${infer Of}.${number}` ? `${Of}.${number}` : K;

/**
 * Returns a text of the catalogues. A value of a list without a word does not compile; both languages have the same
 * keys.
 */
export type Say = (key: Numbered<keyof typeof messages> | `ops.${Numbered<keyof typeof texts>}`) => string;

type Heading = keyof typeof texts extends infer K ? (K extends `file.${infer Name}` ? Name : never) : never;

/** The cells of a file by the keys of their headings, `ops.file.<name>`. */
export type FileCells<Wire> = Readonly<Partial<Record<Heading, (row: Wire) => Cell>>>;

/** A list of the console. `Ready`: facts for converting its rows, such as today's calendar. */
export interface OpsList<P extends Paging, Filters, Row extends { id: number }, Wire, Ready = void> {
  /** The name in file names and the audit log. */
  what: OpsListName;
  /** Looks up the values of the filters; the rows can then be read through any connection. */
  find: (
    app: App,
    paging: P,
    filters: Filters,
    operator: Operator,
  ) => Promise<(db: Db) => ListSource> | ((db: Db) => ListSource);
  ready?: (app: App, filters: Filters) => Promise<Ready> | Ready;
  wireOf: (row: Row, locale: Locale, operator: Operator, ready: Ready) => Wire;
  cells: (say: Say) => FileCells<Wire>;
}

/** The values of a filter that are tabs above a list. */
interface Tabs {
  by: string;
  values: readonly (string | number)[];
}

/** Counts the rows of a list by the values of its tabs. */
export interface CountedList {
  counts(
    app: App,
    operator: Operator,
    paging: Paging,
    tabs: Tabs,
    filters: { mode?: ListMode | undefined; merchant_id?: number | undefined },
  ): Promise<{ status: string | number; total: number; more: boolean }[]>;
}

/** The log states the filters of an exported file; a filter without a word does not compile. */
type WithoutWord<Filters> = keyof Filters extends keyof LoggedSide
  ? unknown
  : { filterWithoutWord: Exclude<keyof Filters, keyof LoggedSide> };

/** Creates the handlers of a list. */
export function opsList<
  P extends Paging,
  Filters extends object,
  Row extends { id: number },
  Wire,
  Ready = void,
>(list: OpsList<P, Filters, Row, Wire, Ready> & WithoutWord<Filters>) {
  return {
    /** Reads one page. */
    async page(app: App, operator: Operator, paging: P, filters: Filters): Promise<Page<Wire>> {
      const source = await list.find(app, paging, filters, operator);
      const { rows, meta } = await readPage<Row>(app.db, paging, source(app.db));
      const ready = (await list.ready?.(app, filters)) as Ready;
      return { rows: rows.map((row) => list.wireOf(row, operator.locale, operator, ready)), meta };
    },
    /** Counts the rows of each tab as the pages do. `paging`: any value; it has no effect here. */
    async counts(app: App, operator: Operator, paging: Paging, { by, values }: Tabs, filters: object) {
      const sources = values.map(async (status) => {
        const source = await list.find(app, paging as P, { ...filters, [by]: status } as Filters, operator);
        return { status, ...source(app.db) };
      });
      const found = await Promise.all(sources);
      const { table, scope } = found[0]!;
      return countByStatus(
        app.db,
        table,
        scope,
        found.map((source) => ({ status: source.status, sets: [source.filters] })),
      );
    },
    /** Streams the matching rows, and logs the export. @throws FileTooLong */
    async file(
      app: App,
      operator: Operator,
      paging: P,
      asked: Filters & { format: ExportFormat },
    ): Promise<FileResult> {
      const { format } = asked;
      const { locale } = operator;
      const source = await list.find(app, paging, asked, operator);
      if (await hasMoreThan(app.db, source(app.db), MAX_ROWS)) throw new FileTooLong(MAX_ROWS);
      await recordSaved(app, operator, list.what, asked);
      const cells = list.cells((key) => translate(locale, key));
      const each = Object.values(cells);
      const ready = (await list.ready?.(app, asked)) as Ready;
      const file = {
        what: list.what,
        query: (tx: Db) => everyRow<Row>(tx, paging.sortType, source(tx), MAX_ROWS),
        headings: Object.keys(cells).map((name) => translate(locale, `ops.file.${name}`)),
        cells: (row: Row) => {
          const wire = list.wireOf(row, locale, operator, ready);
          return each.map((cell) => cell(wire));
        },
      };
      return exportCells(app, file, format, locale);
    },
  };
}

/** Logs that an operator exports the rows of a list, with the filters. */
export async function recordSaved(
  app: App,
  operator: Operator,
  what: string,
  asked: LoggedSide,
): Promise<void> {
  const given = Object.entries(asked).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === 'string' ? typedText(value) : value]],
  );
  // The list may be read from a standby.
  await recordProviderAudit(
    app.primary ?? app.db,
    { actor: operator.email, address: operator.address },
    app.clock.now(),
    {
      action: 'list.export',
      subject: `list:${what}`,
      after: Object.fromEntries(given),
    },
  );
}

/** Returns an amount in EGP as a cell. */
export const egp = (pounds: number | null): Cell =>
  pounds === null ? null : { hundredths: Math.round(pounds * 100) };

/** Returns a time as a cell, in Cairo: `2026-06-15 14:05`; empty for null. */
export const at = (moment: string | null): Cell =>
  moment === null ? '' : { moment: cairoMinute(new Date(moment)) };

/** Returns a day as a cell, `2026-06-15`; empty for null. */
export const onDay = (day: string | null): Cell => (day === null ? '' : { moment: day });

interface OfMerchant {
  merchant: { id: number; name: string };
  mode: Mode;
  created_at: string;
}

/** The cells with which every list across merchants starts or ends. */
export const merchantCells = {
  merchant: (row: Pick<OfMerchant, 'merchant'>) => row.merchant.name,
  merchantId: (row: Pick<OfMerchant, 'merchant'>) => row.merchant.id,
};
export const momentCells = (say: Say) => ({
  created: (row: OfMerchant) => at(row.created_at),
  mode: (row: OfMerchant) => say(`ops.mode.${row.mode}`),
});
