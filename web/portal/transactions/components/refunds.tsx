import type { RefundRow, RefundState } from '@daftar/contract/refunds';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../../ui/date.tsx';
import { Section } from '../../../ui/detail-page.tsx';
import { MoneyFlow } from '../../../ui/money-flow.tsx';
import { StatusChip, type StatusKind } from '../../../ui/status-chip.tsx';
import classes from './refunds.module.css';

const KINDS: Readonly<Record<RefundState, StatusKind>> = {
  waiting: 'pending',
  pending: 'pending',
  succeeded: 'refund',
  failed: 'fail',
  canceled: 'closed',
  reversed: 'closed',
};

/** The refunds of a payment, newest first; hidden when there are none. */
export function Refunds({ refunds }: { refunds: readonly RefundRow[] | undefined }) {
  const { t } = useTranslation('transactions');
  if (!refunds || refunds.length === 0) return null;
  return (
    <Section title={t('refunds.title')}>
      <ul className={classes.list}>
        {refunds.map((refund) => (
          <Refund key={`${refund.id}-${refund.approval_id}`} refund={refund} />
        ))}
      </ul>
    </Section>
  );
}

function Refund({ refund }: { refund: RefundRow }) {
  const { t } = useTranslation(['transactions', 'messages', 'common']);
  const { bank_account: bank } = refund;
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <span className={classes.amount}>
          <MoneyFlow amount={refund.amount} flow={refund.state === 'succeeded' ? 'out' : null} />
        </span>
        <StatusChip kind={KINDS[refund.state]}>
          {refund.pending_reason ? t('refunds.notSent') : t(`messages:refundState.${refund.state}`)}
        </StatusChip>
      </div>
      {refund.reason && (
        <p className={classes.words}>
          <bdi>{refund.reason}</bdi>
        </p>
      )}
      {refund.failure_reason && (
        <p className={classes.bad}>
          <bdi>{refund.failure_reason}</bdi>
        </p>
      )}
      {refund.pending_reason && (
        <p className={classes.words}>
          <bdi>{refund.pending_reason}</bdi>
        </p>
      )}
      {refund.reversed_at && (
        <p className={classes.words}>
          {t('refunds.cameBack')} · <DateText value={refund.reversed_at} />
        </p>
      )}
      {refund.merchant_reference && (
        <p className={classes.quiet}>
          {t('common:own.reference')} <bdi>{refund.merchant_reference}</bdi>
        </p>
      )}
      {bank && (
        <p className={classes.quiet}>
          {t('refunds.to')} <bdi>{bank.account_name}</bdi> · <bdi>{bank.bank_name}</bdi> ·{' '}
          <bdi dir="ltr">{bank.iban}</bdi>
        </p>
      )}
      <p className={classes.quiet}>
        <DateText value={refund.created_at} />
        {refund.requested_by && (
          <>
            {' '}
            · <bdi>{refund.requested_by}</bdi>
          </>
        )}
        {refund.approved_by && (
          <>
            {' '}
            · {t('approvedBy')} <bdi>{refund.approved_by}</bdi>
          </>
        )}
      </p>
    </li>
  );
}
