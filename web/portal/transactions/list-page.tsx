import { PAYMENT_METHODS } from '@daftar/contract/lookups';
import { PAYMENT_OUTCOMES, TRANSACTION_STATUS, type TransactionRow } from '@daftar/contract/transactions';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCash, IconEye, IconLifebuoy, IconReceipt } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BulkAction, BulkActions } from '../../ui/bulk-actions.tsx';
import { DataTable, type RowAction } from '../../ui/data-table.tsx';
import { ExportRows } from '../../ui/export-rows.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { formatMoney, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { useLocale } from '../../ui/locale.ts';
import { openedLater } from '../../ui/opened-later.tsx';
import { withSearch } from '../../ui/path.ts';
import { Refusal, WAITS } from '../../ui/run-many.ts';
import { ListFind } from '../../ui/table-search.tsx';
import { useOverlay } from '../../ui/use-overlay.ts';
import { useSelection } from '../../ui/use-selection.ts';
import { prefetchWaiting, WaitingButton } from '../approvals/index.ts';
import { newPaymentLinkPath } from '../paths/payment-links.ts';
import { newTicketPath } from '../paths/tickets.ts';
import { transactionPath } from '../paths/transactions.ts';
import { PayoutPanel } from '../payouts/index.ts';
import { SavedViews } from '../saved-views/index.ts';
import { useOwnFilter } from '../shared/own-columns.tsx';
import { useCan, useMay } from '../shared/permissions.ts';
import type { PageModule } from '../shared/screen.ts';
import { useTransactionLink } from '../shared/transaction-link.ts';
import {
  exportTransactions,
  prefetchTransactions,
  refetchRefunded,
  refundRest,
  useTransactions,
} from './api.ts';
import { isRefundable, isRefundedAsPaid, restOf } from './breakdown.ts';
import { useTransactionColumns } from './components/columns.tsx';

const RefundPanel = openedLater(() =>
  import('./components/refund-panel.tsx').then((part) => part.RefundPanel),
);

export const prefetch: PageModule['prefetch'] = ({ search }) => {
  prefetchTransactions(search);
  prefetchWaiting();
};

/** Every field the specification searches by. */
function useFilterFields(): readonly FilterField[] {
  const { t } = useTranslation(['transactions', 'messages']);
  const own = useOwnFilter();
  return [
    { kind: 'text', name: 'reference', label: t('column.reference'), ltr: true },
    { kind: 'text', name: 'external_reference', label: t('externalReference'), ltr: true },
    {
      kind: 'select',
      name: 'status',
      label: t('column.status'),
      options: Object.values(TRANSACTION_STATUS).map((status) => ({
        value: String(status),
        // Also finds returned payouts.
        label:
          status === TRANSACTION_STATUS.expired
            ? t('filter.expired')
            : t(`messages:transactionStatus.${status}`),
      })),
    },
    {
      kind: 'select',
      name: 'payments',
      label: t('filter.payments'),
      options: PAYMENT_OUTCOMES.map((value) => ({ value, label: t(`filter.payments.${value}`) })),
    },
    { kind: 'days', from: 'date_from', to: 'date_to', label: t('column.date') },
    { kind: 'hour', name: 'hour', label: t('filter.hour') },
    {
      kind: 'select',
      name: 'payment_method_id',
      label: t('column.method'),
      options: PAYMENT_METHODS.map(({ id, code }) => ({
        value: String(id),
        label: t(`messages:paymentMethod.${code}`),
      })),
    },
    { kind: 'amounts', from: 'amount_from', to: 'amount_to', label: t('column.amount') },
    own,
  ];
}

const keyOf = (row: TransactionRow) => row.id;

