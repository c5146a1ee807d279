import { CUT_OFF_STATES, CutOffForm, type CutOffRow } from '@daftar/contract/ops-cut-offs';
import { Button } from '@mantine/core';
import { IconCalendarCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Email } from '../../../ui/email.tsx';
import type { FilterField } from '../../../ui/filters.tsx';
import { Money } from '../../../ui/money.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { cutOffPath } from '../../paths/reconciliation.ts';
import { useAsk } from '../../shared/ask.tsx';
import { NameLink } from '../../shared/cells.tsx';
import { useMay } from '../../shared/operator.ts';
import { OpsList } from '../../shared/ops-list.tsx';
import { ownAccountOptions } from '../../shared/own-account.ts';
import { makeCutOff, useAccounts, useBankAccounts, useCutOffs } from '../api.ts';

/** `/ops/cut-offs`: the reports of what is reconciled at the end of a day. */
export default function CutOffsPage() {
  const { t } = useTranslation(['ops-cut-offs', 'ops']);
  const list = useCutOffs();
  const columns = useColumns();
  const [accounts, banks] = [useAccounts(), useBankAccounts()];
  const options = (accounts.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const bankOptions = ownAccountOptions(banks.data?.data);
  const may = useMay();
  const { ask, dialog } = useAsk();
  const make = () =>
    ask({
      title: t('make'),
      text: t('makeText'),
      schema: CutOffForm,
      fields: [
        { name: 'account_id', label: t('account'), kind: 'choice', options },
        { name: 'bank_account_id', label: t('bankAccount'), kind: 'choice', options: bankOptions },
        { name: 'day', label: t('day'), kind: 'day' },
      ],
      submit: t('make'),
      send: makeCutOff,
    });
  const filters: readonly FilterField[] = [
    { kind: 'select', name: 'account_id', label: t('account'), options },
    { kind: 'select', name: 'bank_account_id', label: t('bankAccount'), options: bankOptions },
    {
      kind: 'select',
      name: 'state',
      label: t('ops:column.status'),
      options: CUT_OFF_STATES.map((state) => ({ value: state, label: t(`state.${state}`) })),
    },
    { kind: 'days', from: 'date_from', to: 'date_to', label: t('day') },
  ];
  return (
    <OpsList
      title={t('title')}
      list={list}
      find={t('find')}
      filters={filters}
      action={
        may('ops:reconciliation') && (
          // What can be chosen is known before the dialog opens.
          <Button
            leftSection={<IconCalendarCheck size={18} aria-hidden />}
            disabled={!accounts.data || !banks.data}
            onClick={make}
          >
            {t('make')}
          </Button>
        )
      }
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => `${accountNameOf(row)} ${row.day}`}
      empty={{ icon: IconCalendarCheck, title: t('empty'), text: t('emptyText') }}
    >
      {dialog}
    </OpsList>
  );
}

/** The name of what a report is of. */
export const accountNameOf = ({ account, bank_account: bank }: Pick<CutOffRow, 'account' | 'bank_account'>) =>
  (account ?? bank)?.name ?? '';

/** A state, or what keeps a report from being signed. */
export function CutOffStatus({ row }: { row: Pick<CutOffRow, 'state' | 'is_explained'> }) {
  const { t } = useTranslation('ops-cut-offs');
  if (row.state === 'prepared' && !row.is_explained)
    return <StatusChip kind="fail">{t('notExplained')}</StatusChip>;
  return (
    <StatusChip kind={row.state === 'signed' ? 'success' : row.state === 'prepared' ? 'pending' : 'closed'}>
      {t(`state.${row.state}`)}
    </StatusChip>
  );
}

/** Noon, which is the same day everywhere the console is used. */
export const noonOf = (day: string) => `${day}T10:00:00Z`;

function useColumns(): readonly Column<CutOffRow>[] {
  const { t } = useTranslation(['ops-cut-offs', 'ops']);
  return [
    {
      id: 'account',
      header: t('ofAccount'),
      sortBy: false,
      card: 'title',
      cell: (row) => <NameLink to={cutOffPath(row.id)}>{accountNameOf(row)}</NameLink>,
    },
    { id: 'day', header: t('day'), cell: ({ day }) => <DateText value={noonOf(day)} style="date" /> },
    { id: 'state', header: t('ops:column.status'), sortBy: false, cell: (row) => <CutOffStatus row={row} /> },
    { id: 'made_by', header: t('madeBy'), sortBy: false, cell: ({ made_by }) => <Email value={made_by} /> },
    {
      id: 'made_at',
      header: t('made'),
      cell: ({ made_at }) => <DateText value={made_at} />,
    },
    {
      id: 'closing',
      header: t('closing'),
      align: 'end',
      card: 'value',
      cell: ({ closing }) => <Money amount={closing} />,
    },
  ];
}
