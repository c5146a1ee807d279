import { type BreakRow, NOBODY } from '@daftar/contract/ops-reconciliation';
import { BREAK_KINDS } from '@daftar/contract/ops-settlement-lines';
import { Button, Group } from '@mantine/core';
import { IconEye, IconFileSpreadsheet, IconScale, IconUserCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowAction } from '../../ui/data-table.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { useLocale } from '../../ui/locale.ts';
import { Money } from '../../ui/money.tsx';
import { StatCards } from '../../ui/stat-card.tsx';
import { useShown } from '../../ui/use-shown.ts';
import { bankStatementsPath } from '../paths/bank-statements.ts';
import { cutOffsPath, settlementFilesPath, suspensePath } from '../paths/reconciliation.ts';
import { useMay } from '../shared/operator.ts';
import { OpsList } from '../shared/ops-list.tsx';
import { takeBreak, useAccounts, useBreaks, useColleagues, useOverview } from './api.ts';
import { BreakDrawer } from './components/break-drawer.tsx';
import { Bulk } from './components/bulk.tsx';
import { useBreakColumns } from './components/columns.tsx';
import { useAgeName, useKindName, useShare } from './components/words.tsx';

/** `/ops/reconciliation`: what is not reconciled, and who looks after it. */
export default function BreaksPage() {
  const { t } = useTranslation(['ops-reconciliation', 'ops']);
  const list = useBreaks();
  const accounts = useAccounts().data?.data ?? [];
  const colleagues = (useColleagues().data?.data ?? []).map(({ email }) => email);
  // Also somebody who has left, when the address of the page names them.
  const asked = list.search.filters.owner;
  const owners = [...new Set([...colleagues, ...(asked && asked !== NOBODY ? [asked] : [])])];
  const kindName = useKindName();
  const { shown, open, close } = useShown('break');
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const mayChange = useMay()('ops:reconciliation');
  const may = useMay();
  const filters: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'kind',
      label: t('kind'),
      options: BREAK_KINDS.map((kind) => ({ value: kind, label: kindName(kind) })),
    },
    {
      kind: 'select',
      name: 'account_id',
      label: t('account'),
      options: accounts.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    {
      kind: 'select',
      name: 'is_closed',
      label: t('ops:column.status'),
      options: [
        { value: 'no', label: t('stillOpen') },
        { value: 'yes', label: t('breakState.resolved') },
      ],
    },
    {
      kind: 'select',
      name: 'owner',
      label: t('owner'),
      options: [
        { value: NOBODY, label: t('nobody') },
        ...owners.map((email) => ({ value: email, label: email })),
      ],
    },
    { kind: 'days', from: 'date_from', to: 'date_to', label: t('found') },
  ];
  const rowActions = (row: BreakRow): RowAction[] => [
    { label: t('view'), icon: IconEye, onClick: () => open(row) },
    ...(row.state === 'resolved' || row.state === 'written_off' || !may('ops:reconciliation')
      ? []
      : [{ label: t('take'), icon: IconUserCheck, onClick: () => void takeBreak(row.id) }]),
  ];
  return (
    <OpsList
      title={t('ops:nav.reconciliation')}
      list={list}
      find={t('find.breaks')}
      filters={filters}
      insights={<Overview />}
      action={
        <Group gap="xs">
          <Button variant="default" component={Link} to={suspensePath}>
            {t('suspense')}
          </Button>
          <Button variant="default" component={Link} to={cutOffsPath}>
            {t('cutOffs')}
          </Button>
          <Button variant="default" component={Link} to={bankStatementsPath}>
            {t('bankStatements')}
          </Button>
          <Button
            component={Link}
            to={settlementFilesPath}
            leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
          >
            {t('files')}
          </Button>
        </Group>
      }
      bulk={mayChange && <Bulk selected={selected} onChange={setSelected} />}
      columns={useBreakColumns(open)}
      rowKey={(row) => row.id}
      rowName={(row) => `${kindName(row.kind)} ${row.reference}`}
      rowActions={rowActions}
      {...(mayChange ? { selection: { selected, onChange: setSelected } } : {})}
      empty={{ icon: IconScale, title: t('noBreaks'), text: t('noBreaksText') }}
    >
      {shown && <BreakDrawer {...shown} onClose={close} />}
    </OpsList>
  );
}

/** What is matched, what is open, and since when. */
function Overview() {
  const { t } = useTranslation('ops-reconciliation');
  const locale = useLocale();
  const share = useShare();
  const { data, error, refetch } = useOverview();
  const sums = data?.data;
  const figure = (value: number) => formatNumber(value, locale);
  const ageName = useAgeName();
  const ages = (sums?.ages ?? []).flatMap((count, age) =>
    count > 0 ? [`${ageName(age)}: ${figure(count)}`] : [],
  );
  return (
    <StatCards
      label={t('overview')}
      count={3}
      isBrief
      error={error}
      onRetry={() => void refetch()}
      stats={
        sums && [
          {
            label: t('matched'),
            value: share(sums),
            note: t('ofLines', { count: sums.lines, number: figure(sums.lines) }),
          },
          { label: t('openBreaks'), value: figure(sums.open), note: ages.join(' · ') },
          { label: t('openAmount'), value: <Money amount={sums.open_amount} /> },
        ]
      }
    />
  );
}
