import type { AuditRow } from '@daftar/contract/ops-platform';
import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Email } from '../../../ui/email.tsx';
import classes from '../../shared/cells.module.css';
import { MerchantLink } from '../../shared/cells.tsx';
import { SubjectLink } from '../../shared/subject-link.tsx';

/** The columns of the list. */
export function useAuditColumns(open: (row: AuditRow) => void): readonly Column<AuditRow>[] {
  const { t } = useTranslation(['ops-audit', 'ops']);
  return [
    {
      id: 'action',
      header: t('action'),
      card: 'title',
      skeleton: '9rem',
      cell: (row) => (
        <UnstyledButton className={classes.open} onClick={() => open(row)}>
          {row.action_name}
        </UnstyledButton>
      ),
    },
    {
      id: 'subject',
      header: t('subject'),
      skeleton: '6rem',
      cell: (row) => <SubjectLink {...row} />,
    },
    { id: 'actor', header: t('actor'), skeleton: '9rem', cell: ({ actor }) => <Email value={actor} /> },
    {
      id: 'merchant',
      header: t('ops:column.merchant'),
      skeleton: '8rem',
      cell: ({ merchant }) => (merchant ? <MerchantLink merchant={merchant} /> : <span aria-hidden>–</span>),
    },
    {
      id: 'created_at',
      header: t('when'),
      skeleton: '8rem',
      cell: ({ at }) => <DateText value={at} />,
    },
  ];
}
