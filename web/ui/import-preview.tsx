import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatNumber } from './format.ts';
import classes from './import-dialog.module.css';
import { ImportRefusals } from './import-refusals.tsx';
import { type Locale, useLocale } from './locale.ts';
import { StatCards } from './stat-card.tsx';
import { StatusChip } from './status-chip.tsx';
import { usePhone } from './use-phone.ts';

/** A column of the preview. */
export interface ImportColumn {
  /** Field name in the contract. */
  field: string;
  label: string;
  /** Left to right, for numbers, addresses and phones. */
  ltr?: boolean;
  /** The longest text of the row; truncated. */
  long?: boolean;
}

/** A row of the preview, with its values by field name. */
export interface PreviewRow {
  row: number;
  errors: Readonly<Record<string, readonly string[]>>;
  is_duplicate: boolean;
}

/** A column of the file. */
export interface ReadColumn {
  key: string;
  /** Empty where the file has none. */
  heading: string;
  /** The field that it is read as; null: left out. */
  field: string | null;
  /** Its first values. */
  samples: readonly string[];
}

/** The preview of an import, the same shape for every noun. */
export interface PreviewOf {
  columns: readonly ReadColumn[];
  /** Required fields without a column. */
  missing: readonly string[];
  total: number;
  valid: number;
  duplicates: number;
  invalid: number;
  rows: readonly (PreviewRow & Readonly<Record<string, unknown>>)[];
}

interface ImportPreviewProps {
  preview: PreviewOf;
  fileName: string;
  columns: readonly ImportColumn[];
  /** Existing rows are added too. */
  takesExisting: boolean;
  /** Why the last attempt to continue was refused. */
  refusals: readonly string[];
  onAgain: () => void;
  onColumns: () => void;
  onImport: () => void;
}

/** Second step of an import: rows to add, skipped rows and errors. */
export function ImportPreview(props: ImportPreviewProps) {
  const { preview, fileName, columns, takesExisting, refusals, onAgain, onColumns, onImport } = props;
  const { t } = useTranslation('import');
  const locale = useLocale();
  const phone = usePhone();
  const leftOut = preview.columns.filter(({ field }) => field === null);
  const number = (value: number) => formatNumber(value, locale);
  const { total, valid, duplicates, invalid, rows } = preview;
  const shown = { rows, columns, read: preview.columns };
  const taken = takesExisting ? valid + duplicates : valid;
  const words =
    invalid > 0
      ? 'hasErrors'
      : takesExisting && duplicates > 0
        ? 'taken'
        : valid === 0
          ? 'nothingNew'
          : 'ready';
  return (
    <div className={classes.preview}>
      <p className={classes.quiet}>
        <bdi>{fileName}</bdi>
      </p>
      <StatCards
        label={t('counts')}
        count={4}
        stats={[
          { label: t('count.total'), value: number(total) },
          { label: t('count.valid'), value: number(valid) },
          { label: t('count.duplicates'), value: number(duplicates) },
          { label: t('count.invalid'), value: number(invalid) },
        ]}
      />
      {refusals.length > 0 && (
        <div role="alert">
          <ImportRefusals title={t('interrupted')} refusals={refusals} />
        </div>
      )}
      <p role="status" className={invalid > 0 ? classes.warning : classes.text} hidden={refusals.length > 0}>
        {refusals.length === 0 && t(words, { count: invalid, number: number(invalid) })}
      </p>
      <div className={classes.buttons}>
        <Button variant="default" size="xs" onClick={onColumns}>
          {t('columns.change')}
        </Button>
        {leftOut.length > 0 && (
          <p className={classes.quiet}>
            {t('columns.leftOut')}{' '}
            {leftOut.map(({ key, heading }, at) => (
              <span key={key}>
                {at > 0 && t('columns.and')}
                <bdi>{heading || unnamedColumn(key, t, locale)}</bdi>
              </span>
            ))}
          </p>
        )}
      </div>
      {phone ? <RowCards {...shown} /> : <RowTable {...shown} />}
      {rows.length < total && (
        <p className={classes.quiet}>{t('shownOf', { shown: number(rows.length), total: number(total) })}</p>
      )}
      <div className={classes.actions}>
        {invalid === 0 && taken > 0 && (
          <Button onClick={onImport} data-autofocus>
            {t(taken === valid ? 'submit' : 'submitTaken', { count: taken, number: number(taken) })}
          </Button>
        )}
        <Button variant="default" onClick={onAgain}>
          {t('again')}
        </Button>
      </div>
    </div>
  );
}

