import { DOCUMENT_LANGUAGES, type DocumentLanguage, type FeeInvoiceRow } from '@daftar/contract/fee-invoices';
import { VisuallyHidden } from '@mantine/core';
import { IconReceiptTax } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { ExportRows } from '../../ui/export-rows.tsx';
import { formatDate } from '../../ui/format.ts';
import { ListPage } from '../../ui/list-page.tsx';
import { useLocale } from '../../ui/locale.ts';
import { Money } from '../../ui/money.tsx';
import { TableSearch } from '../../ui/table-search.tsx';
import { SavedViews } from '../saved-views/index.ts';
import type { PageModule } from '../shared/screen.ts';
import {
  downloadCreditNote,
  downloadFeeInvoice,
  exportFeeInvoices,
  prefetchFeeInvoices,
  useFeeInvoices,
} from './api.ts';

export const prefetch: PageModule['prefetch'] = ({ search }) => prefetchFeeInvoices(search);

function useColumns(): readonly Column<FeeInvoiceRow>[] {
  const { t } = useTranslation('fee-invoices');
  const locale = useLocale();
  return useMemo<readonly Column<FeeInvoiceRow>[]>(
    () => [
      {
        id: 'month',
        header: t('column.month'),
        card: 'title',
        skeleton: '7rem',
        cell: ({ month }) => formatDate(`${month}-15`, locale, 'month'),
      },
      {
        id: 'number',
        header: t('column.number'),
        sortBy: false,
        skeleton: '8rem',
        cell: ({ number }) => <bdi dir="ltr">{number}</bdi>,
      },
      {
        id: 'issued_on',
        header: t('column.issued'),
        sortBy: false,
        skeleton: '6rem',
        cell: ({ issued_on }) => formatDate(`${issued_on}T10:00:00Z`, locale, 'date'),
      },
      {
        id: 'fee',
        header: t('column.fee'),
        term: 'fee',
        sortBy: false,
        align: 'end',
        skeleton: '5rem',
        cell: ({ fee, currency }) => <Money amount={fee} currency={currency} />,
      },
      {
        id: 'vat',
        header: t('column.vat'),
        term: 'vat',
        sortBy: false,
        align: 'end',
        skeleton: '5rem',
        cell: ({ vat, currency }) => <Money amount={vat} currency={currency} />,
      },
      {
        id: 'total',
        header: t('column.total'),
        align: 'end',
        card: 'value',
        skeleton: '5rem',
        cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
      },
      {
        id: 'credit_notes',
        header: t('column.credits'),
        sortBy: false,
        skeleton: '6rem',
        cell: ({ credit_notes: notes }) =>
          notes.length === 0
            ? t('credits.none')
            : notes.map(({ id, number }) => (
                <ExportButton
                  key={id}
                  size="compact-sm"
                  start={(signal, language) => downloadCreditNote(id, language as DocumentLanguage, signal)}
                  formats={DOCUMENT_LANGUAGES.map((language) => ({
                    value: language,
                    label: t(`language.${language}`),
                  }))}
                  fileName={`daftar-${number}.pdf`}
                >
                  <bdi dir="ltr">{number}</bdi>
                </ExportButton>
              )),
      },
      {
        id: 'document',
        header: t('column.document'),
        sortBy: false,
        align: 'end',
        skeleton: '6rem',
        cell: ({ id, number }) => (
          <ExportButton
            size="compact-sm"
            start={(signal, language) => downloadFeeInvoice(id, language as DocumentLanguage, signal)}
            formats={DOCUMENT_LANGUAGES.map((language) => ({
              value: language,
              label: t(`language.${language}`),
            }))}
            fileName={`daftar-${number}.pdf`}
          >
            {t('download')} <VisuallyHidden component="bdi">{number}</VisuallyHidden>
          </ExportButton>
        ),
      },
    ],
    [t, locale],
  );
}

/** `/fee-invoices`: the provider's tax invoices of its fees. */
export default function FeeInvoicesPage() {
  const { t } = useTranslation('fee-invoices');
  const { search, query } = useFeeInvoices();
  const columns = useColumns();
  const { q = '' } = search.filters;
  return (
    <ListPage
      title={t('list.title')}
      search={search}
      views={<SavedViews search={search} fields={[]} />}
      tools={
        <ExportRows
          start={(choice, signal) => exportFeeInvoices(search, choice, signal)}
          fileName="daftar-fee-invoices.csv"
          disabled={query.data?.meta.total === 0}
        />
      }
      find={
        <TableSearch
          key={q}
          label={t('find')}
          placeholder={t('findText')}
          initial={q}
          onSearch={(typed) => search.setFilters(typed === '' ? {} : { q: typed })}
        />
      }
    >
      <DataTable
        caption={t('list.title')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.number}
        empty={{ icon: IconReceiptTax, title: t('empty.title'), text: t('empty.text') }}
      />
    </ListPage>
  );
}
