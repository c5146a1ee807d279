import type { SuspenseBalance, SuspenseMovement } from '@daftar/contract/ops-suspense';
import { Stack } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/data-table.tsx';
import { DateText } from '../../ui/date.tsx';
import { Section } from '../../ui/detail-page.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Money } from '../../ui/money.tsx';
import { usePhone } from '../../ui/use-phone.ts';
import { settlementFilePath } from '../paths/reconciliation.ts';
import { breakPath } from '../shared/break-path.ts';
import { AccountLink, NameLink } from '../shared/cells.tsx';
import { FewRows } from '../shared/few-rows.tsx';
import { OpsList } from '../shared/ops-list.tsx';
import { useAccounts, useMovements, useSuspense } from './api.ts';
import { useAgeName } from './components/words.tsx';
import { noonOf } from './cut-offs/list-page.tsx';
import classes from './reconciliation.module.css';

/** `/ops/suspense`: money of processors of which nobody knows what it is, by account and age, and its movements. */
export default function SuspensePage() {
  const { t } = useTranslation(['ops-reconciliation', 'ops']);
  const list = useMovements();
  const accounts = useAccounts().data?.data ?? [];
  const filters: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'account_id',
      label: t('account'),
      options: accounts.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    { kind: 'days', from: 'date_from', to: 'date_to', label: t('day') },
  ];
  return (
    <OpsList
      title={t('suspense')}
      list={list}
      find={t('find.suspense')}
      filters={filters}
      insights={<Balances />}
      columns={useColumns()}
      rowKey={(row) => row.id}
      rowName={(row) => `${t(`suspense.cause.${row.cause}`)} ${row.reference}`}
      empty={{ icon: IconHelpCircle, title: t('suspense.noMovements'), text: t('suspense.noMovementsText') }}
    />
  );
}

/** What is in suspense of each account, and since when. */
function Balances() {
  const { t } = useTranslation(['ops-reconciliation', 'ops']);
  const ageName = useAgeName();
  const isPhone = usePhone();
  const { data, error, refetch } = useSuspense();
  if (error && !data) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  const rows = data?.data;
  const columns: readonly Column<SuspenseBalance>[] = [
    {
      id: 'account',
      header: t('account'),
      card: 'title',
      cell: ({ account }) => <AccountLink account={account} />,
    },
    { id: 'mode', header: t('ops:filter.mode'), cell: ({ account }) => t(`ops:mode.${account.mode}`) },
    {
      id: 'since',
      header: t('suspense.since'),
      cell: ({ since }) => <DateText value={noonOf(since)} style="date" />,
    },
    ...(rows?.[0]?.ages ?? []).map(
      (_, age): Column<SuspenseBalance> => ({
        id: `age-${age}`,
        header: ageName(age),
        align: 'end',
        cell: ({ ages }) => <Money amount={ages[age] ?? 0} />,
      }),
    ),
    {
      id: 'amount',
      header: t('ops:column.amount'),
      align: 'end',
      card: 'value',
      cell: ({ amount }) => <Money amount={amount} />,
    },
  ];
  const body = (
    <Stack gap="xs">
      <p className={classes.quiet}>{t('suspense.text')}</p>
      {rows?.length === 0 && <p>{t('suspense.none')}</p>}
      {rows && rows.length > 0 && (
        <FewRows
          caption={t('suspense.balances')}
          columns={columns}
          rows={rows}
          rowKey={({ account }) => account.id}
        />
      )}
    </Stack>
  );
  if (!isPhone)
    return (
      <div className={classes.balances}>
        <Section title={t('suspense.balances')}>{body}</Section>
      </div>
    );
  // On a phone the movements come first, and the totals are in the summary.
  const modes = [...new Set((rows ?? []).map(({ account }) => account.mode))];
  const sumOf = (mode: string) =>
    (rows ?? []).reduce((sum, { account, amount }) => (account.mode === mode ? sum + amount : sum), 0);
  return (
    <Fold
      summary={
        <>
          {t('suspense.balances')}
          {modes.map((mode) => (
            <span key={mode}>
              {' · '}
              {t(`ops:mode.${mode}`)} <Money amount={sumOf(mode)} />
            </span>
          ))}
        </>
      }
    >
      {body}
    </Fold>
  );
}

function useColumns(): readonly Column<SuspenseMovement>[] {
  const { t } = useTranslation(['ops-reconciliation', 'ops']);
  return [
    { id: 'created_at', header: t('day'), cell: ({ created_at }) => <DateText value={created_at} /> },
    {
      id: 'account',
      header: t('account'),
      sortBy: false,
      card: 'title',
      cell: ({ account }) => <AccountLink account={account} />,
    },
    {
      id: 'mode',
      header: t('ops:filter.mode'),
      sortBy: false,
      cell: ({ account }) => t(`ops:mode.${account.mode}`),
    },
    {
      id: 'cause',
      header: t('suspense.cause'),
      sortBy: false,
      cell: ({ cause }) => t(`suspense.cause.${cause}`),
    },
    {
      id: 'source',
      header: t('suspense.source'),
      sortBy: false,
      share: 2,
      cell: (row) => <Source row={row} />,
    },
    {
      id: 'amount',
      header: t('ops:column.amount'),
      align: 'end',
      card: 'value',
      sortBy: false,
      cell: ({ amount }) => <Money amount={amount} />,
    },
  ];
}

/** The break or the file that a movement is of, by the reference that it was booked with. */
function Source({ row }: { row: SuspenseMovement }) {
  const { t } = useTranslation('ops-reconciliation');
  const { reference, break_id: breakId, file_id: fileId } = row;
  if (breakId !== null)
    return <NameLink to={breakPath(breakId)}>{reference || t('suspense.break')}</NameLink>;
  if (fileId !== null)
    return <NameLink to={settlementFilePath(fileId)}>{reference || t('suspense.file')}</NameLink>;
  return <bdi>{reference}</bdi>;
}
