import { shownAccount } from '@daftar/contract/bank-accounts';
import type { OpsPayoutRow } from '@daftar/contract/ops-money';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { OneLine } from '../../../ui/one-line.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { usePhone } from '../../../ui/use-phone.ts';
import { AccountNumber } from '../../shared/account-number.tsx';
import { PAYOUT_KINDS, ReferenceLink, useMoneyColumns } from '../../shared/cells.tsx';
import { paymentPath } from '../../shared/payment-path.ts';
import { References } from '../../shared/references.tsx';

const reasonOf = ({ reason, mode }: OpsPayoutRow) =>
  reason ? <References text={reason} mode={mode} /> : <span aria-hidden>–</span>;

const expiryOf = ({ expires_at }: OpsPayoutRow) =>
  expires_at ? <DateText value={expires_at} style="date" /> : <span aria-hidden>–</span>;

/** A payout's state. */
export function PayoutStatus({ state }: Pick<OpsPayoutRow, 'state'>) {
  const { t } = useTranslation('messages');
  return <StatusChip kind={PAYOUT_KINDS[state]}>{t(`payoutState.${state}`)}</StatusChip>;
}

/** The columns of the list. */
export function usePayoutColumns(): readonly Column<OpsPayoutRow>[] {
  const { t } = useTranslation(['ops-payouts', 'ops']);
  const { merchant, amount, created } = useMoneyColumns<OpsPayoutRow>();
  const phone = usePhone();
  return [
    {
      id: 'code',
      header: t('code'),
      card: 'title',
      cell: (row) => <ReferenceLink to={paymentPath(row)}>{row.code}</ReferenceLink>,
    },
    merchant,
    amount,
    {
      id: 'state',
      header: t('ops:column.status'),
      card: 'chip',
      cell: ({ state }) => <PayoutStatus state={state} />,
    },
    { id: 'reason', header: t('ops:reason'), sortBy: false, minor: 'wide', share: 16, cell: reasonOf },
    {
      id: 'account',
      header: t('to'),
      share: 40,
      cell: ({ bank_account: account, expires_at: expires }) => (
        <OneLine
          parts={
            account
              ? [
                  <AccountNumber key="number" number={account.iban || account.number} />,
                  <bdi key="name">{account.name}</bdi>,
                  <bdi key="bank">{account.bank}</bdi>,
                ]
              : [
                  t('byCode'),
                  expires && (
                    <>
                      {t('expires')} <DateText value={expires} style="date" />
                    </>
                  ),
                ]
          }
        />
      ),
      onCard: ({ bank_account: account }) =>
        account ? <bdi>{shownAccount(account.bank, account.iban || account.number)}</bdi> : t('byCode'),
    },
    ...(phone ? [{ id: 'expires', header: t('expires'), cell: expiryOf }] : []),
    created,
  ];
}
