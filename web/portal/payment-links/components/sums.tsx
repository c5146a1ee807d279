import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { Money } from '../../../ui/money.tsx';
import type { LinkSums } from '../form-values.ts';
import classes from './sums.module.css';

interface SumsProps {
  sums: LinkSums;
  code: string;
  rate: number | undefined;
}

/** What it adds up to, as it is typed. */
export function Sums({ sums, code, rate }: SumsProps) {
  const { t } = useTranslation('payment-links');
  const locale = useLocale();
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
            {rate !== undefined && (
              <small>
                <bdi dir="ltr">{`1 ${code} = ${formatMoney(rate, 'EGP', locale)}`}</bdi>
              </small>
            )}
          </dt>
          <dd>
            <Money amount={sums.value} />
          </dd>
        </div>
      )}
    </dl>
  );
}
