import type { AuditRow } from '@daftar/contract/audit';
import { useTranslation } from 'react-i18next';
import { ChangesTable } from '../../../ui/changes-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Facts } from '../../../ui/detail-page.tsx';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { textOf } from '../../../ui/text-key.ts';
import classes from './audit.module.css';
import { Actor } from './columns.tsx';
import { AuditSubject } from './subject.tsx';

interface AuditDrawerProps {
  row: AuditRow;
  opened: boolean;
  onClose: () => void;
}

/** One logged action, and what it changed, field by field. */
export function AuditDrawer({ row, opened, onClose }: AuditDrawerProps) {
  const { t } = useTranslation('audit');
  return (
    <SideDrawer opened={opened} onClose={onClose} title={row.action_name} width={34}>
      <div className={classes.content}>
        <Facts
          facts={[
            { label: t('column.actor'), value: <Actor row={row} /> },
            { label: t('column.at'), value: <DateText value={row.created_at} /> },
            { label: t('column.subject'), value: <AuditSubject row={row} /> },
            { label: t('column.mode'), value: row.mode && textOf(t, 'audit:mode.', row.mode) },
            { label: t('column.address'), value: row.address && <bdi>{row.address}</bdi> },
          ]}
        />
        <ChangesTable
          changes={row.changes.map(({ field_name, before_text, after_text }) => ({
            field: field_name,
            before: before_text,
            after: after_text,
          }))}
        />
      </div>
    </SideDrawer>
  );
}
