import { CUT_OFF_LISTS, type CutOffLine, type CutOffReason } from '@daftar/contract/ops-cut-offs';
import type { BreakKind } from '@daftar/contract/ops-settlement-lines';
import { IconListDetails } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Email } from '../../../ui/email.tsx';
import type { FilterField } from '../../../ui/filters.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { Money } from '../../../ui/money.tsx';
import { OpsSection } from '../../shared/ops-list.tsx';
import { References } from '../../shared/references.tsx';
import { useCutOffLines } from '../api.ts';
import { noonOf } from './list-page.tsx';

/** What a report lists: open items, batches, breaks and write-offs. */
export function Lines({ id }: { id: number }) {
  const { t } = useTranslation('ops-cut-offs');
  const list = useCutOffLines(id);
  const filters: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'what',
      label: t('rows'),
      options: CUT_OFF_LISTS.map((what) => ({ value: what, label: t(`what.${what}`) })),
    },
  ];
  return (
    <OpsSection
      title={t('rows')}
      list={list}
      find={t('findRows')}
      filters={filters}
      columns={useColumns()}
      rowKey={(row) => row.id}
      rowName={(row) => row.reference}
      empty={{ icon: IconListDetails, title: t('nothing') }}
    />
  );
}

type Kind =
  | 'payment'
  | 'refund'
  | 'chargeback'
  | 'correction'
  | 'batch'
  | 'credit'
  | 'debit'
  | 'clearing'
  | 'suspense'
  | 'bank';

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
      cell: ({ reference }) => (reference ? <References text={reference} /> : <span aria-hidden>–</span>),
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
      align: 'end',
      card: 'value',
      cell: ({ amount }) => <Money amount={amount} />,
    },
  ];
}
