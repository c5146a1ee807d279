import type { StatementFile } from '@daftar/contract/ops-bank-statements';
import { Button, Group } from '@mantine/core';
import { IconBuildingBank, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/data-table.tsx';
import { DateText, DaysText } from '../../ui/date.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { useLocale } from '../../ui/locale.ts';
import { Money } from '../../ui/money.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { bankBatchesPath, bankStatementPath } from '../paths/bank-statements.ts';
import { BankAccountLink, NameLink } from '../shared/cells.tsx';
import { useMay } from '../shared/operator.ts';
import { OpsList } from '../shared/ops-list.tsx';
import { ownAccountOptions } from '../shared/own-account.ts';
import { matchAgain, useAccounts, useStatements } from './api.ts';
import { ImportForm } from './components/import-form.tsx';
import { LayoutForm } from './components/layout-form.tsx';

/** `/ops/bank-statements`: the bank's statements of our own accounts, and importing one. */
export default function StatementsPage() {
  const { t } = useTranslation(['ops-bank-statements', 'ops']);
  const list = useStatements();
  const accounts = useAccounts().data?.data;
  const may = useMay();
  const [open, setOpen] = useState<'import' | 'layout' | null>(null);
  const close = () => setOpen(null);
  const filters: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'account_id',
      label: t('account'),
      options: ownAccountOptions(accounts),
    },
    { kind: 'days', from: 'date_from', to: 'date_to', label: t('importedAt') },
  ];
  const hasAccounts = accounts !== undefined && accounts.length > 0;
  return (
    <OpsList
      title={t('statements')}
      list={list}
      find={t('find.statements')}
      filters={filters}
      action={
        <Group gap="xs">
          <Button variant="default" component={Link} to={bankBatchesPath}>
            {t('batches')}
          </Button>
          {may('ops:reconciliation') && hasAccounts && (
            <>
              <Button variant="default" onClick={() => void matchAgain()}>
                {t('matchAgain')}
              </Button>
              <Button variant="default" onClick={() => setOpen('layout')}>
                {t('layout')}
              </Button>
              <Button leftSection={<IconUpload size={18} aria-hidden />} onClick={() => setOpen('import')}>
                {t('import')}
              </Button>
            </>
          )}
        </Group>
      }
      columns={useColumns()}
      rowKey={(row) => row.id}
      rowName={(row) => row.name}
      empty={{
        icon: IconBuildingBank,
        title: t('noStatements'),
        text: t(hasAccounts || !accounts ? 'noStatementsText' : 'noAccountsText'),
      }}
    >
      <SideDrawer opened={open === 'import'} onClose={close} title={t('import')} width={36}>
        {accounts && <ImportForm accounts={accounts} onDone={close} />}
      </SideDrawer>
      <SideDrawer opened={open === 'layout'} onClose={close} title={t('layout')} width={36}>
        {accounts && <LayoutForm accounts={accounts} onDone={close} />}
      </SideDrawer>
    </OpsList>
  );
}

function useColumns(): readonly Column<StatementFile>[] {
  const { t } = useTranslation(['ops-bank-statements', 'ops']);
  const locale = useLocale();
  return [
    {
      id: 'name',
      header: t('statement'),
      card: 'title',
      skeleton: '9rem',
      cell: ({ id, name }) => <NameLink to={bankStatementPath(id)}>{name}</NameLink>,
    },
    {
      id: 'state',
      header: t('ops:column.status'),
      card: 'chip',
      cell: (row) => <StatementStatus row={row} />,
    },
    { id: 'account', header: t('account'), cell: ({ account }) => <BankAccountLink account={account} /> },
    {
      id: 'last_day',
      header: t('days'),
      cell: ({ first_day, last_day }) => <DaysText from={first_day} to={last_day} />,
    },
    { id: 'lines', header: t('lines'), align: 'end', cell: ({ lines }) => formatNumber(lines, locale) },
    {
      id: 'closing',
      header: t('closing'),
      align: 'end',
      card: 'value',
      cell: ({ closing }) => <Money amount={closing} />,
    },
    { id: 'created_at', header: t('importedAt'), cell: (row) => <DateText value={row.created_at} /> },
  ];
}

/** Whether everything in a statement is explained. */
export function StatementStatus({ row }: { row: Pick<StatementFile, 'state' | 'open'> }) {
  const { t } = useTranslation('ops-bank-statements');
  const locale = useLocale();
  if (row.state === 'undone') return <StatusChip kind="closed">{t('undone')}</StatusChip>;
  if (row.open === 0) return <StatusChip kind="success">{t('allExplained')}</StatusChip>;
  return (
    <StatusChip kind="pending">
      {t('openLines', { count: row.open, number: formatNumber(row.open, locale) })}
    </StatusChip>
  );
}
