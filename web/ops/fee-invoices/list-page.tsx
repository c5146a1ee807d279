import { DOCUMENT_LANGUAGES, type DocumentLanguage } from '@daftar/contract/fee-invoices';
import type { OpsFeeInvoiceRow } from '@daftar/contract/ops-fee-invoices';
import { VisuallyHidden } from '@mantine/core';
import { IconReceiptTax } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/data-table.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { formatDate, formatMoney, formatNumber } from '../../ui/format.ts';
import { useLocale } from '../../ui/locale.ts';
import { Money } from '../../ui/money.tsx';
import { StatCards } from '../../ui/stat-card.tsx';
import { ReferenceLink, useMerchantColumn } from '../shared/cells.tsx';
import { OpsList } from '../shared/ops-list.tsx';
import { downloadCreditNote, downloadFeeInvoice, useFeeInvoices, useTotals } from './api.ts';

/** `/ops/fee-invoices`: the tax invoices of all merchants' fees. */
export default function FeeInvoicesPage() {
  const { t } = useTranslation(['ops-fee-invoices', 'ops']);
  const locale = useLocale();
  const list = useFeeInvoices();
  const { data, error, refetch } = useTotals(list.search);
  const totals = data?.data;
  const columns = useColumns();
  const filters: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'month',
      label: t('month'),
      options: (totals?.months ?? []).map((month) => ({
        value: month,
        label: formatDate(`${month}-15`, locale, 'month'),
      })),
    },
    { kind: 'text', name: 'merchant_id', label: t('ops:filter.merchantId'), ltr: true },
  ];
  const figures = totals && [
    {
      label: t('total'),
      value: formatMoney(totals.total, 'EGP', locale),
      note: t('count', { count: totals.count, number: formatNumber(totals.count, locale) }),
    },
    { label: t('fee'), value: formatMoney(totals.fee, 'EGP', locale), note: t('feeNote') },
    { label: t('vat'), value: formatMoney(totals.vat, 'EGP', locale) },
    {
      label: t('credits'),
      value: formatMoney(totals.credited, 'EGP', locale),
      note: t('creditsNote'),
    },
    {
      label: t('customers'),
      value: formatMoney(totals.customer_fee + totals.customer_vat, 'EGP', locale),
      note: t('customersNote'),
    },
  ];
  return (
    <OpsList
      title={t('ops:nav.feeInvoices')}
      insights={
        <StatCards
          label={t('figures')}
          count={5}
          isWide
          isBrief
          stats={figures}
          error={error}
          onRetry={() => void refetch()}
        />
      }
      list={list}
      find={t('find')}
      filters={filters}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.number}
      empty={{
        icon: IconReceiptTax,
        title: t('empty'),
        text: totals?.issuing === false ? t('notIssuing') : t('emptyText'),
      }}
    />
  );
}

function useColumns(): readonly Column<OpsFeeInvoiceRow>[] {
  const { t } = useTranslation(['ops-fee-invoices', 'ops']);
  const locale = useLocale();
  return [
    {
      id: 'number',
      header: t('number'),
      sortBy: false,
      card: 'title',
      cell: ({ number }) => <ReferenceLink>{number}</ReferenceLink>,
    },
    useMerchantColumn<OpsFeeInvoiceRow>(),
    { id: 'month', header: t('month'), cell: ({ month }) => formatDate(`${month}-15`, locale, 'month') },
    {
      id: 'issued_at',
      header: t('issued'),
      card: 'none',
      cell: ({ issued_on }) => formatDate(`${issued_on}T10:00:00Z`, locale, 'date'),
    },
    { id: 'fee', header: t('fee'), sortBy: false, align: 'end', cell: ({ fee }) => <Money amount={fee} /> },
    {
      id: 'vat',
      header: t('vat'),
      sortBy: false,
      align: 'end',
      card: 'none',
      cell: ({ vat }) => <Money amount={vat} />,
    },
    {
      id: 'total',
      header: t('total'),
      align: 'end',
      card: 'value',
      cell: ({ total }) => <Money amount={total} />,
    },
    {
      id: 'credit_notes',
      header: t('credits'),
      sortBy: false,
      cell: (row) =>
        row.credit_notes.length === 0 ? (
          <span aria-hidden>–</span>
        ) : (
          row.credit_notes.map(({ id, number }) => (
            <ExportButton
              key={id}
              size="compact-sm"
              start={(signal, language) => downloadCreditNote(row, id, language as DocumentLanguage, signal)}
              formats={DOCUMENT_LANGUAGES.map((language) => ({
                value: language,
                label: t(`language.${language}`),
              }))}
              fileName={`daftar-${number}.pdf`}
            >
              <bdi dir="ltr">{number}</bdi>
            </ExportButton>
          ))
        ),
    },
    {
      id: 'document',
      header: t('document'),
      plain: true,
      sortBy: false,
      align: 'end',
      cell: (row) => (
        <ExportButton
          size="compact-sm"
          start={(signal, language) => downloadFeeInvoice(row, language as DocumentLanguage, signal)}
          formats={DOCUMENT_LANGUAGES.map((language) => ({
            value: language,
            label: t(`language.${language}`),
          }))}
          fileName={`daftar-${row.number}.pdf`}
        >
          {t('download')} <VisuallyHidden component="bdi">{row.number}</VisuallyHidden>
        </ExportButton>
      ),
    },
  ];
}
