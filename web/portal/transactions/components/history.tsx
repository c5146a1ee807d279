import type { TransactionDetails } from '@daftar/contract/transactions';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBan,
  IconBuildingBank,
  IconCheck,
  IconClockOff,
  IconGavel,
  IconPoint,
  IconReceipt,
  IconShieldCheck,
  IconX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Section, Timeline, type TimelineItem } from '../../../ui/detail-page.tsx';
import { formatMoney } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { detailOf, type KnownEvent, knownKind, titleOf } from '../timeline.ts';

const LOOKS: Readonly<Record<KnownEvent, Pick<TimelineItem, 'icon' | 'tone'>>> = {
  created: { icon: IconReceipt },
  succeeded: { icon: IconCheck, tone: 'good' },
  failed: { icon: IconX, tone: 'bad' },
  canceled: { icon: IconBan },
  expired: { icon: IconClockOff },
  refunded: { icon: IconArrowBackUp },
  refund_failed: { icon: IconX, tone: 'bad' },
  refund_reversed: { icon: IconArrowForwardUp },
  settled: { icon: IconBuildingBank, tone: 'good' },
  disputed: { icon: IconAlertTriangle, tone: 'bad' },
  dispute_applied: { icon: IconGavel, tone: 'bad' },
  dispute_withdrawn: { icon: IconShieldCheck, tone: 'good' },
  review_approved: { icon: IconCheck, tone: 'good' },
  review_refused: { icon: IconX, tone: 'bad' },
};

/** The timeline of a transaction, newest first. */
export function History({ transaction }: { transaction: TransactionDetails }) {
  const { t } = useTranslation(['transactions', 'messages']);
  const locale = useLocale();
  const items = transaction.timeline.map((event, index): TimelineItem => {
    const kind = knownKind(event.kind);
    const { flags, words } = detailOf(event);
    const said = [
      event.amount === null ? null : formatMoney(event.amount, 'EGP', locale),
      ...flags.map((flag) => t(`messages:flag.${flag}`)),
      words,
    ].filter((part) => part !== null);
    return {
      key: String(index),
      title: t(titleOf(kind, transaction.payout_state)),
      at: event.at,
      detail:
        said.length > 0 ? said.map((part, at) => <Part key={part} text={part} first={at === 0} />) : null,
      ...(kind ? LOOKS[kind] : { icon: IconPoint }),
    };
  });
  return (
    <Section title={t('history.title')}>
      <Timeline items={items.reverse()} />
    </Section>
  );
}

const Part = ({ text, first }: { text: string; first: boolean }) => (
  <>
    {first ? '' : ' · '}
    <bdi>{text}</bdi>
  </>
);
