import type { TransactionDetails } from '@daftar/contract/transactions';
import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './notices.module.css';

/** Why a payment failed, and what is unusual about one that did not, in words. */
export function Notices({ transaction }: { transaction: TransactionDetails }) {
  const { t } = useTranslation(['transactions', 'messages']);
  const { failure_reason: reason, flags } = transaction;
  if (!reason && flags.length === 0) return null;
  return (
    <ul className={classes.notices}>
      {reason && (
        <li className={classes.notice} data-kind="bad">
          <IconAlertCircle size={20} aria-hidden />
          <p>
            <strong>{t('failure')}</strong> <bdi>{reason}</bdi>
          </p>
        </li>
      )}
      {flags.map((flag) => (
        <li key={flag} className={classes.notice}>
          <IconInfoCircle size={20} aria-hidden />
          <p>
            <strong>{t('flagTitle', { flag: t(`messages:flag.${flag}`) })}</strong> {t(`flagText.${flag}`)}
          </p>
        </li>
      ))}
    </ul>
  );
}
