import { shownAccount } from '@daftar/contract/bank-accounts';
import type { OpsSettlementRow } from '@daftar/contract/ops-money';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import { withSearch } from '../../../ui/path.ts';
import { transactionsPath } from '../../paths/transactions.ts';
import { ReferenceLink, useMoneyColumns } from '../../shared/cells.tsx';
import { BankAccount, StateChip } from './transfer.tsx';

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
      cell: ({ bank_amount }) =>
        bank_amount === 0 ? <span aria-hidden>–</span> : <Money amount={bank_amount} />,
      // Its state says where it went: what stayed in the balance is an amount too.
      onCard: ({ bank_amount, amount }) => <Money amount={bank_amount || amount} />,
    },
    {
      id: 'amount',
      header: t('settled'),
      sortBy: false,
      align: 'end',
      minor: 'wide',
      card: 'none',
      cell: ({ amount }) => <Money amount={amount} />,
    },
    {
      id: 'bank_account',
      header: t('account'),
      share: 30,
      cell: ({ bank_account }) =>
        bank_account ? <BankAccount account={bank_account} /> : <span aria-hidden>–</span>,
      onCard: ({ bank_account: account, bank_reference: reference }) =>
        account && reference === null ? (
          <bdi>{shownAccount(account.bank, account.iban || account.number)}</bdi>
        ) : (
          <span aria-hidden>–</span>
        ),
    },
    {
      id: 'state',
      header: t('ops:column.status'),
      card: 'chip',
      cell: (row) => <StateChip row={row} />,
    },
    {
      id: 'bank_reference',
      header: t('bankReference'),
      sortBy: false,
      minor: 'wide',
      card: 'none',
      share: 12,
      cell: ({ bank_reference }) =>
        bank_reference === null ? <span aria-hidden>–</span> : <bdi>{bank_reference}</bdi>,
    },
    {
      id: 'paid_at',
      header: t('transferredOn'),
      sortBy: false,
      minor: 'chosen',
      card: 'none',
      cell: ({ paid_at }) => <DateText value={paid_at} style="date" />,
    },
    created,
  ];
}
