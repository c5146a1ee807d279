import type { Reserve, ReserveItemRow } from '@daftar/contract/reserve';
import { IconLock } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { DateText } from '../../ui/date.tsx';
import { formatNumber, formatPercent } from '../../ui/format.ts';
import { ListPage } from '../../ui/list-page.tsx';
import { useLocale } from '../../ui/locale.ts';
import { Money } from '../../ui/money.tsx';
import { type Stat, StatCards } from '../../ui/stat-card.tsx';
import { StatusChip, type StatusKind } from '../../ui/status-chip.tsx';
import { useCan } from '../shared/permissions.ts';
import type { PageModule } from '../shared/screen.ts';
import { prefetchReserve, useReserve, useReserveItems } from './api.ts';

export const prefetch: PageModule['prefetch'] = ({ search }) => prefetchReserve(search);

const KINDS: Readonly<Record<ReserveItemRow['state'], StatusKind>> = {
  held: 'pending',
  released: 'success',
  used: 'refund',
};

/** What a card leaves out. */
const NOTHING = <span aria-hidden>–</span>;

function useColumns(): readonly Column<ReserveItemRow>[] {
  const { t } = useTranslation('settlements');
  return useMemo<readonly Column<ReserveItemRow>[]>(
    () => [
      {
        id: 'settlement',
        header: t('column.reference'),
        card: 'title',
        sortBy: false,
        cell: ({ settlement_reference }) => <bdi dir="ltr">{settlement_reference}</bdi>,
      },
      {
        id: 'held_at',
        header: t('reserve.heldOn'),
        sortBy: false,
        cell: ({ held_at }) => <DateText value={held_at} style="date" />,
      },
      {
        id: 'release_on',
        header: t('reserve.releaseOn'),
        cell: ({ release_on }) => <DateText value={release_on} style="date" />,
      },
      {
        id: 'amount',
        header: t('reserve.amount'),
        align: 'end',
        sortBy: false,
        cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
        onCard: ({ amount, left, currency }) =>
          amount === left ? NOTHING : <Money amount={amount} currency={currency} />,
      },
      {
        id: 'drawn',
        header: t('reserve.drawn'),
        align: 'end',
        sortBy: false,
        cell: ({ drawn, currency }) => <Money amount={drawn} currency={currency} />,
        onCard: ({ drawn, currency }) =>
          drawn === 0 ? NOTHING : <Money amount={drawn} currency={currency} />,
      },
      {
        id: 'left',
        header: t('reserve.left'),
        align: 'end',
        card: 'value',
        sortBy: false,
        cell: ({ left, currency }) => <Money amount={left} currency={currency} />,
      },
      {
        id: 'state',
        header: t('reserve.state'),
        card: 'chip',
        sortBy: false,
        cell: ({ state }) => <StatusChip kind={KINDS[state]}>{t(`reserve.${state}`)}</StatusChip>,
      },
    ],
    [t],
  );
}

/** `/reserve`: what of each settlement is held, and when it is released. */
export default function ReservePage() {
  const { t } = useTranslation('settlements');
  const { search, query } = useReserveItems();
  const columns = useColumns();
  return (
    <ListPage title={t('reserve.title')} insights={<Terms />} search={search} views={null}>
      <DataTable
        caption={t('reserve.title')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.settlement_reference}
        empty={{ icon: IconLock, title: t('reserve.empty'), text: t('reserve.emptyText') }}
      />
    </ListPage>
  );
}

function Terms() {
  const { t } = useTranslation('settlements');
  const locale = useLocale();
  const { data: answer, error, refetch } = useReserve();
  const seesBalance = useCan()('view-balances');
  const cardsOf = ({ share, days, balance, currency, next_release, monthly_limit }: Reserve): Stat[] => [
    ...(balance === null
      ? []
      : [
          {
            label: t('reserve.balance'),
            value: <Money amount={balance} currency={currency} />,
            note: t('reserve.balanceText'),
          },
        ]),
    {
      label: t('reserve.terms'),
      help: 'reserve',
      value: share === 0 ? t('reserve.none') : formatPercent(share, locale),
      note:
        share === 0
          ? t('reserve.noneText')
          : t('reserve.termsText', { count: days ?? 0, number: formatNumber(days ?? 0, locale) }),
    },
    {
      label: t('reserve.next'),
      value: next_release ? <Money amount={next_release.amount} currency={currency} /> : t('reserve.nothing'),
      note: next_release && <DateText value={next_release.date} style="weekday" />,
    },
    {
      label: t('limit.title'),
      value: monthly_limit ? <Money amount={monthly_limit.amount} currency={currency} /> : t('limit.none'),
      note: monthly_limit ? (
        <>
          {t('limit.used')} <Money amount={monthly_limit.used} currency={currency} />
          {monthly_limit.amount > 0 &&
            ` · ${formatPercent(Math.floor((monthly_limit.used / monthly_limit.amount) * 100), locale)}`}
        </>
      ) : (
        t('limit.noneText')
      ),
    },
  ];
  return (
    <StatCards
      label={t('reserve.title')}
      count={seesBalance ? 4 : 3}
      isBrief
      isWide
      stats={answer && cardsOf(answer.data)}
      error={error}
      onRetry={() => void refetch()}
    />
  );
}
