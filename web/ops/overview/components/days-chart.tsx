import type { Overview, PaymentFigures } from '@daftar/contract/ops-overview';
import { Button, NativeSelect } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currencyLabel, formatDate, formatMoney, formatNumber } from '../../../ui/format.ts';
import { formatCompact, formatTick } from '../../../ui/format-tick.ts';
import { useLocale } from '../../../ui/locale.ts';
import type { Path } from '../../../ui/path.ts';
import { TimeChart } from '../../../ui/time-chart.tsx';
import classes from '../overview.module.css';
import { FiguresTable } from './figures-table.tsx';

const MEASURES = ['volume', 'fees', 'payments'] as const;
type Measure = (typeof MEASURES)[number];
type Days = Overview['days'];
const noon = (day: string) => `${day}T12:00:00Z`;
/** Of more days each bar is a week. */
const MAX_BARS = 92;
const WEEK = 7;

/** The days of each bar, in order: of a long period as many as a week has. */
function barsOf(days: Days): Days[] {
  const length = days.length > MAX_BARS ? WEEK : 1;
  return Array.from({ length: Math.ceil(days.length / length) }, (_, at) =>
    days.slice(at * length, (at + 1) * length),
  );
}

/** Adds up a measure; amounts in whole piastres, because pounds are fractions. */
function sumOf(measure: Measure, figures: readonly PaymentFigures[]): number {
  const values = figures.map((each) => (measure === 'payments' ? each.paid : each[measure]));
  return values.reduce((sum, value) => sum + Math.round(value * 100), 0) / 100;
}

interface DaysChartProps {
  days: Days;
  /** The rows of some days, both included. */
  pathOf: (from: string, to: string) => Path;
}

/** A bar for each day or week against the period before. What it shows by day is also in a table. */
export function DaysChart({ days, pathOf }: DaysChartProps) {
  const { t } = useTranslation('ops-overview');
  const locale = useLocale();
  const [measure, setMeasure] = useState<Measure>('volume');
  const [open, setOpen] = useState(false);
  const id = useId();
  const written = (value: number) =>
    measure === 'payments' ? formatNumber(value, locale) : formatMoney(value, 'EGP', locale);
  const date = (day: string) => formatDate(noon(day), locale, 'date');
  const span = (from: string, to: string) => (from === to ? date(from) : `${date(from)} – ${date(to)}`);
  const back = (day: string) =>
    new Date(Date.parse(noon(day)) - days.length * 86_400_000).toISOString().slice(0, 10);
  const bars = barsOf(days).map((of) => {
    const [from, to] = [of[0]!.day, of.at(-1)!.day];
    const [now, before] = (['figures', 'before'] as const).map((which) =>
      sumOf(
        measure,
        of.map((each) => each[which]),
      ),
    ) as [number, number];
    const more = Math.round((now - before) * 100) / 100;
    return {
      key: from,
      name: span(from, to),
      tick: formatTick(from, locale, 'day'),
      value: now,
      text: written(now),
      before: {
        name: span(back(from), back(to)),
        value: before,
        text: written(before),
        difference: `${more > 0 ? '+' : ''}${written(more)}`,
      },
      to: pathOf(from, to),
    };
  });
  return (
    <>
      <div className={classes.controls}>
        <NativeSelect
          label={t('measure')}
          value={measure}
          onChange={({ currentTarget: { value } }) => setMeasure(value as Measure)}
          data={MEASURES.map((name) => ({ value: name, label: t(name) }))}
        />
        <Button variant="default" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {t(open ? 'hideDays' : 'showDays')}
        </Button>
      </div>
      <TimeChart
        label={t('chart', { measure: t(measure) })}
        bars={bars}
        tickOf={(value) => formatCompact(value, locale)}
        unit={measure === 'payments' ? '' : currencyLabel('EGP', locale)}
      />
      <div id={id} hidden={!open}>
        {open && (
          <FiguresTable
            caption={t('byDay')}
            head={t('day')}
            rows={days
              .toReversed()
              .map(({ day, figures }) => ({ key: day, name: date(day), to: pathOf(day, day), figures }))}
          />
        )}
      </div>
    </>
  );
}
