import { chargebackRate, type Overview, type PaymentFigures } from '@daftar/contract/ops-overview';
import { successRate } from '@daftar/contract/periods';
import { useTranslation } from 'react-i18next';
import { formatMoney, formatNumber, formatPercent } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { StatCards } from '../../../ui/stat-card.tsx';

/** The figures of the period, each with that of the period before. */
export function Totals({ figures }: { figures: Overview | undefined }) {
  const { t } = useTranslation('ops-overview');
  const locale = useLocale();
  const money = (pounds: number) => formatMoney(pounds, 'EGP', locale);
  const count = (n: number) => formatNumber(n, locale);
  const rate = (share: number | null) => (share === null ? '–' : formatPercent(share * 100, locale));
  const grown = (now: number, then: number) =>
    then === 0
      ? ''
      : ` (${now >= then ? '+' : ''}${formatPercent(Math.round((1000 * (now - then)) / then) / 10, locale)})`;
  const statOf = (
    label: string,
    read: (of: PaymentFigures) => number | null,
    written: (value: number) => string,
    isCompared = true,
    rest = '',
  ) => {
    const [now, then] = [read(figures!.totals), read(figures!.before)];
    const change = isCompared && now !== null && then !== null ? grown(now, then) : '';
    return {
      label,
      value: <bdi>{now === null ? '–' : written(now)}</bdi>,
      note: (
        <>
          {t('before')} <bdi>{then === null ? '–' : written(then)}</bdi> <bdi>{change}</bdi>
          {rest !== '' && (
            <>
              <br />
              {rest}
            </>
          )}
        </>
      ),
    };
  };
  return (
    <StatCards
      label={t('totals')}
      count={4}
      isWide
      stats={
        figures && [
          statOf(t('volume'), (of) => of.volume, money),
          statOf(t('payments'), (of) => of.paid, count),
          statOf(t('fees'), (of) => of.fees, money),
          statOf(
            t('costs'),
            (of) => of.costs,
            money,
            true,
            figures.other_costs === 0 ? '' : t('otherCosts', { amount: money(figures.other_costs) }),
          ),
          statOf(t('successRate'), successRate, rate, false),
          statOf(t('chargebackRate'), chargebackRate, rate, false),
          statOf(t('refunded'), (of) => of.refunded, money),
          statOf(t('lost'), (of) => of.lost_amount, money),
        ]
      }
    />
  );
}
