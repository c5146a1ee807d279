import type { OpsSettlementRow } from '@daftar/contract/ops-money';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { ReferenceLink, useMoneyColumns } from '../../shared/cells.tsx';
import { BankAccount, BankAmount, State } from './transfer.tsx';

/** The columns of the list. */
export function useSettlementColumns(): readonly Column<OpsSettlementRow>[] {
  const { t } = useTranslation(['ops-settlements', 'ops']);
  const { merchant, created } = useMoneyColumns<OpsSettlementRow>();
  return [
    {
      id: 'reference',
      header: t('ops:column.reference'),
      card: 'title',
      cell: ({ reference }) => <ReferenceLink>{reference}</ReferenceLink>,
    },
    merchant,
    {
      id: 'bank_amount',
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
