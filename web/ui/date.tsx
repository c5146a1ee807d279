import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './date.module.css';
import { CAIRO, type DateStyle, formatDate, formatElapsed } from './format.ts';
import { useLocale } from './locale.ts';

interface DateTextProps {
  /** ISO 8601. */
  value: string | null | undefined;
  style?: DateStyle;
}

/** Renders a moment in Cairo time, day first. */
export function DateText({ value, style = 'datetime' }: DateTextProps) {
  const locale = useLocale();
  if (!value) return <span aria-hidden>–</span>;
  return (
    <time dateTime={value} title={formatDate(value, locale, 'datetime', CAIRO)}>
      {formatDate(value, locale, style)}
    </time>
  );
}

/** Renders a period by its first and last day; one day once. */
export function DaysText({ from, to }: { from: string; to: string | null }) {
  const locale = useLocale();
  const isOneDay = to === null || formatDate(from, locale, 'date') === formatDate(to, locale, 'date');
  return (
    <span>
      <DateText value={from} style="date" />
      {!isOneDay && (
        <>
          {' – '}
          <DateText value={to} style="date" />
        </>
      )}
    </span>
  );
}

/**
 * Renders a due date in UTC and, below, in Cairo time as its payers read it. Both name their zone. A phone's card shows the day
 * alone (`data-cards.module.css`).
 */
export function DueDate({ value, style = 'datetime' }: DateTextProps) {
  const { t } = useTranslation('common');
  const locale = useLocale();
  if (!value) return <span aria-hidden>–</span>;
  return (
    <time dateTime={value}>
      <span data-zone="utc">
        {formatDate(value, locale, style, 'UTC')} <bdi>UTC</bdi>{' '}
      </span>
      <span className={classes.other} data-zone="cairo">
        {t('date.inCairo', { date: formatDate(value, locale, style, CAIRO) })}
      </span>
      <span className={classes.day} data-zone="day">
        {formatDate(value, locale, 'date', CAIRO)}
      </span>
    </time>
  );
}

interface ElapsedProps {
  value: string;
  /** Count in hours however long ago. */
  inHours?: boolean;
}

/** Renders how long ago something happened, updating while visible. */
export function Elapsed({ value, inHours = false }: ElapsedProps) {
  const locale = useLocale();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={value} title={formatDate(value, locale)}>
      {formatElapsed(value, locale, now, inHours ? 'hours' : 'days')}
    </time>
  );
}
