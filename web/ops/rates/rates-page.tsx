import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/page-header.tsx';
import { ExchangeRates } from './components/exchange-rates.tsx';
import { Holidays } from './components/holidays.tsx';

/** `/ops/rates`: what the provider keeps for everybody. */
export default function RatesPage() {
  const { t } = useTranslation('ops');
  return (
    <>
      <PageHeader title={t('nav.rates')} text={t('rates.text')} />
      <ExchangeRates />
      <Holidays />
    </>
  );
}
