import type { PaymentLinkDetails } from '@daftar/contract/payment-links';
import { Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import classes from './paid-count.module.css';

/** How many of the link's payments were made. */
export function PaidCount({ link }: { link: PaymentLinkDetails }) {
  const { t } = useTranslation('payment-links');
  const locale = useLocale();
  const { paid_count: paid, max_payment_count: most } = link;
  if (most === null) {
    return <p>{t('paid.endless', { count: paid, paid: formatNumber(paid, locale) })}</p>;
  }
  const said = t('paid.count', {
    count: most,
    paid: formatNumber(paid, locale),
    most: formatNumber(most, locale),
  });
  return (
    <div className={classes.paid}>
      <p>{said}</p>
      <Progress value={Math.min(100, (paid / most) * 100)} size="sm" radius="xl" aria-label={said} />
    </div>
  );
}
