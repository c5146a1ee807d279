import { LINK_STATUS, type PaymentLinkRow } from '@daftar/contract/payment-links';
import { Button } from '@mantine/core';
import {
  IconBan,
  IconBrandWhatsapp,
  IconCopy,
  IconCopyPlus,
  IconEye,
  IconLink,
  IconPlus,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type BulkAction, BulkActions } from '../../ui/bulk-actions.tsx';
import { copyText } from '../../ui/copy-button.tsx';
import { DataTable, type RowAction } from '../../ui/data-table.tsx';
import { ExportRows } from '../../ui/export-rows.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { useLocale } from '../../ui/locale.ts';
import { notify } from '../../ui/notify.tsx';
import { withSearch } from '../../ui/path.ts';
import { whatsAppAddress } from '../../ui/share-buttons.tsx';
import { ListFind } from '../../ui/table-search.tsx';
import { useSelection } from '../../ui/use-selection.ts';
import { newPaymentLinkPath, paymentLinkPath } from '../paths/payment-links.ts';
import { useShareText } from '../payables/use-share-text.ts';
import { SavedViews } from '../saved-views/index.ts';
import { useOwnFilters } from '../shared/own-columns.tsx';
import { useCan, useMay } from '../shared/permissions.ts';
import type { PageModule } from '../shared/screen.ts';
import { deactivateOne, exportPaymentLinks, prefetchLinks, refetchLinks, usePaymentLinks } from './api.ts';
import { isDecided } from './components/choice-text.ts';
import { useLinkColumns } from './components/columns.tsx';
import { useDeactivate } from './components/use-deactivate.tsx';

export const prefetch: PageModule['prefetch'] = ({ search }) => prefetchLinks(search);

function useFilterFields(): readonly FilterField[] {
  const { t } = useTranslation(['payment-links', 'payables', 'messages']);
  const own = useOwnFilters();
  return [
    { kind: 'text', name: 'invoice_name', label: t('payables:column.name') },
    {
      kind: 'select',
      name: 'status',
      label: t('payables:column.status'),
      options: [LINK_STATUS.active, LINK_STATUS.inactive, LINK_STATUS.expired].map((status) => ({
        value: String(status),
        label: t(`messages:linkStatus.${status}`),
      })),
    },
    { kind: 'day', name: 'due_date', label: t('payables:filter.due') },
    ...own,
  ];
}

/** The actions of a link. */
function useRowActions(): (row: PaymentLinkRow) => RowAction[] {
  const { t } = useTranslation(['payment-links', 'payables', 'common']);
  const can = useCan();
  const may = useMay();
  const shareText = useShareText();
  const { deactivate } = useDeactivate();
  const copy = (link: string) =>
    copyText(link).then(
      () => notify.success(t('common:copied')),
      () => notify.error(t('common:copyFailed')),
    );
  return (row) => [
    ...(can('view-pay-link-details')
      ? [{ label: t('payables:action.view'), icon: IconEye, to: paymentLinkPath(row.id) }]
      : []),
    { label: t('common:copyLink'), icon: IconCopy, onClick: () => void copy(row.link) },
    ...(row.status === LINK_STATUS.active
      ? [
          {
            label: t('payables:action.whatsapp'),
            icon: IconBrandWhatsapp,
            external: whatsAppAddress(shareText({ ...row, decided: isDecided(row) }), row.link),
          },
        ]
      : []),
    ...(can('view-pay-link-details') && may('create-pay-link')
      ? [
          {
            label: t('payables:action.duplicate'),
            icon: IconCopyPlus,
            to: withSearch(newPaymentLinkPath, { like: row.id }),
          },
        ]
      : []),
    ...(row.status === LINK_STATUS.active && may('create-pay-link')
      ? [
          {
            label: t('deactivate.confirm'),
            icon: IconBan,
            danger: true,
            onClick: () => void deactivate(row),
          },
        ]
      : []),
  ];
}

const keyOf = (row: PaymentLinkRow) => row.id;

/** What can be done with many links. */
function useBulkActions(): readonly BulkAction<PaymentLinkRow>[] {
  const { t } = useTranslation(['payment-links', 'payables']);
  const locale = useLocale();
  if (!useMay()('create-pay-link')) return [];
  return [
    {
      label: t('deactivate.many'),
      icon: IconBan,
      danger: true,
      fits: ({ status }) => status === LINK_STATUS.active,
      ask: ({ length: count }) => ({
        title: t('deactivate.manyTitle', { count, number: formatNumber(count, locale) }),
        text: t('deactivate.manyText'),
      }),
      act: ({ id }) => deactivateOne(id),
      after: refetchLinks,
    },
  ];
}

/** Copies the addresses of the selected links, one a line, to send them again. */
function CopyLinks({ rows }: { rows: readonly PaymentLinkRow[] }) {
  const { t } = useTranslation(['payment-links', 'common']);
  const copy = () =>
    copyText(rows.map(({ link }) => link).join('\n')).then(
      () => notify.success(t('common:copied')),
      () => notify.error(t('common:copyFailed')),
    );
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconCopy size={15} aria-hidden />}
      onClick={() => void copy()}
    >
      {t('copyMany')}
    </Button>
  );
}

export default function PaymentLinksPage() {
  const { t } = useTranslation(['payment-links', 'payables']);
  const can = useCan();
  const may = useMay();
  const { search, counts, query } = usePaymentLinks();
  const { selection, rows: selectedRows } = useSelection(query.data?.data, keyOf);
  const bulk = useBulkActions();
  const columns = useLinkColumns();
  const filters = useFilterFields();
  const rowActions = useRowActions();
  const mayExport = can('export-pay-links');
  const create = may('create-pay-link') && (
    <Button component={Link} to={newPaymentLinkPath} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('create')}
    </Button>
  );
  const hasRows = (query.data?.data.length ?? 0) > 0;

  return (
    <ListPage
      title={t('list.title')}
      action={create}
      search={search}
      filters={filters}
      views={<SavedViews search={search} fields={filters} />}
      find={<ListFind search={search} name="invoice_name" label={t('find')} />}
      tabs="status"
      counts={counts}
      tools={
        mayExport && (
          <ExportRows
            start={(choice, signal) => exportPaymentLinks(search, choice, signal)}
            selection={selection}
            disabled={!hasRows}
            fileName="daftar-payment-links.csv"
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
      >
        <CopyLinks rows={selectedRows} />
      </BulkActions>
      <DataTable
        caption={t('list.title')}
        columns={columns}
        query={query}
        search={search}
        rowKey={keyOf}
        rowName={(row) => row.reference}
        {...(can('view-pay-link-details')
          ? { rowHref: (row: PaymentLinkRow) => paymentLinkPath(row.id) }
          : {})}
        rowActions={rowActions}
        selection={selection}
        empty={{ icon: IconLink, title: t('empty.title'), text: t('empty.text') }}
      />
    </ListPage>
  );
}
