import { useTranslation } from 'react-i18next';
import { DateText } from '../../../ui/date.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { Money } from '../../../ui/money.tsx';
import { type Stat, StatCards } from '../../../ui/stat-card.tsx';
import { useCan } from '../../shared/permissions.ts';
import { useSummary } from '../api.ts';

/** What a customer comes to, as far as somebody may see it. */
export function Figures({ id }: { id: number }) {
  const { t } = useTranslation('customers');
  const locale = useLocale();
  const can = useCan();
  const query = useSummary(id);
  const seesPayments = can('view-transactions-list');
  const seesInvoices = can('view-invoices-list');
  const count = (seesPayments ? 3 : 0) + (seesInvoices ? 1 : 0);
  if (count === 0) return null;
  const sums = query.data?.data;
  const stats: Stat[] = [];
  if (sums && seesPayments) {
    stats.push(
      {
        label: t('figure.value'),
        value: <Money amount={sums.lifetime_value ?? 0} currency="EGP" />,
        note: sums.refunded ? (
          <>
            {t('figure.refunded')} <Money amount={sums.refunded} currency="EGP" />
          </>
        ) : (
          t('figure.nothingRefunded')
        ),
      },
      {
        label: t('figure.payments'),
        value: formatNumber(sums.payments ?? 0, locale),
        note: sums.is_linking && t('figure.linking'),
      },
      {
        label: t('figure.last'),
        value: sums.last_payment_at ? <DateText value={sums.last_payment_at} style="date" /> : '–',
      },
    );
  }
  if (sums && seesInvoices) {
    const open = sums.open_invoices ?? 0;
    const number = formatNumber(open, locale);
    stats.push({
      label: t('figure.owed'),
      value: <Money amount={sums.owed ?? 0} currency="EGP" />,
      note: t(sums.owed_more ? 'figure.openMore' : 'figure.open', { count: open, number }),
    });
  }
  return (
    <StatCards
      label={t('figure.title')}
      count={count}
      error={query.error}
      onRetry={() => void query.refetch()}
      stats={sums && stats}
    />
  );
}
