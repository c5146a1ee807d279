import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../ui/format.ts';
import { useLocale } from '../../ui/locale.ts';

/** "1.00 USD = 48.50 EGP"; nothing while the rate is not known. */
export function useRateText(): (code: string, rate: number | undefined) => string | null {
  const { t } = useTranslation('payables');
  const locale = useLocale();
  return (code, rate) =>
    rate === undefined
      ? null
      : t('sum.rate', { unit: formatMoney(1, code, locale), rate: formatMoney(rate, 'EGP', locale) });
}