interface RowsProps {
  rows: ImportPreviewProps['preview']['rows'];
  columns: readonly ImportColumn[];
  read: readonly ReadColumn[];
}

type Row = RowsProps['rows'][number];

function RowTable({ rows, columns, read }: RowsProps) {
  const { t } = useTranslation('import');
  const locale = useLocale();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={classes.scroll} tabIndex={0} aria-label={t('rows')}>
      <table className={classes.table}>
        <caption className={classes.hidden}>{t('rows')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('row')}</th>
            <th scope="col">{t('outcome')}</th>
            {columns.map(({ field, label }) => (
              <th key={field} scope="col">
                {label}
                <FileHeading label={label} heading={headingOf(read, field)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row}>
              <th scope="row">{formatNumber(row.row, locale)}</th>
              <td>
                <Outcome row={row} />
              </td>
              {columns.map((column) => (
                <td
                  key={column.field}
                  data-ltr={column.ltr || undefined}
                  data-long={column.long || undefined}
                >
                  <Cell row={row} column={column} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A row as a card on a phone, with its values and errors. */
function RowCards({ rows, columns, read }: RowsProps) {
  const { t } = useTranslation('import');
  const locale = useLocale();
  return (
    <ul className={classes.cards} aria-label={t('rows')}>
      {rows.map((row) => (
        <li key={row.row} className={classes.card}>
          <p className={classes.cardHead}>
            {t('rowNumber', { row: formatNumber(row.row, locale) })}
            <Outcome row={row} />
          </p>
          <dl className={classes.cardFacts}>
            {columns
              .filter(({ field }) => row[field] || row.errors[field])
              .map((column) => (
                <div key={column.field}>
                  <dt>
                    {column.label}{' '}
                    <FileHeading label={column.label} heading={headingOf(read, column.field)} />
                  </dt>
                  <dd data-long={column.long || undefined}>
                    <Cell row={row} column={column} />
                  </dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** The name of a column without a heading, whose key is its position: `#3`. */
export const unnamedColumn = (key: string, t: TFunction<'import'>, locale: Locale): string =>
  t('columns.unnamed', { number: formatNumber(Number(key.slice(1)), locale) });

/** The file's own headings of a field; empty when no column has one. */
export const headingOf = (read: readonly ReadColumn[], field: string): string =>
  read
    .filter((column) => column.field === field && column.heading !== '')
    .map(({ heading }) => heading)
    .join(' + ');

/** The file's heading under the name of the field, where they differ. */
const FileHeading = ({ label, heading }: { label: string; heading: string }) =>
  heading !== '' &&
  heading !== label && (
    <span className={classes.fileHeading}>
      <bdi>{heading}</bdi>
    </span>
  );

function Outcome({ row }: { row: Row }) {
  const { t } = useTranslation('import');
  const isBad = Object.keys(row.errors).length > 0;
  return (
    <StatusChip kind={isBad ? 'fail' : row.is_duplicate ? 'closed' : 'success'}>
      {t(isBad ? 'row.bad' : row.is_duplicate ? 'row.duplicate' : 'row.good')}
    </StatusChip>
  );
}

/** A cell's value with its error. */
function Cell({ row, column: { field, ltr } }: { row: Row; column: ImportColumn }) {
  const text = String(row[field] ?? '');
  return (
    <>
      {text && (ltr ? <bdi dir="ltr">{text}</bdi> : <bdi>{text}</bdi>)}
      {row.errors[field]?.map((error) => (
        <span key={error} className={classes.error}>
          {error}
        </span>
      ))}
    </>
  );
}
