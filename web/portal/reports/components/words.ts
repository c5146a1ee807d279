import type { Report } from '@daftar/contract/reports';
import { useTranslation } from 'react-i18next';
import { formatHour, formatNumber, formatWeekday } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';

type Timed = Pick<Report, 'rhythm' | 'hour' | 'weekday' | 'month_day'>;

/** When a report is sent, and what it is, in words. */
export function useReportWords() {
  const { t } = useTranslation('reports');
  const locale = useLocale();
  return {
    when({ rhythm, hour, weekday, month_day: day }: Timed): string {
      const at = formatHour(hour, locale);
      if (rhythm === 'week') return t('when.week', { day: formatWeekday(weekday ?? 0, locale), at });
      return rhythm === 'month'
        ? t('when.month', { day: formatNumber(day ?? 1, locale), at })
        : t('when.day', { at });
    },
    what: ({ kind, list }: Pick<Report, 'kind' | 'list'>): string =>
      kind === 'view' && list ? t(`list.${list}`) : t(`kind.${kind}`),
  };
}
