import { CHARGEBACK_STATUS } from '@daftar/contract/chargebacks';
import type { TransactionDetails } from '@daftar/contract/transactions';
import { IconAlertCircle, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../../ui/date.tsx';
import { Link } from '../../../ui/link.tsx';
import { Money } from '../../../ui/money.tsx';
import { textKey } from '../../../ui/text-key.ts';
import { chargebackPath } from '../../paths/chargebacks.ts';
import { useCan } from '../../shared/permissions.ts';
import classes from './notices.module.css';

/** Why a payment failed, what is unusual about it, and its dispute. */
export function Notices({ transaction }: { transaction: TransactionDetails }) {
  const { t } = useTranslation(['transactions', 'messages']);
  const {
    failure_reason: reason,
    flags,
    dispute,
    payout_state: payout,
    is_reviewed: isReviewed,
  } = transaction;
  if (!reason && flags.length === 0 && !dispute && !isReviewed) return null;
  // Money to be refunded is not also called the merchant's.
  const told = flags.filter((flag) => flag !== 'late' || !flags.includes('not-owed'));
  return (
    <ul className={classes.notices}>
      {reason && (
        <li className={classes.notice} data-kind="bad">
          <IconAlertCircle size={20} aria-hidden />
          <p>
            <strong>{t(noticeOf(payout))}</strong> {payout !== 'expired' && <bdi>{reason}</bdi>}
          </p>
        </li>
      )}
      {isReviewed && (
        <li className={classes.notice}>
          <IconInfoCircle size={20} aria-hidden />
          <p>
            <strong>{t('reviewed')}</strong> {t('reviewedText')}
          </p>
        </li>
      )}
      {told.map((flag) => (
        <li key={flag} className={classes.notice}>
          <IconInfoCircle size={20} aria-hidden />
          <p>
            <strong>{t('flagTitle', { flag: t(`messages:flag.${flag}`) })}</strong> {t(`flagText.${flag}`)}
          </p>
        </li>
      ))}
      {dispute && <DisputeNotice dispute={dispute} />}
    </ul>
  );
}

/** The first words for a failed payment, or for a returned payout. */
const noticeOf = (payout: TransactionDetails['payout_state']) =>
  payout === 'expired' ? 'payoutPage.expired' : payout === 'returned' ? 'payoutPage.returned' : 'failure';

/** The newest dispute: state, amount and a link. */
function DisputeNotice({ dispute }: { dispute: NonNullable<TransactionDetails['dispute']> }) {
  const { t } = useTranslation('transactions');
  const mayOpen = useCan()('view-chargeback-list');
  const { id, status, amount, reference, due_date } = dispute;
  const open = status === CHARGEBACK_STATUS.pending;
  const name = <bdi dir="ltr">{reference}</bdi>;
  return (
    <li className={classes.notice} data-kind={status === CHARGEBACK_STATUS.withdrawn ? undefined : 'bad'}>
      <IconAlertTriangle size={20} aria-hidden />
      <p>
        <strong>{t(textKey('dispute.', status))}</strong> <Money amount={amount} /> ·{' '}
        {mayOpen ? <Link to={chargebackPath(id)}>{name}</Link> : name}
        {open && (
          <>
            {' · '}
            {t('dispute.due')} <DateText value={due_date} />
          </>
        )}
      </p>
    </li>
  );
}
