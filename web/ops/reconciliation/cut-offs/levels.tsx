import type { CutOffFigures } from '@daftar/contract/ops-cut-offs';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Facts, Section } from '../../../ui/detail-page.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { Money } from '../../../ui/money.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';

type Sum = CutOffFigures['breaks'];

/** An amount as a fact. */
export const plain = (label: string, amount: number) => ({ label, value: <Money amount={amount} /> });

/** An amount with how many there are, as a fact. */
export function useCounted() {
  const locale = useLocale();
  return (label: string, { count, amount }: Sum) => ({
    label,
    value: (
      <span>
        <Money amount={amount} /> ({formatNumber(count, locale)})
      </span>
    ),
  });
}

/** A level of a report, and whether it is explained. */
export function Level({
  title,
  isExplained,
  facts,
}: {
  title: string;
  isExplained: boolean;
  facts: ComponentProps<typeof Facts>['facts'];
}) {
  const { t } = useTranslation('ops-cut-offs');
  return (
    <Section
      title={title}
      actions={
        <StatusChip kind={isExplained ? 'success' : 'fail'}>
          {t(isExplained ? 'explained' : 'notExplained')}
        </StatusChip>
      }
    >
      <Facts facts={facts} />
    </Section>
  );
}

/** The three levels of a report, and what else happened in its period. */
export function Levels({ figures }: { figures: CutOffFigures }) {
  const { t } = useTranslation('ops-cut-offs');
  const { lines, batches, clearing, fees } = figures;
  const counted = useCounted();
  const level = (name: keyof typeof levels, isExplained: boolean) => (
    <Level title={t(`level.${name}`)} isExplained={isExplained} facts={levels[name]} />
  );
  const levels = {
    lines: [
      counted(t('figure.ours'), lines.ours),
      counted(t('figure.found'), lines.found),
      counted(t('figure.theirs'), lines.theirs),
      counted(t('figure.matched'), lines.matched),
      counted(t('figure.costs'), lines.costs),
      counted(t('figure.unexplained'), lines.unexplained),
    ],
    batches: [
      counted(t('figure.paid'), batches.paid),
      plain(t('figure.received'), batches.received),
      counted(t('figure.openBatches'), batches.open),
      counted(t('figure.unexplained'), batches.unexplained),
    ],
    clearing: [
      plain(t('figure.opening'), clearing.opening),
      ...(clearing.late === 0 ? [] : [plain(t('figure.late'), clearing.late)]),
      ...(clearing.movements ?? []).map(({ move, ...sum }) => counted(t(`move.${move}`), sum)),
      plain(t('figure.closing'), clearing.closing),
      counted(t('figure.items'), clearing.items),
      ...figures.reasons.map(({ reason, ...sum }) => counted(t(`reason.${reason}`), sum)),
      plain(t('figure.difference'), clearing.difference),
    ],
  };
  return (
    <>
      {level('lines', lines.unexplained.count === 0)}
      {level('batches', batches.unexplained.count === 0)}
      {level('clearing', clearing.difference === 0)}
      <Section title={t('also')}>
        <Facts
          facts={[
            ...(figures.suspense
              ? [
                  plain(t('figure.suspenseOpening'), figures.suspense.opening),
                  plain(t('figure.suspenseClosing'), figures.suspense.closing),
                ]
              : []),
            counted(t('figure.breaks'), figures.breaks),
            counted(t('figure.nobodys'), figures.nobodys),
            counted(t('figure.writtenOff'), figures.written_off),
            counted(t('figure.takenBack'), figures.taken_back),
            counted(t('figure.rounded'), figures.rounded),
            plain(t('figure.fees'), fees.charged),
            counted(t('figure.againstContract'), fees.against_contract),
            ...figures.profiles.map(({ name, tolerance }) => plain(t('tolerance', { name }), tolerance)),
          ]}
        />
      </Section>
    </>
  );
}
