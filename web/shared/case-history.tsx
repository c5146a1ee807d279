import { CHARGEBACK_STATUS, type ChargebackStep } from '@daftar/contract/chargebacks';
import { IconAlertTriangle, IconGavel, IconShieldCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Timeline, type TimelineItem } from '../ui/detail-page.tsx';
import { formatDate } from '../ui/format.ts';
import { useLocale } from '../ui/locale.ts';
import { textKey } from '../ui/text-key.ts';

interface CaseHistoryProps {
  /** `note`: what an operator wrote; merchants' screens have none. */
  steps: readonly (ChargebackStep & { note?: string })[];
  /** The names of what a step says. */
  labels: { due: string; reasonCode: string };
}

const LOOKS: Readonly<Record<number, Pick<TimelineItem, 'icon' | 'tone'>>> = {
  [CHARGEBACK_STATUS.pending]: { icon: IconAlertTriangle, tone: 'bad' },
  [CHARGEBACK_STATUS.applied]: { icon: IconGavel, tone: 'bad' },
  [CHARGEBACK_STATUS.withdrawn]: { icon: IconShieldCheck, tone: 'good' },
};

/** The stages and decisions of a chargeback's case, newest first. */
export function CaseHistory({ steps, labels }: CaseHistoryProps) {
  const { t } = useTranslation('messages');
  const locale = useLocale();
  const items = steps.map((step, place): TimelineItem => {
    const stage = t(textKey('chargebackStage.', step.stage));
    const isOpen = step.status === CHARGEBACK_STATUS.pending;
    const before = steps[place - 1];
    // Within its stage a case is opened again only when the decision was a mistake.
    const isTakenBack = isOpen && before?.stage === step.stage && before.status !== CHARGEBACK_STATUS.pending;
    return {
      key: String(place),
      title: isTakenBack
        ? `${t('chargebackTakenBack')} · ${stage}`
        : isOpen
          ? stage
          : `${t(textKey('chargebackStatus.', step.status))} · ${stage}`,
      at: step.at,
      detail: isOpen && (
        <>
          {step.reason_code && (
            <>
              {labels.reasonCode} <bdi dir="ltr">{step.reason_code}</bdi> ·{' '}
            </>
          )}
          {labels.due} {formatDate(step.due_date, locale, 'date')}
          {step.note && (
            <>
              {' '}
              · <bdi>{step.note}</bdi>
            </>
          )}
        </>
      ),
      ...(LOOKS[step.status] ?? { icon: IconAlertTriangle }),
    };
  });
  return <Timeline items={items.reverse()} />;
}
