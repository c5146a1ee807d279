import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import own from './import-columns.module.css';
import classes from './import-dialog.module.css';
import { type ImportColumn, type ReadColumn, unnamedColumn } from './import-preview.tsx';
import { ImportRefusals } from './import-refusals.tsx';
import { useLocale } from './locale.ts';

/** The field of each column that a person assigned, by the column's key; null leaves it out. */
export type ChosenColumns = Readonly<Record<string, string | null>>;

interface ImportColumnsProps {
  fileName: string;
  /** The columns of the file, as they are read so far. */
  read: readonly ReadColumn[];
  /** The fields of the import. */
  columns: readonly ImportColumn[];
  /** Required fields without a column. */
  missing: readonly string[];
  chosen: ChosenColumns;
  /** Why the last attempt to continue was refused. */
  refusals: readonly string[];
  onAgain: () => void;
  onChosen: (chosen: ChosenColumns) => void;
}

/** The step of an import in which each column of the file is assigned to a field or left out. */
export function ImportColumns(props: ImportColumnsProps) {
  const { fileName, read, columns, missing, refusals, onAgain, onChosen } = props;
  const { t } = useTranslation(['import', 'common']);
  const locale = useLocale();
  const [chosen, setChosen] = useState(props.chosen);
  const fieldOf = ({ key, field }: ReadColumn) => (key in chosen ? (chosen[key] ?? null) : field);
  const taken = new Set(read.map(fieldOf));
  const labels = columns
    .filter(({ field }) => missing.includes(field) && !taken.has(field))
    .map(({ label }) => label);
  const options = [
    { value: '', label: t('columns.leaveOut') },
    ...columns.map(({ field, label }) => ({ value: field, label })),
  ];
  const nameOf = ({ key, heading }: ReadColumn) => heading || unnamedColumn(key, t, locale);
  return (
    <div className={classes.preview}>
      <p className={classes.quiet}>
        <bdi>{fileName}</bdi>
      </p>
      <p className={classes.text}>{t('columns.text')}</p>
      <p role="status" className={classes.warning} hidden={labels.length === 0}>
        {labels.length > 0 && t('columns.missing', { fields: labels.join(t('columns.and')) })}
      </p>
      {refusals.length > 0 && (
        <div role="alert">
          <ImportRefusals title={t('refused')} refusals={refusals} />
        </div>
      )}
      <table className={own.table}>
        <caption className={classes.hidden}>{t('columns.title')}</caption>
        <thead className={own.heads}>
          <tr>
            <th scope="col" className={own.head}>
              {t('columns.heading')}
            </th>
            <th scope="col" className={own.head}>
              {t('columns.samples')}
            </th>
            <th scope="col" className={own.head}>
              {t('columns.field')}
            </th>
          </tr>
        </thead>
        <tbody className={own.body}>
          {read.map((column) => (
            <tr key={column.key} className={own.row}>
              <th scope="row" className={own.heading}>
                <bdi>{nameOf(column)}</bdi>
              </th>
              <td className={own.samples}>
                {column.samples.map((sample, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: samples may repeat and never move.
                  <bdi key={at} className={own.sample}>
                    {sample}
                  </bdi>
                ))}
              </td>
              <td className={own.field}>
                <NativeSelect
                  aria-label={t('columns.fieldOf', { heading: nameOf(column) })}
                  data={options}
                  value={fieldOf(column) ?? ''}
                  onChange={(event) => {
                    const field = event.currentTarget.value || null;
                    setChosen((now) => ({ ...now, [column.key]: field }));
                  }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes.actions}>
        <Button disabled={labels.length > 0} onClick={() => onChosen(chosen)}>
          {t('columns.continue')}
        </Button>
        <Button variant="default" onClick={onAgain}>
          {t('again')}
        </Button>
      </div>
    </div>
  );
}
