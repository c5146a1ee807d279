import { type OpsUnansweredRow, opsMoney } from '@daftar/contract/ops-money';
import { IconZoomQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { DateText } from '../../ui/date.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { useListSearch } from '../../ui/list-search.ts';
import { transactionPath } from '../paths/transactions.ts';
import { Reference, useCrossMerchantFilters, useMoneyColumns } from '../shared/cells.tsx';
import { useListQuery } from '../shared/query.ts';

const pathOf = (row: OpsUnansweredRow) => transactionPath(row.merchant.id, row.transaction_id);

/** `/ops/unanswered`: payments whose processor never reported an outcome. */
export default function UnansweredPage() {
  const { t } = useTranslation(['ops-transactions', 'ops']);
  const search = useListSearch(opsMoney.unanswered, 'ops-unanswered');
  const query = useListQuery(opsMoney.unanswered, search);
  const { merchant, amount, created } = useMoneyColumns<OpsUnansweredRow>();
  const columns: readonly Column<OpsUnansweredRow>[] = [
    {
      id: 'reference',
      header: t('ops:column.reference'),
      card: 'title',
      skeleton: '7rem',
      cell: (row) => <Reference to={pathOf(row)}>{row.reference}</Reference>,
    },
    merchant,
    {
      id: 'method',
      header: t('method'),
      cell: ({ payment_method }) => payment_method.name,
    },
    {
      id: 'processor',
      header: t('unanswered.processor'),
      minor: true,
      cell: ({ processor }) => <bdi>{processor}</bdi>,
    },
    amount,
    { ...created, header: t('unanswered.since') },
    {
      id: 'asked_at',
      header: t('unanswered.asked'),
      cell: ({ asked_at }) => <DateText value={asked_at} />,
    },
  ];
  return (
    <ListPage title={t('ops:nav.unanswered')} search={search} filters={useCrossMerchantFilters()}>
      <DataTable
        caption={t('ops:nav.unanswered')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.reference}
        rowHref={pathOf}
        empty={{ icon: IconZoomQuestion, title: t('unanswered.empty') }}
      />
    </ListPage>
  );
}
