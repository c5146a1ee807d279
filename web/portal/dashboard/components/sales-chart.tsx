import type { Sales, SalesStepFigures } from '@daftar/contract/dashboard';
import { Button } from '@mantine/core';
import { memo, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bar } from '../../../ui/chart-bar.ts';
import { DateText } from '../../../ui/date.tsx';
import { currencyLabel } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { withSearch } from '../../../ui/path.ts';
import { TimeChart } from '../../../ui/time-chart.tsx';
import type { SalesMeasure } from '../../paths/dashboard.ts';
import { transactionsPath } from '../../paths/transactions.ts';
import { measured, OUTCOME_OF, type SalesView } from '../sales.ts';
import { difference, spanName, spanTick, tickOf, written } from '../written.ts';
import classes from './sales-card.module.css';
import { SalesTable } from './sales-table.tsx';

/** An hour or a day that has not begun has no figures yet. */
const isToCome = ({ hour }: SalesStepFigures, now: number) => hour !== null && Date.parse(hour) > now;

interface SalesChartProps extends Pick<SalesView, 'measure' | 'step' | 'compared'> {
  sales: Sales;
}

/** One measure as bars against the period before, each a link to its transactions, and all of them as a table. */
export const SalesChart = memo(function SalesChart({ sales, measure, step, compared }: SalesChartProps) {
  const { t } = useTranslation('dashboard');
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const now = Date.now();
  const steps = sales.steps.map((of, index) => {
    const name = spanName(of, locale);
    // The clock was put back: the same hour comes twice.
    const last = sales.steps[index - 1];
    const isAgain = of.hour !== null && last !== undefined && name === spanName(last, locale);
    return {
      of,
      key: of.hour ?? of.date_from,
      name: isAgain ? t('sales.hourAgain', { name }) : name,
      // The rows that the figure counts: no payouts, and nothing that was never paid in a bar of sales.
      toOf: (each: SalesMeasure) =>
        withSearch(transactionsPath, {
          payments: OUTCOME_OF[each],
          ...(of.hour === null ? { date_from: of.date_from, date_to: of.date_to } : { hour: of.hour }),
        }),
      figures: of.figures,
    };
  });
  const barOf = ({ of, key, name, toOf }: (typeof steps)[number]): Bar => {
    const value = isToCome(of, now) ? null : measured(measure, of.figures);
    const before = of.before && measured(measure, of.before.figures);
    return {
      key,
      name,
      to: toOf(measure),
      value,
      tick: spanTick(of, step, locale),
      text: written(measure, value, locale),
      before: of.before && {
        name: spanName(of.before, locale),
        value: before,
        text: written(measure, before, locale),
        difference: difference(measure, value, before, { t, locale }),
      },
    };
  };
  return (
    <div>
      <TimeChart
        label={t('sales.chart', { measure: t(`sales.${measure}`) })}
        bars={steps.map(barOf)}
        tickOf={tickOf(measure, locale)}
        unit={measure === 'rate' ? '' : currencyLabel('EGP', locale)}
        {...(measure === 'rate' ? { most: 100 } : {})}
      />
      <div className={classes.foot}>
        <p className={classes.note}>
          {t('sales.asOf')} <DateText value={sales.as_of} />. {t(`sales.compared.${compared}`)}{' '}
          {t('sales.refundsExplained')}
        </p>
        <Button
          variant="default"
          size="xs"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'sales.hideTable' : 'sales.showTable')}
        </Button>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <SalesTable
            caption={t('sales.title')}
            head={t(step === 'hour' ? 'sales.hour' : 'sales.days')}
            rows={steps.filter(({ of }) => !isToCome(of, now)).toReversed()}
          />
        )}
      </div>
    </div>
  );
});
