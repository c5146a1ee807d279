import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../ui/format.ts';
import { useLocale } from '../../ui/locale.ts';

const MINUTE = 60_000;
const UNITS = [
  ['days', 24 * 60 * MINUTE],
  ['hours', 60 * MINUTE],
  ['minutes', MINUTE],
] as const;

/** The time until a moment in its largest whole unit, the last minute as one; null once it has passed. */
export function timeLeft(
  until: string,
  now: number,
): { unit: (typeof UNITS)[number][0]; count: number } | null {
  const left = Date.parse(until) - now;
  if (!(left > 0)) return null;
  const [unit, size] = UNITS.find(([, least]) => left >= least) ?? UNITS[2];
  return { unit, count: Math.max(1, Math.floor(left / size)) };
}

/** The moment, renewed every minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** A deadline's countdown in words, "3 days left"; nothing once it has passed. */
export function TimeLeft({ until }: { until: string }) {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const left = timeLeft(until, useNow());
  if (!left) return null;
  const { unit, count } = left;
  return <>{t(`left.${unit}`, { count, number: formatNumber(count, locale) })}</>;
}
