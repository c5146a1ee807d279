import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Money } from '../../../ui/money.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import classes from '../../shared/money-panel.module.css';
import { Panel } from '../../shared/money-panel.tsx';
import { useRefundable } from '../api.ts';
import { RefundByCode } from './refund-by-code.tsx';
import { RefundForm } from './refund-form.tsx';

interface RefundPanelProps {
  transaction: { id: number; reference: string };
  opened: boolean;
  onClose: () => void;
}

/** Refunds all or a part of a payment, by the channel of its method. */
export function RefundPanel({ transaction, opened, onClose }: RefundPanelProps) {
  const { t } = useTranslation('transactions');
  return (
    <Panel opened={opened} onClose={onClose} title={t('refund.title')}>
      <Refund transaction={transaction} onDone={onClose} />
    </Panel>
  );
}

interface RefundProps {
  transaction: RefundPanelProps['transaction'];
  onDone: () => void;
}

function Refund({ transaction, onDone }: RefundProps) {
  const { t } = useTranslation(['transactions', 'common']);
  const query = useRefundable(transaction.id);
  const found = query.data?.data;
  if (!found && query.error) return <ErrorBox error={query.error} onRetry={() => query.refetch()} />;
  if (!found) {
    return (
      <div className={classes.form} aria-busy>
        <Skeleton height="4rem" />
        <Skeleton width="40%" />
        <Skeleton height="2.5rem" />
        <Skeleton width="8rem" height="2.5rem" />
        <VisuallyHidden role="status">{t('common:loading')}</VisuallyHidden>
      </div>
    );
  }
  return (
    <>
      <dl className={classes.facts}>
        <div>
          <dt>{t('details.title')}</dt>
          <dd>
            <bdi dir="ltr">{transaction.reference}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('refund.left')}</dt>
          <dd>
            <Money amount={found.refundable_amount} />
          </dd>
        </div>
      </dl>
      {found.way === null && <p>{t('refund.nothing')}</p>}
      {found.way === 'aman' && (
        <RefundByCode
          reference={transaction.reference}
          account={found.account}
          unapprovedLimit={found.waits_above}
          onDone={onDone}
        />
      )}
      {(found.way === 'direct' || found.way === 'bank') && (
        <RefundForm
          id={transaction.id}
          left={found.refundable_amount}
          unapprovedLimit={found.waits_above}
          toBank={found.way === 'bank'}
          onDone={onDone}
        />
      )}
    </>
  );
}
