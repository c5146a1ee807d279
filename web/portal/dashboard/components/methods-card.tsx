import { DASHBOARD_PERIODS, type DashboardPeriod } from '@daftar/contract/dashboard';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatPercent } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { FIRST_PERIOD, useMethodCounts } from '../api.ts';
import { type Share, sharesOf } from '../shares.ts';
import { Card, NotLoaded } from './card.tsx';
import classes from './methods-card.module.css';
import { Pie } from './pie.tsx';

/** The shares of payment methods, as a chart and a table. */
export function MethodsCard() {
  const { t } = useTranslation('dashboard');
  const [period, setPeriod] = useState<DashboardPeriod>(FIRST_PERIOD);
  const query = useMethodCounts(period);
  const counts = query.data?.data;
  return (
    <Card
      title={t('methods.title')}
      actions={
        <NativeSelect
          size="xs"
          aria-label={t('methods.period')}
          value={period}
          onChange={(event) => setPeriod(event.currentTarget.value as DashboardPeriod)}
          data={DASHBOARD_PERIODS.map((each) => ({ value: each, label: t(`period.${each}`) }))}
        />
      }
    >
      {query.error ? (
        <NotLoaded onRetry={query.refetch} />
      ) : counts ? (
        <Chart {...sharesOf(counts)} stale={query.isPlaceholderData} />
      ) : (
        <div className={classes.chart} aria-busy>
          <Skeleton width="11rem" height="11rem" />
        </div>
      )}
    </Card>
  );
}

function Chart({ shares, total, stale }: { shares: readonly Share[]; total: number; stale: boolean }) {
  const { t } = useTranslation('dashboard');
  const locale = useLocale();
  if (total === 0) return <p className={classes.none}>{t('methods.none')}</p>;
  return (
    <div className={classes.chart} data-stale={stale || undefined} aria-busy={stale}>
      <Pie shares={shares} total={total} />
      <table className={classes.legend}>
        <caption className={classes.hidden}>{t('methods.title')}</caption>
        <thead className={classes.hidden}>
          <tr>
            <th scope="col">{t('methods.method')}</th>
            <th scope="col">{t('methods.count')}</th>
            <th scope="col">{t('methods.share')}</th>
          </tr>
        </thead>
        <tbody>
          {shares.map(({ name, count, percent, colour }) => (
            <tr key={name}>
              <th scope="row">
                <span className={classes.dot} data-colour={colour} aria-hidden />
                {name}
              </th>
              <td>{formatNumber(count, locale)}</td>
              <td>{formatPercent(percent, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
