import { useEffect, useState } from 'react';
import { CAIRO, type DateStyle, formatDate, formatElapsed } from './format.ts';
import { useLocale } from './locale.ts';

interface DateTextProps {
  /** ISO 8601. */
  value: string | null | undefined;
  style?: DateStyle;
}

/** A moment on Cairo's clock, day first. */
export function DateText({ value, style = 'datetime' }: DateTextProps) {
  const locale = useLocale();
  if (!value) return <span aria-hidden>–</span>;
  return (
    <time dateTime={value} title={formatDate(value, locale, 'datetime', CAIRO)}>
      {formatDate(value, locale, style)}
    </time>
  );
}

/** A due date, in UTC, with its zone shown. */
export function DueDate({ value, style = 'datetime' }: DateTextProps) {
  const locale = useLocale();
  if (!value) return <span aria-hidden>–</span>;
  return (
    <time dateTime={value} title={formatDate(value, locale, 'datetime', CAIRO)}>
      {formatDate(value, locale, style, 'UTC')} <bdi>UTC</bdi>
    </time>
  );
}

interface ElapsedProps {
  value: string;
  /** What is long ago is still counted in hours. */
  inHours?: boolean;
}

/** How long ago something happened; counts on while it is looked at. */
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
