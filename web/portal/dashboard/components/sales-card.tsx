import type { Sales, SalesStep } from '@daftar/contract/dashboard';
import { daysBetween } from '@daftar/contract/periods';
import { NativeSelect } from '@mantine/core';
import { Suspense, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DayRangeInput } from '../../../ui/day-input-later.ts';
import { formatAmount, formatNumber, formatPercent } from '../../../ui/format.ts';
import { useGoTo, useSearchOf } from '../../../ui/link.tsx';
import { useLocale } from '../../../ui/locale.ts';
import { withSearch } from '../../../ui/path.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { dashboardPath, SALES_MEASURES, type SalesMeasure } from '../../paths/dashboard.ts';
import { useSales } from '../api.ts';
import { lastDays } from '../periods.ts';
import {
  changeOf,
  MAX_DAYS,
  measured,
  PERIODS,
  type Period,
  type SalesView,
  salesView,
  toneOf,
} from '../sales.ts';
import { written } from '../written.ts';
import { Card, NotLoaded } from './card.tsx';
import classes from './sales-card.module.css';
import { SalesChart } from './sales-chart.tsx';

/** Sales, success rate, fees and refunds of a period against the one before, as figures, bars and a table. */
export function SalesCard() {
  const { t } = useTranslation('dashboard');
  const view = salesView(useSearchOf(dashboardPath) as Record<string, string | undefined>, Date.now());
  const query = useSales(view);
  const sales = query.data?.data;
  const { measure, step, compared } = view;
  // The pressed figure is painted first: a chart takes longer than a frame on a slow phone.
  const toDraw = useDeferredValue(
    useMemo(() => ({ sales, measure, step, compared }), [sales, measure, step, compared]),
  );
  const goTo = useGoTo();
  const change = (changed: Partial<SalesView>) => {
    const { date_from, date_to, step, measure } = { ...view, ...changed };
    void goTo(withSearch(dashboardPath, { date_from, date_to, step, measure }), { replace: true });
  };
  return (
    <Card title={t('sales.title')} actions={<Controls view={view} onChange={change} />}>
      {query.error && !sales ? (
        <NotLoaded onRetry={query.refetch} />
      ) : sales?.as_of === null ? (
        <p className={classes.note}>{t('sales.notYet')}</p>
      ) : (
        <div className={classes.parts} aria-busy={!sales || query.isPlaceholderData}>
          <Measures sales={sales} view={view} onChoose={(measure) => change({ measure })} />
          {toDraw.sales ? <SalesChart {...toDraw} sales={toDraw.sales} /> : <Skeleton height="18.75rem" />}
        </div>
      )}
    </Card>
  );
}

function Controls(props: { view: SalesView; onChange: (changed: Partial<SalesView>) => void }) {
  const { view, onChange } = props;
  const { t } = useTranslation('dashboard');
  const locale = useLocale();
  const [isChosen, setOwn] = useState(view.period === 'own');
  const isOwn = isChosen || view.tooMany !== null;
  const nameOf = (period: Period) =>
    period === 'today' || period === 'own'
      ? t(`sales.period.${period}`)
      : t('sales.period.last', { count: PERIODS[period], number: formatNumber(PERIODS[period], locale) });
  return (
    <div className={classes.controls}>
      <NativeSelect
        size="xs"
        aria-label={t('sales.period')}
        value={isOwn ? 'own' : view.period}
        onChange={({ currentTarget: { value } }) => {
          const period = value as Period;
          setOwn(period === 'own');
          if (period !== 'own') onChange(lastDays(PERIODS[period], Date.now()));
        }}
        data={([...Object.keys(PERIODS), 'own'] as Period[]).map((value) => ({
          value,
          label: nameOf(value),
        }))}
      />
      {view.steps.length > 1 && (
        <NativeSelect
          size="xs"
          aria-label={t('sales.step')}
          value={view.step}
          onChange={({ currentTarget: { value } }) => onChange({ step: value as SalesStep })}
          data={view.steps.map((value) => ({ value, label: t(`sales.by.${value}`) }))}
        />
      )}
      {isOwn && <OwnDays view={view} onChange={onChange} />}
    </div>
  );
}

/** Days of one's own choice; more than can be shown stay in the field, which says so. */
function OwnDays({ view, onChange }: { view: SalesView; onChange: (changed: Partial<SalesView>) => void }) {
  const { t } = useTranslation('dashboard');
  const locale = useLocale();
  const [typed, setTyped] = useState<readonly [string, string] | null>(null);
  const tooMany = typed ?? view.tooMany;
  return (
    <Suspense fallback={<Skeleton width="14rem" height="2.25rem" />}>
      <DayRangeInput
        label={t('sales.days')}
        value={tooMany ?? [view.date_from, view.date_to]}
        onChange={(days) => {
          const [from, to] = days;
          if (!from || !to) return;
          const isTooMany = daysBetween(from, to) > MAX_DAYS;
          setTyped(isTooMany ? [from, to] : null);
          if (!isTooMany) onChange({ date_from: from, date_to: to });
        }}
        error={tooMany && t('sales.tooMany', { count: MAX_DAYS, number: formatNumber(MAX_DAYS, locale) })}
      />
    </Suspense>
  );
}

/** On a phone the currency of a large amount is on the next line. */
const wrapping = (text: string) => text.replaceAll('\u00a0', ' ');

interface MeasuresProps {
  sales: Sales | undefined;
  view: SalesView;
  onChoose: (measure: SalesMeasure) => void;
}

/** The figures; a press shows one of them as bars. */
function Measures({ sales, view, onChoose }: MeasuresProps) {
  const { t } = useTranslation('dashboard');
  const locale = useLocale();
  return (
    <ul className={classes.measures} aria-label={t('sales.measures')}>
      {SALES_MEASURES.map((measure) => (
        <li key={measure}>
          <button
            type="button"
            className={classes.measure}
            aria-pressed={measure === view.measure}
            onClick={() => onChoose(measure)}
          >
            <span className={classes.name}>{t(`sales.${measure}`)}</span>
            <span className={classes.value}>
              {sales ? (
                <bdi>{wrapping(written(measure, measured(measure, sales.totals), locale))}</bdi>
              ) : (
                <Skeleton width="7rem" />
              )}
            </span>
            {sales ? (
              <ChangeText measure={measure} sales={sales} compared={view.compared} />
            ) : (
              <Skeleton width="9rem" />
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

function ChangeText(props: { measure: SalesMeasure; sales: Sales; compared: SalesView['compared'] }) {
  const { measure, sales, compared } = props;
  const { t } = useTranslation('dashboard');
  const locale = useLocale();
  const before = measured(measure, sales.before);
  const change = changeOf(measured(measure, sales.totals), before);
  // A share of a share would be read as points.
  const percent = 'percent' in change && measure !== 'rate' ? change.percent : null;
  return (
    <span className={classes.change} data-tone={toneOf(measure, change, compared)}>
      {percent !== null && <bdi>{`${percent > 0 ? '+' : ''}${formatPercent(percent, locale)}`} </bdi>}
      {t(`sales.change.${percent === null ? change.way : 'against'}`, {
        before:
          measure === 'rate' || before === null
            ? written(measure, before, locale)
            : formatAmount(before, locale),
      })}
    </span>
  );
}
