import type { OpsSettlementRow } from '@daftar/contract/ops-money';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { withSearch } from '../../../ui/path.ts';
import { transactionsPath } from '../../paths/transactions.ts';
import { ReferenceLink, useMoneyColumns } from '../../shared/cells.tsx';
import { BankAccount, BankAmount, State } from './transfer.tsx';

/** The payments in a settlement, for those who may see them. */
const paymentsOf = ({ merchant, mode, reference }: OpsSettlementRow) =>
  withSearch(transactionsPath, { merchant_id: merchant.id, mode, q: reference });

/** The columns of the list. */
export function useSettlementColumns(): readonly Column<OpsSettlementRow>[] {
  const { t } = useTranslation(['ops-settlements', 'ops']);
  const { merchant, created } = useMoneyColumns<OpsSettlementRow>();
  return [
    {
      id: 'reference',
      header: t('ops:column.reference'),
      card: 'title',
      cell: (row) => <ReferenceLink to={paymentsOf(row)}>{row.reference}</ReferenceLink>,
    },
    merchant,
    {
      id: 'bank_amount',
      sortBy: 'amount',
      header: t('toBank'),
      align: 'end',
      card: 'value',
      cell: (row) => <BankAmount row={row} />,
    },
    {
      id: 'bank_account',
      header: t('account'),
      cell: ({ bank_account }) =>
        bank_account ? <BankAccount account={bank_account} /> : <span aria-hidden>–</span>,
    },
    {
      id: 'state',
      header: t('ops:column.status'),
      card: 'chip',
      cell: (row) => <State row={row} />,
    },
    created,
  ];
}
