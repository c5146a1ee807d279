import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { StatCards } from '../../../ui/stat-card.tsx';
import { useInsight } from '../api.ts';

const FIGURES = ['single_invoices', 'group_invoices', 'paid_invoices', 'unpaid_invoices'] as const;

/** The four figures above the list. */
export function Insights() {
  const { t } = useTranslation('invoices');
  const locale = useLocale();
  const query = useInsight();
  const figures = query.data?.data;
  return (
    <StatCards
      label={t('insight.label')}
      count={FIGURES.length}
      isBrief
      stats={
        figures &&
        FIGURES.map((name) => ({ label: t(`insight.${name}`), value: formatNumber(figures[name], locale) }))
      }
      error={query.error}
      onRetry={() => void query.refetch()}
    />
  );
}
