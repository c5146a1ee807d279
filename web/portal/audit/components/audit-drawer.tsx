import type { AuditRow } from '@daftar/contract/audit';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../../ui/date.tsx';
import { Facts } from '../../../ui/detail-page.tsx';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import classes from './audit.module.css';
import { Actor, Subject } from './columns.tsx';

interface AuditDrawerProps {
  row: AuditRow;
  opened: boolean;
  onClose: () => void;
}

/** One thing that was done, and what it changed, field by field. */
export function AuditDrawer({ row, opened, onClose }: AuditDrawerProps) {
  const { t } = useTranslation('audit');
  return (
    <SideDrawer opened={opened} onClose={onClose} title={row.action_name} width={34}>
      <div className={classes.content}>
        <Facts
          facts={[
            { label: t('column.actor'), value: <Actor row={row} /> },
            { label: t('column.at'), value: <DateText value={row.created_at} /> },
            { label: t('column.subject'), value: <Subject subject={row.subject} /> },
            { label: t('column.mode'), value: row.mode && t(`mode.${row.mode}`) },
            { label: t('column.address'), value: row.address && <bdi>{row.address}</bdi> },
          ]}
        />
        <section>
          <h2 className={classes.heading}>{t('changes')}</h2>
          {row.changes.length === 0 ? (
            <p className={classes.quiet}>{t('noChanges')}</p>
          ) : (
            <table className={classes.changes}>
              <thead>
                <tr>
                  <th scope="col">{t('field')}</th>
                  <th scope="col">{t('before')}</th>
                  <th scope="col">{t('after')}</th>
                </tr>
              </thead>
              <tbody>
                {row.changes.map(({ field, before, after }) => (
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
      </div>
    </SideDrawer>
  );
}
