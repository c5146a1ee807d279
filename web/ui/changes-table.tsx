import { useTranslation } from 'react-i18next';
import classes from './changes-table.module.css';

interface ChangesTableProps {
  /** By default, that these fields have changed. */
  title?: string;
  /** Null if there was no value. */
  changes: readonly { field: string; before: string | null; after: string | null }[];
}

/** Shows changed fields with their values before and after. */
export function ChangesTable({ title, changes }: ChangesTableProps) {
  const { t } = useTranslation('common');
  return (
    <section>
      <h2 className={classes.heading}>{title ?? t('changes.title')}</h2>
      {changes.length === 0 ? (
        <p className={classes.quiet}>{t('changes.none')}</p>
      ) : (
        <table className={classes.changes}>
          <thead>
            <tr>
              <th scope="col">{t('changes.field')}</th>
              <th scope="col">{t('changes.before')}</th>
              <th scope="col">{t('changes.after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">
                  <bdi>{field}</bdi>
                </th>
                <td>{before === null ? <span aria-hidden>–</span> : <bdi>{before}</bdi>}</td>
                <td>{after === null ? <span aria-hidden>–</span> : <bdi>{after}</bdi>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
