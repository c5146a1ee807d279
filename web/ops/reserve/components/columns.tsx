import type { OpsReserveItemRow } from '@daftar/contract/ops-reserve';
import type { RESERVE_ITEM_STATES } from '@daftar/contract/reserve';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { formatNumber, formatPercent } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { Money } from '../../../ui/money.tsx';
import { StatusChip, type StatusKind } from '../../../ui/status-chip.tsx';
import { ReferenceLink, useMerchantColumn } from '../../shared/cells.tsx';

const KINDS: Readonly<Record<(typeof RESERVE_ITEM_STATES)[number], StatusKind>> = {
  held: 'pending',
  released: 'success',
  used: 'refund',
};

const NOTHING = <span aria-hidden>–</span>;

/** The columns of the list. */
export function useReserveColumns(): readonly Column<OpsReserveItemRow>[] {
  const { t } = useTranslation(['ops-reserve', 'ops']);
  const locale = useLocale();
  return [
    {
      id: 'settlement',
      header: t('settlement'),
      card: 'title',
      sortBy: false,
      cell: ({ settlement_reference, mode }) => (
        <ReferenceLink mode={mode}>{settlement_reference}</ReferenceLink>
      ),
    },
    useMerchantColumn<OpsReserveItemRow>(),
    {
      id: 'amount',
      header: t('held'),
      align: 'end',
      cell: ({ amount }) => <Money amount={amount} />,
      // What is left stands opposite the reference.
      onCard: ({ amount, left }) => (amount === left ? NOTHING : <Money amount={amount} />),
    },
    {
      id: 'drawn',
      header: t('used'),
      align: 'end',
      sortBy: false,
      minor: true,
      cell: ({ drawn }) => <Money amount={drawn} />,
      onCard: ({ drawn }) => (drawn === 0 ? NOTHING : <Money amount={drawn} />),
    },
    {
      id: 'left',
      header: t('left'),
      align: 'end',
      card: 'value',
      sortBy: false,
      cell: ({ left }) => <Money amount={left} />,
    },
    {
      id: 'share',
      header: t('share'),
      sortBy: false,
      minor: true,
      card: 'none',
      cell: ({ share, days }) =>
        t('terms', {
          count: days,
          number: formatNumber(days, locale),
          percent: formatPercent(share, locale),
        }),
    },
    {
      id: 'held_at',
      header: t('heldOn'),
      sortBy: false,
      minor: true,
      card: 'none',
      cell: ({ held_at }) => <DateText value={held_at} style="date" />,
    },
    {
      id: 'release_on',
      header: t('releaseOn'),
      cell: ({ release_on }) => <DateText value={release_on} style="date" />,
    },
    {
      id: 'state',
      header: t('ops:column.status'),
      card: 'chip',
      sortBy: false,
      cell: ({ state }) => <StatusChip kind={KINDS[state]}>{t(`state.${state}`)}</StatusChip>,
    },
  ];
}
