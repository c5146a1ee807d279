import {
  CUT_OFF_LISTS,
  type CutOff,
  type CutOffFigures,
  type CutOffLine,
  type CutOffReason,
} from '@daftar/contract/ops-cut-offs';
import type { BreakKind } from '@daftar/contract/ops-settlement-lines';
import { IconListDetails } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Facts, Section } from '../../../ui/detail-page.tsx';
import { Email } from '../../../ui/email.tsx';
import type { FilterField } from '../../../ui/filters.tsx';
import { FilterChips, FilterForm } from '../../../ui/filters.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { Money } from '../../../ui/money.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { ReferenceLink } from '../../shared/cells.tsx';
import { useCutOffLines } from '../api.ts';
import { noonOf } from './list-page.tsx';

type Sum = CutOff['figures']['breaks'];

/** The three levels of a report, and what else happened in its period. */
export function Levels({ figures }: { figures: CutOffFigures }) {
  const { t } = useTranslation('ops-cut-offs');
  const locale = useLocale();
  const { lines, batches, clearing, fees } = figures;
  const counted = (label: string, { count, amount }: Sum) => ({
    label,
    value: (
      <span>
        <Money amount={amount} /> ({formatNumber(count, locale)})
      </span>
    ),
  });
  const plain = (label: string, amount: number) => ({ label, value: <Money amount={amount} /> });
  const level = (name: keyof typeof levels, isExplained: boolean) => (
    <Section
      title={t(`level.${name}`)}
      actions={
        <StatusChip kind={isExplained ? 'success' : 'fail'}>
          {t(isExplained ? 'explained' : 'notExplained')}
        </StatusChip>
      }
    >
      <Facts facts={levels[name]} />
    </Section>
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

/** What a report lists: open items, batches, breaks and write-offs. */
export function Lines({ id }: { id: number }) {
  const { t } = useTranslation('ops-cut-offs');
  const { search, query } = useCutOffLines(id);
  const filters: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'what',
      label: t('rows'),
      options: CUT_OFF_LISTS.map((what) => ({ value: what, label: t(`what.${what}`) })),
    },
  ];
  return (
    <Section title={t('rows')}>
      <FilterForm fields={filters} search={search} />
      <FilterChips fields={filters} search={search} />
      <DataTable
        caption={t('rows')}
        columns={useColumns()}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.reference}
        empty={{ icon: IconListDetails, title: t('nothing') }}
      />
    </Section>
  );
}

type Kind = 'payment' | 'refund' | 'chargeback' | 'correction' | 'batch' | 'clearing' | 'suspense' | 'bank';

function useColumns(): readonly Column<CutOffLine>[] {
  const { t } = useTranslation(['ops-cut-offs', 'ops-reconciliation']);
  const locale = useLocale();
  const nameOf = ({ what, kind }: CutOffLine) =>
    what === 'break' ? t(`ops-reconciliation:break.${kind as BreakKind}`) : t(`kind.${kind as Kind}`);
  return [
    { id: 'kind', header: t('kind'), sortBy: false, card: 'title', cell: nameOf },
    {
      id: 'reference',
      header: t('reference'),
      sortBy: false,
      cell: ({ reference }) =>
        reference ? <ReferenceLink>{reference}</ReferenceLink> : <span aria-hidden>–</span>,
    },
    {
      id: 'day',
      header: t('rowDay'),
      sortBy: false,
      cell: ({ day }) => <DateText value={noonOf(day)} style="date" />,
    },
    {
      id: 'reason',
      header: t('explainedBy'),
      sortBy: false,
      cell: ({ reason }) => t(`reason.${reason satisfies CutOffReason}`),
    },
    {
      id: 'owner',
      header: t('owner'),
      sortBy: false,
      cell: ({ owner }) => (owner ? <Email value={owner} /> : <span aria-hidden>–</span>),
    },
    {
      id: 'working_days',
      header: t('workingDays'),
      sortBy: false,
      align: 'end',
      cell: ({ working_days: days }) =>
        days === null ? <span aria-hidden>–</span> : formatNumber(days, locale),
    },
    {
      id: 'amount',
      header: t('amount'),
      sortBy: false,
      align: 'end',
      card: 'value',
      cell: ({ amount }) => <Money amount={amount} />,
    },
  ];
}
