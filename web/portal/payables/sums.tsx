import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../ui/money.tsx';
import classes from './sums.module.css';
import { useRateText } from './use-rate-text.ts';
import type { PayableSums } from './values.ts';

interface SumsProps {
  sums: PayableSums;
  code: string;
  rate: number | undefined;
}

/** The totals of what is typed. */
export const Sums = memo(function Sums({ sums, code, rate }: SumsProps) {
  const { t } = useTranslation('payables');
  const rateText = useRateText();
  const lines = [
    { label: t('sum.subtotal'), amount: sums.subtotal },
    { label: t('sum.fees'), amount: sums.fees },
    { label: t('sum.tax'), amount: sums.tax },
  ];
  return (
    <dl className={classes.sums}>
      {lines.map(({ label, amount }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Money amount={amount} currency={code} />
          </dd>
        </div>
      ))}
      <div data-total>
        <dt>{t('sum.total')}</dt>
        <dd>
          <Money amount={sums.total} currency={code} />
        </dd>
      </div>
      {code !== 'EGP' && (
        <div data-value>
          <dt>
            {t('sum.value')}
            <small>{rateText(code, rate)}</small>
          </dt>
          <dd>
            <Money amount={sums.value} />
          </dd>
        </div>
      )}
    </dl>
  );
});
