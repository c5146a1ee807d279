import { shownAccount } from '@daftar/contract/bank-accounts';
import type { OpsPayoutRow } from '@daftar/contract/ops-money';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { inFours } from '../../../ui/format.ts';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { usePhone } from '../../../ui/use-phone.ts';
import classes from '../../shared/cells.module.css';
import { PAYOUT_KINDS, ReferenceLink, useMoneyColumns } from '../../shared/cells.tsx';
import { paymentPath } from '../../shared/payment-path.ts';
import { References } from '../../shared/references.tsx';

const reasonOf = ({ reason, mode }: OpsPayoutRow) =>
  reason ? <References text={reason} mode={mode} /> : <span aria-hidden>–</span>;

const expiryOf = ({ expires_at }: OpsPayoutRow) =>
  expires_at ? <DateText value={expires_at} style="date" /> : <span aria-hidden>–</span>;

/** The columns of the list. */
export function usePayoutColumns(): readonly Column<OpsPayoutRow>[] {
  const { t } = useTranslation(['ops-payouts', 'ops', 'messages']);
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
      cell: (row) => (
        <>
          <StatusChip kind={PAYOUT_KINDS[row.state]}>{t(`messages:payoutState.${row.state}`)}</StatusChip>
          {row.reason && !phone && <div className={classes.quiet}>{reasonOf(row)}</div>}
        </>
      ),
    },
    ...(phone ? [{ id: 'reason', header: t('ops:reason'), cell: reasonOf }] : []),
    {
      id: 'account',
      header: t('to'),
      cell: ({ bank_account: account, expires_at: expires }) =>
        account ? (
          <span className={`${classes.two} ${classes.account}`} data-block>
            <bdi>{account.name}</bdi>
            <bdi className={classes.quiet}>{account.bank}</bdi>
            <bdi dir="ltr" className={classes.quiet}>
              {inFours(account.iban || account.number)}
            </bdi>
          </span>
        ) : (
          <span className={classes.two}>
            {t('byCode')}
            {expires && (
              <span className={classes.quiet}>
                {t('expires')} <DateText value={expires} style="date" />
              </span>
            )}
          </span>
        ),
      onCard: ({ bank_account: account }) =>
        account ? <bdi>{shownAccount(account.bank, account.iban || account.number)}</bdi> : t('byCode'),
    },
    ...(phone ? [{ id: 'expires', header: t('expires'), cell: expiryOf }] : []),
    created,
  ];
}
