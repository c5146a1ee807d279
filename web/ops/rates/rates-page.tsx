import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/page-header.tsx';
import { ExchangeRates } from './components/exchange-rates.tsx';
import { Holidays } from './components/holidays.tsx';

/** `/ops/rates`: settings for all merchants. */
export default function RatesPage() {
  const { t } = useTranslation(['ops-rates', 'ops']);
  return (
    <>
      <PageHeader title={t('ops:nav.rates')} text={t('text')} />
      <ExchangeRates />
      <Holidays />
    </>
  );
}
