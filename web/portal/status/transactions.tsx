import type { PayoutState } from '@daftar/contract/payouts';
import { TRANSACTION_STATUS, type TransactionFlag } from '@daftar/contract/transactions';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../ui/format.ts';
import { useLocale } from '../../ui/locale.ts';
import { StatusChip, type StatusKind } from '../../ui/status-chip.tsx';
import { textKey } from '../../ui/text-key.ts';
import { PayoutStateChip } from './payouts.tsx';
import classes from './transactions.module.css';

const KINDS: Readonly<Record<number, StatusKind>> = {
  [TRANSACTION_STATUS.pending]: 'pending',
  [TRANSACTION_STATUS.success]: 'success',
  [TRANSACTION_STATUS.failed]: 'fail',
  [TRANSACTION_STATUS.refunded]: 'refund',
  [TRANSACTION_STATUS.canceled]: 'closed',
  [TRANSACTION_STATUS.expired]: 'closed',
};

interface Status {
  status: number;
  /** For a payout: its own states, as the status of a returned one is Expired. */
  payout?: PayoutState | null;
}

/** The status of a transaction; an unknown number is shown as unknown. */
export function TransactionStatusChip({ status, payout }: Status) {
  const { t } = useTranslation('messages');
  if (payout) return <PayoutStateChip state={payout} />;
  const kind = KINDS[status];
  return (
    <StatusChip kind={kind ?? 'closed'}>
      {t(textKey('transactionStatus.', kind ? status : 'unknown'))}
    </StatusChip>
  );
}

interface Flagged extends Status {
  flags: readonly TransactionFlag[];
  /** What was refunded of a payment that was not refunded in full, in EGP. */
  refunded?: number;
}

/** The status, with what is unusual about the money. */
export function StatusWithFlags({ flags, refunded = 0, ...status }: Flagged) {
  const { t } = useTranslation('messages');
  const locale = useLocale();
  return (
    <span className={classes.line}>
      <TransactionStatusChip {...status} />
      {refunded > 0 && (
        <span className={classes.refunded}>
          {t('partlyRefunded', { amount: formatAmount(refunded, locale) })}
        </span>
      )}
      {flags.map((flag) => (
        <span key={flag} className={classes.flag}>
          {t(`flag.${flag}`)}
        </span>
      ))}
    </span>
  );
}
