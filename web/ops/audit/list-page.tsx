import { type AuditRow, opsPlatform } from '@daftar/contract/ops-platform';
import { UnstyledButton } from '@mantine/core';
import { IconEye, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { DateText } from '../../ui/date.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { useListSearch } from '../../ui/list-search.ts';
import { Subject } from '../../ui/subject.tsx';
import classes from '../shared/cells.module.css';
import { MerchantLink } from '../shared/cells.tsx';
import { queryOf, useListQuery } from '../shared/query.ts';
import { AuditDrawer } from './components/audit-drawer.tsx';

/** `/ops/audit`: who did what, to whom, from where; what it changed is one click away. */
export default function AuditPage() {
  const { t } = useTranslation(['ops-audit', 'ops']);
  const search = useListSearch(opsPlatform.audit, 'ops-audit');
  const query = useListQuery(opsPlatform.audit, search);
  const actions = useQuery(queryOf(opsPlatform.auditActions)).data?.data ?? [];
  const [shown, setShown] = useState<{ row: AuditRow; opened: boolean } | null>(null);
  const open = (row: AuditRow) => setShown({ row, opened: true });
  const filters: readonly FilterField[] = [
    { kind: 'text', name: 'actor', label: t('actor'), ltr: true },
    {
      kind: 'select',
      name: 'action',
      label: t('action'),
      options: actions.map(({ action, name }) => ({ value: action, label: name })),
    },
    { kind: 'text', name: 'merchant_id', label: t('ops:filter.merchantId'), ltr: true },
    { kind: 'days', from: 'date_from', to: 'date_to', label: t('when') },
  ];
  const columns: readonly Column<AuditRow>[] = [
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
      cell: ({ subject }) => <Subject subject={subject} />,
    },
    { id: 'actor', header: t('actor'), skeleton: '9rem', cell: ({ actor }) => <bdi>{actor}</bdi> },
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
  return (
    <ListPage title={t('ops:nav.audit')} search={search} filters={filters}>
      <DataTable
        caption={t('ops:nav.audit')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.action_name}
        rowActions={(row) => [{ label: t('view'), icon: IconEye, onClick: () => open(row) }]}
        empty={{ icon: IconHistory, title: t('empty') }}
      />
      {shown && (
        <AuditDrawer {...shown} onClose={() => setShown((now) => now && { ...now, opened: false })} />
      )}
    </ListPage>
  );
}
