import { nextFulfilments, ORDER_STATUS, type OrderRow } from '@daftar/contract/orders';
import { IconBan, IconPackage, IconShoppingBag, IconTruckDelivery, IconUserCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type BulkAction, BulkActions, fittingActions } from '../../ui/bulk-actions.tsx';
import { type Column, DataTable, Reference } from '../../ui/data-table.tsx';
import { DateText } from '../../ui/date.tsx';
import { Email } from '../../ui/email.tsx';
import { ExportRows } from '../../ui/export-rows.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { formatNumber } from '../../ui/format.ts';
import { ListPage } from '../../ui/list-page.tsx';
import { useLocale } from '../../ui/locale.ts';
import { Money } from '../../ui/money.tsx';
import { ListFind } from '../../ui/table-search.tsx';
import { useSelection } from '../../ui/use-selection.ts';
import { orderPath } from '../paths/store.ts';
import { SavedViews } from '../saved-views/index.ts';
import { mobileColumn } from '../shared/contact-columns.tsx';
import { CustomerName } from '../shared/customer-name.tsx';
import { useOwnColumns, useOwnFilters } from '../shared/own-columns.tsx';
import { useCan, useMay } from '../shared/permissions.ts';
import type { PageModule } from '../shared/screen.ts';
import { FulfilmentChip, OrderStatusChip } from '../status/orders.tsx';
import { exportOrders, moveOrder, prefetchOrders, refetchOrders, useOrders } from './api.ts';
import columnClasses from './components/columns.module.css';
import { PaymentOptionsButton } from './components/payment-options.tsx';
import { StoreShell } from './components/store-shell.tsx';
import { Thumb } from './components/thumb.tsx';

export const prefetch: PageModule['prefetch'] = ({ search }) => prefetchOrders(search);

function useFilterFields(): readonly FilterField[] {
  const { t } = useTranslation(['store', 'messages']);
  const own = useOwnFilters();
  return [
    { kind: 'text', name: 'order_number', label: t('filter.order'), ltr: true },
    {
      kind: 'select',
      name: 'status',
      label: t('column.status'),
      options: [
        { value: String(ORDER_STATUS.unpaid), label: t('messages:orderStatus.UNPAID') },
        { value: String(ORDER_STATUS.paid), label: t('messages:orderStatus.PAID') },
      ],
    },
    { kind: 'days', from: 'created_from', to: 'created_to', label: t('column.ordered') },
    ...own,
  ];
}

function useColumns(mayOpen: boolean): readonly Column<OrderRow>[] {
  const { t } = useTranslation('store');
  const own = useOwnColumns<OrderRow>();
  return useMemo<readonly Column<OrderRow>[]>(
    () => [
      {
        id: 'reference',
        header: t('column.order'),
        card: 'title',
        skeleton: '8rem',
        cell: ({ reference }) => (
          <Reference to={mayOpen ? orderPath(reference) : null}>{reference}</Reference>
        ),
      },
      {
        id: 'items',
        header: t('column.items'),
        sortBy: false,
        plain: true,
        skeleton: '6rem',
        cell: ({ items }) => (
          <span className={columnClasses.pictures}>
            {items.map((url) => (
              <Thumb key={url} url={url} size={30} />
            ))}
            {items.length === 0 && <Thumb url={null} size={30} />}
          </span>
        ),
        onCard: ({ items }) => (
          <span className={columnClasses.inLine}>
            {items.map((url) => (
              <Thumb key={url} url={url} size={22} />
            ))}
          </span>
        ),
      },
      {
        id: 'amount',
        header: t('column.amount'),
        align: 'end',
        card: 'value',
        skeleton: '5rem',
        cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
      },
      {
        id: 'customer_name',
        header: t('column.customer'),
        plain: true,
        share: 24,
        skeleton: '9rem',
        cell: ({ customer_id, customer_name }) => <CustomerName id={customer_id} name={customer_name} />,
      },
      {
        ...mobileColumn<OrderRow>(t('column.mobile'), ({ customer_phone }) => customer_phone),
        sortBy: false,
        minor: 'wide',
        card: 'none',
      },
      {
        id: 'email',
        header: t('column.email'),
        sortBy: false,
        minor: 'chosen',
        card: 'none',
        share: 18,
        skeleton: '11rem',
        cell: ({ customer_email }) => <Email value={customer_email} />,
      },
      {
        id: 'status',
        header: t('column.status'),
        card: 'chip',
        skeleton: '4rem',
        cell: ({ status }) => <OrderStatusChip status={status} />,
      },
      {
        id: 'fulfilment',
        header: t('column.fulfilment'),
        plain: true,
        sortBy: false,
        skeleton: '4rem',
        cell: ({ fulfilment }) => <FulfilmentChip fulfilment={fulfilment} />,
      },
      {
        id: 'created_at',
        header: t('column.ordered'),
        minor: true,
        plain: true,
        skeleton: '8rem',
        cell: ({ created_at }) => <DateText value={created_at} />,
      },
      ...own,
    ],
    [t, mayOpen, own],
  );
}

