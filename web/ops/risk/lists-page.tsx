import { RiskReasonForm } from '@daftar/contract/ops-risk';
import {
  ENTRY_KINDS,
  RISK_LISTS,
  type RiskEntry,
  RiskEntryForm,
  TYPED_ENTRY_KINDS,
} from '@daftar/contract/ops-risk-entries';
import { Button } from '@mantine/core';
import { IconPlus, IconShieldLock, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Column, RowAction } from '../../ui/data-table.tsx';
import { DateText } from '../../ui/date.tsx';
import { Email } from '../../ui/email.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { useAsk } from '../shared/ask.tsx';
import { useMay } from '../shared/operator.ts';
import { OpsList } from '../shared/ops-list.tsx';
import { References } from '../shared/references.tsx';
import { useUnlessWaits, WaitingApprovals } from '../shared/waiting.tsx';
import { addEntry, removeEntry, useEntries } from './api.ts';

/** `/ops/risk/lists`: who is blocked and trusted. */
export default function ListsPage() {
  const { t } = useTranslation(['ops-risk', 'ops']);
  const list = useEntries();
  const may = useMay();
  const { ask, dialog } = useAsk();
  const columns = useColumns();
  const unlessWaits = useUnlessWaits('risk-lift');
  const filters: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'list',
      label: t('list'),
      options: RISK_LISTS.map((value) => ({ value, label: t(`list.${value}`) })),
    },
    {
      kind: 'select',
      name: 'kind',
      label: t('kind'),
      options: ENTRY_KINDS.map((value) => ({ value, label: t(`kind.${value}`) })),
    },
    { kind: 'days', from: 'date_from', to: 'date_to', label: t('ops:column.created') },
  ];
  const add = () =>
    ask({
      title: t('addEntry'),
      text: t('addEntryText'),
      schema: RiskEntryForm,
      fields: [
        {
          name: 'list',
          label: t('list'),
          kind: 'choice',
          options: RISK_LISTS.map((value) => ({ value, label: t(`list.${value}`) })),
        },
        {
          name: 'kind',
          label: t('kind'),
          kind: 'choice',
          options: TYPED_ENTRY_KINDS.map((value) => ({ value, label: t(`kind.${value}`) })),
        },
        { name: 'value', label: t('value'), kind: 'line', help: t('valueHelp') },
        { name: 'reason', label: t('ops:reason'), kind: 'text' },
        { name: 'last_day', label: t('lastDay'), kind: 'day', help: t('lastDayHelp') },
      ],
      submit: t('addEntry'),
      send: addEntry,
    });
  const remove = ({ id, list, shown }: RiskEntry) =>
    ask({
      // Isolated: the dots of a masked number would turn its halves around within Arabic.
      title: t('removeTitle', { name: `\u2066${shown}\u2069` }),
      text: list === 'blocked' ? t('ops:askApprovalText') : t('removeText'),
      schema: RiskReasonForm,
      fields: [{ name: 'reason', label: t('ops:reason'), kind: 'text' }],
      submit: list === 'blocked' ? t('ops:askApproval') : t('remove'),
      danger: true,
      send: (values) => removeEntry(id, values),
    });
  const rowActions = (row: RiskEntry): RowAction[] => [
    unlessWaits(`risk-entry:${row.id}`, { label: t('remove'), icon: IconTrash, onClick: () => remove(row) }),
  ];
  return (
    <OpsList
      title={t('lists')}
      list={list}
      find={t('find.entries')}
      filters={filters}
      action={
        may('ops:risk') && (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
            {t('addEntry')}
          </Button>
        )
      }
      waiting={<WaitingApprovals kind="risk-lift" />}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.shown}
      {...(may('ops:risk') ? { rowActions } : {})}
      empty={{ icon: IconShieldLock, title: t('noEntries'), text: t('noEntriesText') }}
    >
      {dialog}
    </OpsList>
  );
}

function useColumns(): readonly Column<RiskEntry>[] {
  const { t } = useTranslation(['ops-risk', 'ops']);
  return [
    {
      id: 'shown',
      header: t('value'),
      card: 'title',
      cell: ({ shown }) => <bdi dir="ltr">{shown}</bdi>,
    },
    { id: 'kind', header: t('kind'), plain: true, cell: ({ kind }) => t(`kind.${kind}`) },
    {
      id: 'list',
      header: t('list'),
      card: 'chip',
      cell: ({ list }) => (
        <StatusChip kind={list === 'blocked' ? 'fail' : 'success'}>{t(`list.${list}`)}</StatusChip>
      ),
    },
    { id: 'reason', header: t('ops:reason'), share: 36, cell: ({ reason }) => <References text={reason} /> },
    {
      id: 'added_by',
      header: t('addedBy'),
      card: 'none',
      share: 20,
      cell: ({ added_by }) => <Email value={added_by} />,
    },
    {
      id: 'created_at',
      header: t('ops:column.created'),
      card: 'none',
      cell: ({ created_at }) => <DateText value={created_at} />,
    },
    {
      id: 'expires_at',
      header: t('until'),
      cell: ({ expires_at }) => (expires_at ? <DateText value={expires_at} style="date" /> : t('always')),
    },
  ];
}
