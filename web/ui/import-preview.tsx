import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from './format.ts';
import classes from './import-dialog.module.css';
import { useLocale } from './locale.ts';
import { StatCards } from './stat-card.tsx';
import { StatusChip } from './status-chip.tsx';

/** A column of the preview. */
export interface ImportColumn {
  /** The wire's name. */
  field: string;
  label: string;
  /** Numbers, addresses and phones keep their direction. */
  ltr?: boolean;
  /** Widest text of the row, shortened where it is long. */
  long?: boolean;
}

/** One row of a preview; its values stand under the fields' names. */
export interface PreviewRow {
  row: number;
  errors: Readonly<Record<string, readonly string[]>>;
  is_duplicate: boolean;
}

/** What an import of a file would do, as previews of every noun tell it. */
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
  onAgain: () => void;
  onImport: () => void;
}

/** The second step: what would be added, what is skipped, and what is wrong, row by row. */
export function ImportPreview({ preview, fileName, columns, onAgain, onImport }: ImportPreviewProps) {
  const { t } = useTranslation('import');
  const locale = useLocale();
  const number = (value: number) => formatNumber(value, locale);
  const { total, valid, duplicates, invalid, rows } = preview;
  const words = invalid > 0 ? 'hasErrors' : valid === 0 ? 'nothingNew' : 'ready';
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
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
              <Row key={row.row} row={row} columns={columns} />
            ))}
          </tbody>
        </table>
      </section>
      {rows.length < total && (
        <p className={classes.quiet}>{t('shownOf', { shown: number(rows.length), total: number(total) })}</p>
      )}
      <div className={classes.buttons}>
        {invalid === 0 && valid > 0 && (
          <Button onClick={onImport} data-autofocus>
            {t('submit', { count: valid, number: number(valid) })}
          </Button>
        )}
        <Button variant="default" onClick={onAgain}>
          {t('again')}
        </Button>
      </div>
    </div>
  );
}

interface RowProps {
  row: ImportPreviewProps['preview']['rows'][number];
  columns: readonly ImportColumn[];
}

function Row({ row, columns }: RowProps) {
  const { t } = useTranslation('import');
  const locale = useLocale();
  const isBad = Object.keys(row.errors).length > 0;
  return (
    <tr data-bad={isBad || undefined}>
      <th scope="row">{formatNumber(row.row, locale)}</th>
      <td>
        <StatusChip kind={isBad ? 'fail' : row.is_duplicate ? 'closed' : 'success'}>
          {t(isBad ? 'row.bad' : row.is_duplicate ? 'row.duplicate' : 'row.good')}
        </StatusChip>
      </td>
      {columns.map(({ field, ltr, long }) => {
        const text = String(row[field] ?? '');
        return (
          <td key={field} data-ltr={ltr || undefined} data-long={long || undefined}>
            {text && (ltr ? <bdi dir="ltr">{text}</bdi> : <bdi>{text}</bdi>)}
            {row.errors[field]?.map((error) => (
              <span key={error} className={classes.error}>
                {error}
              </span>
            ))}
          </td>
        );
      })}
    </tr>
  );
}
