import type { OpsMerchantRow } from '@daftar/contract/ops-merchants';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Email } from '../../../ui/email.tsx';
import { Mobile } from '../../../ui/mobile.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { merchantPath } from '../../paths/merchants.ts';
import classes from '../../shared/cells.module.css';
import { MerchantStatus, NameLink } from '../../shared/cells.tsx';

/** The columns of the list. */
export function useMerchantColumns(): readonly Column<OpsMerchantRow>[] {
  const { t } = useTranslation(['ops-merchants', 'ops']);
  return [
    {
      id: 'name',
      header: t('ops:column.name'),
      card: 'title',
      skeleton: '9rem',
      cell: ({ id, name }) => <NameLink to={merchantPath(id)}>{name}</NameLink>,
    },
    { id: 'id', header: t('ops:column.id'), sortBy: false, cell: ({ id }) => <bdi>{id}</bdi> },
    {
      id: 'email',
      header: t('ops:column.email'),
      skeleton: '10rem',
      cell: ({ email }) => <Email value={email} />,
    },
    {
      id: 'mobile',
      header: t('ops:column.mobile'),
      minor: true,
      card: 'none',
      cell: ({ mobile }) => (
        <span className={classes.line}>
          <Mobile value={mobile} />
        </span>
      ),
    },
    {
      id: 'status',
      header: t('ops:column.status'),
      card: 'chip',
      cell: ({ status, is_held }) => (
        <>
          <MerchantStatus status={status} /> {is_held && <StatusChip kind="pending">{t('held')}</StatusChip>}
        </>
      ),
    },
    {
      id: 'created_at',
      header: t('ops:column.joined'),
      skeleton: '8rem',
      cell: ({ created_at }) => <DateText value={created_at} />,
    },
  ];
}
