import type { AuditRow } from '@daftar/contract/ops-platform';
import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ChangesTable } from '../../../ui/changes-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Facts } from '../../../ui/detail-page.tsx';
import { Email } from '../../../ui/email.tsx';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { textOf } from '../../../ui/text-key.ts';
import { MerchantLink } from '../../shared/cells.tsx';
import { SubjectLink } from '../../shared/subject-link.tsx';

interface AuditDrawerProps {
  row: AuditRow;
  opened: boolean;
  onClose: () => void;
}

/** One logged action, and what it changed, field by field. */
export function AuditDrawer({ row, opened, onClose }: AuditDrawerProps) {
  const { t } = useTranslation(['ops-audit', 'ops']);
  return (
    <SideDrawer opened={opened} onClose={onClose} title={row.action_name} width={34}>
      <Stack gap="lg">
        <Facts
          facts={[
            { label: t('actor'), value: <Email value={row.actor} /> },
            { label: t('when'), value: <DateText value={row.at} /> },
            { label: t('subject'), value: <SubjectLink {...row} /> },
            {
              label: t('ops:column.merchant'),
              value: row.merchant && <MerchantLink merchant={row.merchant} />,
            },
            { label: t('ops:filter.mode'), value: row.mode && textOf(t, 'ops:mode.', row.mode) },
            { label: t('address'), value: row.address && <bdi>{row.address}</bdi> },
          ]}
        />
        <ChangesTable
          changes={row.changes.map(({ field_name, before_text, after_text }) => ({
            field: field_name,
            before: before_text,
            after: after_text,
          }))}
        />
      </Stack>
    </SideDrawer>
  );
}
