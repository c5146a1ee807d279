import type { PayoutState } from '@daftar/contract/payouts';
import { TRANSACTION_STATUS, type TransactionFlag } from '@daftar/contract/transactions';
import { useTranslation } from 'react-i18next';
import { StatusChip, type StatusKind } from '../../ui/status-chip.tsx';
import { textKey } from '../../ui/text-key.ts';
import classes from './transactions.module.css';

const KINDS: Readonly<Record<number, StatusKind>> = {
  [TRANSACTION_STATUS.pending]: 'pending',
  [TRANSACTION_STATUS.success]: 'success',
  [TRANSACTION_STATUS.failed]: 'fail',
  [TRANSACTION_STATUS.refunded]: 'refund',
  [TRANSACTION_STATUS.canceled]: 'closed',
  [TRANSACTION_STATUS.expired]: 'closed',
};

/** The colours of payout states. */
export const PAYOUT_KINDS: Readonly<Record<PayoutState, StatusKind>> = {
  requested: 'pending',
  'handed-over': 'success',
  expired: 'closed',
  returned: 'refund',
};

interface Status {
  status: number;
  /** For a payout: its own states, as the status of a returned one is Expired. */
  payout?: PayoutState | null;
}

/** The status of a transaction; an unknown number is shown as unknown. */
export function TransactionStatusChip({ status, payout }: Status) {
  const { t } = useTranslation('messages');
  if (payout) return <StatusChip kind={PAYOUT_KINDS[payout]}>{t(`payoutState.${payout}`)}</StatusChip>;
  const kind = KINDS[status];
  return (
    <StatusChip kind={kind ?? 'closed'}>
      {t(textKey('transactionStatus.', kind ? status : 'unknown'))}
    </StatusChip>
  );
}

/** The status, with what is unusual about the money. */
export function StatusWithFlags({ flags, ...status }: Status & { flags: readonly TransactionFlag[] }) {
  const { t } = useTranslation('messages');
  return (
    <span className={classes.line}>
      <TransactionStatusChip {...status} />
      {flags.map((flag) => (
        <span key={flag} className={classes.flag}>
          {t(`flag.${flag}`)}
        </span>
      ))}
    </span>
  );
}
