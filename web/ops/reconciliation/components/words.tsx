/** How what is not reconciled is called and shown. */
import { AGE_BOUNDS, type BreakRow, type BreakState } from '@daftar/contract/ops-reconciliation';
import type { BreakKind } from '@daftar/contract/ops-settlement-lines';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatPercent } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { StatusChip, type StatusKind } from '../../../ui/status-chip.tsx';

const STATE_KINDS: Readonly<Record<BreakState, StatusKind>> = {
  open: 'open',
  looking: 'pending',
  waiting: 'pending',
  resolved: 'closed',
  written_off: 'closed',
};

/** Where a break stands. */
export function BreakStatus({ state }: { state: BreakState }) {
  const { t } = useTranslation('ops-reconciliation');
  return <StatusChip kind={STATE_KINDS[state]}>{t(`breakState.${state}`)}</StatusChip>;
}

/** The name of a kind of break. */
export function useKindName() {
  const { t } = useTranslation('ops-reconciliation');
  return (kind: BreakKind) => t(`break.${kind}`);
}

/** The age of a break. */
export function Age({ row }: { row: BreakRow }) {
  const { t } = useTranslation('ops-reconciliation');
  const locale = useLocale();
  const count = row.working_days;
  return <>{t('workingDays', { count, number: formatNumber(count, locale) })}</>;
}

/** Matched lines of all, as a share. */
export function useShare() {
  const locale = useLocale();
  return ({ matched, lines }: { matched: number; lines: number }) =>
    lines === 0 ? '–' : formatPercent(Math.floor((matched / lines) * 1000) / 10, locale);
}

/** The name of an age in working days, by its place among `AGE_BOUNDS`. */
export function useAgeName() {
  const { t } = useTranslation('ops-reconciliation');
  const locale = useLocale();
  const figure = (value: number) => formatNumber(value, locale);
  return (age: number) => {
    const [from, to] = [AGE_BOUNDS[age - 1] ?? 0, AGE_BOUNDS[age]];
    return to === undefined
      ? t('agesOver', { from: figure(from) })
      : t('agesBetween', { from: figure(from), to: figure(to) });
  };
}
