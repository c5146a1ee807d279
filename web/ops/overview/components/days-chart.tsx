import type { Overview } from '@daftar/contract/ops-overview';
import { Button, NativeSelect } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatMoney, formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import type { Path } from '../../../ui/path.ts';
import classes from '../overview.module.css';
import { FiguresTable } from './figures-table.tsx';

const MEASURES = ['volume', 'fees', 'payments'] as const;
type Measure = (typeof MEASURES)[number];
type Days = Overview['days'];
const noon = (day: string) => `${day}T12:00:00Z`;

const measured = (measure: Measure, { figures }: Days[number]) =>
  measure === 'payments' ? figures.paid : figures[measure];

/** A bar for each day. What it shows is also in a table, for whoever cannot see or point at bars. */
export function DaysChart({ days, pathOf }: { days: Days; pathOf: (day: string) => Path }) {
  const { t } = useTranslation('ops-overview');
  const locale = useLocale();
  const [measure, setMeasure] = useState<Measure>('volume');
  const [open, setOpen] = useState(false);
  const id = useId();
  const most = Math.max(...days.map((day) => measured(measure, day)), 0);
  const written = (value: number) =>
    measure === 'payments' ? formatNumber(value, locale) : formatMoney(value, 'EGP', locale);
  const date = (day: string) => formatDate(noon(day), locale, 'date');
  const [first, last] = [days[0], days.at(-1)];
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
      <div aria-hidden className={classes.chart}>
        <div className={classes.bars}>
          {days.map((day) => (
            <span
              key={day.day}
              className={classes.slot}
              title={`${date(day.day)}: ${written(measured(measure, day))}`}
            >
              <span
                className={classes.bar}
                style={{ blockSize: `${most === 0 ? 0 : (100 * measured(measure, day)) / most}%` }}
              />
            </span>
          ))}
        </div>
        <div className={classes.axis}>
          <span>{first && date(first.day)}</span>
          <span>
            {t('most')} <bdi>{written(most)}</bdi>
          </span>
          <span>{last && date(last.day)}</span>
        </div>
      </div>
      <div id={id} hidden={!open}>
        {open && (
          <FiguresTable
            caption={t('byDay')}
            head={t('day')}
            rows={days
              .toReversed()
              .map(({ day, figures }) => ({ key: day, name: date(day), to: pathOf(day), figures }))}
          />
        )}
      </div>
    </>
  );
}
