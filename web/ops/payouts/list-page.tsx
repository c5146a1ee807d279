import { type OpsPayoutRow, opsMoney, ReturnPayoutForm } from '@daftar/contract/ops-money';
import { PAYOUT_STATES } from '@daftar/contract/payouts';
import { IconArrowBackUp, IconCash, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../ui/confirm.tsx';
import { type Column, DataTable, type RowAction } from '../../ui/data-table.tsx';
import { DateText } from '../../ui/date.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { formatMoney } from '../../ui/format.ts';
import { ListPage } from '../../ui/list-page.tsx';
import { useListSearch } from '../../ui/list-search.ts';
import { useLocale } from '../../ui/locale.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import { usePhone } from '../../ui/use-phone.ts';
import { useAsk } from '../shared/ask.tsx';
import { call } from '../shared/call.ts';
import classes from '../shared/cells.module.css';
import { PAYOUT_KINDS, Reference, useEverywhereFilters, useMoneyColumns } from '../shared/cells.tsx';
import { act, useListQuery } from '../shared/query.ts';

const reasonOf = ({ reason }: OpsPayoutRow) => <bdi>{reason || '–'}</bdi>;

/** `/ops/payouts`: codes that wait to be redeemed, and what became of the others. */
export default function PayoutsPage() {
  const { t } = useTranslation(['ops-payouts', 'ops', 'messages']);
  const locale = useLocale();
  const search = useListSearch(opsMoney.payouts, 'ops-payouts');
  const query = useListQuery(opsMoney.payouts, search);
  const { merchant, amount, created } = useMoneyColumns<OpsPayoutRow>();
  const { ask, dialog } = useAsk();
  const phone = usePhone();
  const filters: readonly FilterField[] = [
    { kind: 'text', name: 'code', label: t('code'), ltr: true },
    {
      kind: 'select',
      name: 'state',
      label: t('ops:column.status'),
      options: PAYOUT_STATES.map((state) => ({ value: state, label: t(`messages:payoutState.${state}`) })),
    },
    ...useEverywhereFilters(),
  ];
  const columns: readonly Column<OpsPayoutRow>[] = [
    {
      id: 'code',
      header: t('code'),
      card: 'title',
      cell: (row) => (
        <Reference to={`/transactions/${row.merchant.id}/${row.transaction_id}`}>{row.code}</Reference>
      ),
    },
    merchant,
    amount,
    {
      id: 'state',
      header: t('ops:column.status'),
      card: 'chip',
      cell: ({ state, reason }) => (
        <>
          <StatusChip kind={PAYOUT_KINDS[state]}>{t(`messages:payoutState.${state}`)}</StatusChip>
          {reason && !phone && <div className={classes.quiet}>{reason}</div>}
        </>
      ),
    },
    ...(phone ? [{ id: 'reason', header: t('ops:reason'), cell: reasonOf }] : []),
    {
      id: 'expires',
      header: t('expires'),
      cell: ({ expires_at }) => <DateText value={expires_at} style="date" />,
    },
    created,
  ];
  const handOver = async (row: OpsPayoutRow) => {
    const agreed = await confirm({
      title: t('handOverTitle', { code: row.code }),
      text: t('handOverText', {
        amount: formatMoney(row.amount, 'EGP', locale),
        merchant: row.merchant.name,
      }),
      confirm: t('handOver'),
    });
    if (!agreed) return;
    await act(() => call(opsMoney.handOverPayout, { params: { merchantId: row.merchant.id, id: row.id } }));
  };
  const giveBack = (row: OpsPayoutRow) =>
    ask({
      title: t('returnTitle', { code: row.code }),
      text: t('returnText'),
      schema: ReturnPayoutForm,
      fields: [{ name: 'reason', label: t('ops:reason'), kind: 'line' }],
      submit: t('return'),
      danger: true,
      send: (values) =>
        call(opsMoney.returnPayout, {
          params: { merchantId: row.merchant.id, id: row.id },
          body: values,
        }),
    });
  const rowActions = (row: OpsPayoutRow): RowAction[] =>
    row.state === 'requested'
      ? [
          { label: t('handOver'), icon: IconCheck, onClick: () => void handOver(row) },
          { label: t('return'), icon: IconArrowBackUp, danger: true, onClick: () => giveBack(row) },
        ]
      : [];
  return (
    <ListPage title={t('ops:nav.payouts')} search={search} filters={filters}>
      <DataTable
        caption={t('ops:nav.payouts')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.code}
        rowActions={rowActions}
        empty={{ icon: IconCash, title: t('empty') }}
      />
      {dialog}
    </ListPage>
  );
}