/** What can be done with many transactions. */
function useBulkActions(): readonly BulkAction<TransactionRow>[] {
  const { t } = useTranslation('transactions');
  const locale = useLocale();
  if (!useMay()('transaction-refund')) return [];
  return [
    {
      label: t('refund.title'),
      icon: IconArrowBackUp,
      danger: true,
      // A code or a bank account is asked of each payer: one by one.
      fits: (row) => isRefundable(row) && isRefundedAsPaid(row),
      ask: (rows) => ({
        title: t('refund.manyTitle', { count: rows.length, number: formatNumber(rows.length, locale) }),
        text: t('refund.manyText', { amount: formatMoney(restOf(rows), 'EGP', locale) }),
      }),
      act: async ({ id }, key) => {
        const state = await refundRest(id, key);
        if (state === null) throw new Refusal(t('refund.manyNot'));
        return state === 'waiting' ? WAITS : undefined;
      },
      after: refetchRefunded,
    },
  ];
}

export default function TransactionsPage() {
  const { t } = useTranslation(['transactions', 'payouts']);
  const can = useCan();
  const may = useMay();
  const { search, counts, query } = useTransactions();
  const columns = useTransactionColumns();
  const filters = useFilterFields();
  const linkOf = useTransactionLink();
  const mayExport = can('export-transactions');
  const { selection, rows: selectedRows } = useSelection(query.data?.data, keyOf);
  const bulk = useBulkActions();
  const [payout, setPayout] = useState(false);
  // The row stays while its panel closes.
  const refund = useOverlay<TransactionRow>();

  const actionsOf = (row: TransactionRow): RowAction[] => {
    const to = linkOf(row);
    return [
      ...(to ? [{ label: t('action.view'), icon: IconEye, to }] : []),
      ...(may('transaction-refund') && isRefundable(row)
        ? [
            {
              label: t('refund.title'),
              icon: IconArrowBackUp,
              onClick: () => refund.open(row),
            },
          ]
        : []),
      ...(may('create-ticket')
        ? [
            {
              label: t('action.support'),
              icon: IconLifebuoy,
              to: withSearch(newTicketPath, { transaction: row.reference }),
            },
          ]
        : []),
    ];
  };

  return (
    <ListPage
      title={t('list.title')}
      search={search}
      filters={filters}
      views={<SavedViews search={search} fields={filters} />}
      tabs="status"
      counts={counts}
      find={<ListFind search={search} name="reference" label={t('find')} />}
      action={
        <>
          <WaitingButton />
          {may('payout-request-transactions') && (
            <Button leftSection={<IconCash size={16} aria-hidden />} onClick={() => setPayout(true)}>
              {t('payouts:request.title')}
            </Button>
          )}
        </>
      }
      tools={
        mayExport && (
          <ExportRows
            start={(choice, signal) => exportTransactions(search, choice, signal)}
            selection={selection}
            fileName="daftar-transactions.csv"
            disabled={query.data?.meta.total === 0}
          />
        )
      }
    >
      <BulkActions
        selection={selection}
        rows={selectedRows}
        rowKey={keyOf}
        rowName={(row) => row.reference}
        actions={bulk}
      />
      <DataTable
        caption={t('list.title')}
        columns={columns}
        query={query}
        search={search}
        rowKey={keyOf}
        rowName={(row) => row.reference}
        {...(can('view-transaction-details')
          ? { rowHref: (row: TransactionRow) => linkOf(row) ?? transactionPath(row.id) }
          : {})}
        rowActions={actionsOf}
        {...(mayExport || bulk.length > 0 ? { selection } : {})}
        empty={{
          icon: IconReceipt,
          title: t('empty.title'),
          text: t('empty.text'),
          action: may('create-pay-link') ? (
            <Button component={Link} to={newPaymentLinkPath}>
              {t('empty.action')}
            </Button>
          ) : undefined,
        }}
      />
      <PayoutPanel opened={payout} onClose={() => setPayout(false)} />
      {refund.shown && <RefundPanel transaction={refund.shown.subject} {...refund.props} />}
    </ListPage>
  );
}