const keyOf = (row: OrderRow) => row.id;

const STEPS = [
  ['prepared', IconPackage],
  ['shipped', IconTruckDelivery],
  ['delivered', IconUserCheck],
] as const;

/** What can be done with many orders: each step that one may take. A paid order is refunded, not canceled. */
function useBulkActions(): readonly BulkAction<OrderRow>[] {
  const { t } = useTranslation(['store', 'messages']);
  const locale = useLocale();
  if (!useMay()('view-order-details')) return [];
  const words = (count: number) => ({ count, number: formatNumber(count, locale) });
  const mayGo = (to: (typeof STEPS)[number][0] | 'canceled') => (row: OrderRow) =>
    nextFulfilments(row.fulfilment, row.status === 'PAID').includes(to);
  return [
    ...STEPS.map(([step, icon]) => ({
      label: t(`fulfil.mark.${step}`),
      icon,
      fits: mayGo(step),
      ask: ({ length }: readonly OrderRow[]) => ({
        title: t('fulfil.manyTitle', { ...words(length), step: t(`messages:fulfilment.${step}`) }),
        text: t('fulfil.manyText'),
      }),
      act: ({ reference }: OrderRow) => moveOrder(reference, step),
      after: refetchOrders,
    })),
    {
      label: t('fulfil.cancelMany'),
      icon: IconBan,
      danger: true,
      fits: mayGo('canceled'),
      ask: ({ length }) => ({
        title: t('fulfil.cancelManyTitle', words(length)),
        text: t('fulfil.cancelManyText'),
      }),
      act: ({ reference }) => moveOrder(reference, 'canceled'),
      after: refetchOrders,
    },
  ];
}

/** `/orders`: the store's orders. */
export default function OrdersPage() {
  const { t } = useTranslation('store');
  const mayOpen = useCan()('view-order-details');
  const may = useMay();
  const { search, counts, query } = useOrders();
  const columns = useColumns(mayOpen);
  const filters = useFilterFields();
  const bulk = useBulkActions();
  const { selection, rows } = useSelection(query.data?.data, keyOf);
  return (
    <StoreShell>
      <ListPage
        title={t('order.list')}
        search={search}
        filters={filters}
        views={<SavedViews search={search} fields={filters} />}
        find={<ListFind search={search} name="order_number" label={t('order.find')} />}
        findOnPhone={false}
        tabs="status"
        counts={counts}
        tools={
          <>
            {may(['store-management', 'store-settings']) && <PaymentOptionsButton />}
            <ExportRows
              start={(choice, signal) => exportOrders(search, choice, signal)}
              selection={selection}
              fileName="daftar-orders.csv"
              disabled={query.data?.meta.total === 0}
            />
          </>
        }
      >
        <BulkActions
          selection={selection}
          rows={rows}
          rowKey={keyOf}
          rowName={(row) => row.reference}
          actions={fittingActions(bulk, rows)}
        />
        <DataTable
          caption={t('order.list')}
          columns={columns}
          query={query}
          search={search}
          rowKey={keyOf}
          selection={selection}
          rowName={(row) => row.reference}
          {...(mayOpen ? { rowHref: (row: OrderRow) => orderPath(row.reference) } : {})}
          empty={{ icon: IconShoppingBag, title: t('order.empty'), text: t('order.emptyText') }}
        />
      </ListPage>
    </StoreShell>
  );
}
