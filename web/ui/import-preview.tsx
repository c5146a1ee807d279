import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from './format.ts';
import classes from './import-dialog.module.css';
import { useLocale } from './locale.ts';
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

/** The preview of an import, the same shape for every noun. */
export interface PreviewOf {
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
  onAgain: () => void;
  onImport: () => void;
}

/** Second step of an import: rows to add, skipped rows and errors. */
export function ImportPreview(props: ImportPreviewProps) {
  const { preview, fileName, columns, takesExisting, onAgain, onImport } = props;
  const { t } = useTranslation('import');
  const locale = useLocale();
  const phone = usePhone();
  const number = (value: number) => formatNumber(value, locale);
  const { total, valid, duplicates, invalid, rows } = preview;
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
      <p role="status" className={invalid > 0 ? classes.warning : classes.text}>
        {t(words, { count: invalid, number: number(invalid) })}
      </p>
      {phone ? <RowCards rows={rows} columns={columns} /> : <RowTable rows={rows} columns={columns} />}
      {rows.length < total && (
        <p className={classes.quiet}>{t('shownOf', { shown: number(rows.length), total: number(total) })}</p>
      )}
      <div className={classes.buttons}>
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
}

type Row = RowsProps['rows'][number];

function RowTable({ rows, columns }: RowsProps) {
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
function RowCards({ rows, columns }: RowsProps) {
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
                  <dt>{column.label}</dt>
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
