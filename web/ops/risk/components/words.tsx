/** How rules are said and shown. */
import type { RiskOutcome, RiskRule } from '@daftar/contract/ops-risk';
import { useTranslation } from 'react-i18next';
import { formatMoney, formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { StatusChip, type StatusKind } from '../../../ui/status-chip.tsx';

const OUTCOME_KINDS: Readonly<Record<RiskOutcome, StatusKind>> = {
  allow: 'open',
  challenge: 'refund',
  review: 'pending',
  block: 'fail',
};

/** What becomes of an attempt. */
export function Outcome({ outcome }: { outcome: RiskOutcome }) {
  const { t } = useTranslation('ops-risk');
  return <StatusChip kind={OUTCOME_KINDS[outcome]}>{t(`outcome.${outcome}`)}</StatusChip>;
}

/** Whether a rule is on. */
export function RuleStatus({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation('ops-risk');
  return <StatusChip kind={isOn ? 'success' : 'closed'}>{t(isOn ? 'on' : 'off')}</StatusChip>;
}

/** The condition of a rule as one sentence, which says what each number and time is. */
export function useSentence() {
  const { t } = useTranslation('ops-risk');
  const locale = useLocale();
  return ({ condition, by, times, amount, window_minutes: window }: RiskRule): string => {
    if (condition === 'listed') return t('says.listed', { what: by ? t(`by.${by}`) : '' });
    return t(`says.${condition}`, {
      by: by ? t(`says.by.${by as Exclude<typeof by, 'country'>}`) : '',
      limit: times === null ? formatMoney(amount ?? 0, 'EGP', locale) : formatNumber(times, locale),
      window: window ? t(`says.window.${window as 10}`) : '',
    });
  };
}

/** What a rule asks, in its parts. */
export function useAsks() {
  const { t } = useTranslation('ops-risk');
  const locale = useLocale();
  return (rule: RiskRule) => {
    const { by, times, amount, window_minutes: window } = rule;
    const limit =
      times === null
        ? amount === null
          ? null
          : formatMoney(amount, 'EGP', locale)
        : formatNumber(times, locale);
    return {
      condition: t(`condition.${rule.condition}`),
      by: by && t(`by.${by}`),
      limit,
      window: window && t(`window.${window as 10}`),
    };
  };
}
