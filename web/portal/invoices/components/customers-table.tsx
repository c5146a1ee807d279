import { INVOICE_STATUS, type InvoiceCustomer, type InvoiceDetails } from '@daftar/contract/invoices';
import { IconBrandWhatsapp, IconFileTypePdf, IconQrcode, IconSend, IconUsers } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { type Column, DataTable, type RowAction } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Section } from '../../../ui/detail-page.tsx';
import { Email } from '../../../ui/email.tsx';
import { Link } from '../../../ui/link.tsx';
import { Mobile } from '../../../ui/mobile.tsx';
import { whatsAppAddress } from '../../../ui/share-buttons.tsx';
import { TableSearch } from '../../../ui/table-search.tsx';
import { transactionPath } from '../../paths/transactions.ts';
import { useShareText } from '../../payables/use-share-text.ts';
import { CustomerName } from '../../shared/customer-name.tsx';
import { useCan, useMay } from '../../shared/permissions.ts';
import { ShareStatusChip } from '../../status/invoices.tsx';
import { useInvoiceCustomers } from '../api.ts';
import classes from './customers-table.module.css';
import { ResendModal } from './resend-modal.tsx';
import { ShareModal } from './share-modal.tsx';
import { useDocument } from './use-document.ts';

function useColumns(): readonly Column<InvoiceCustomer>[] {
  const { t } = useTranslation(['invoices', 'payables', 'common']);
  const mayOpen = useCan()('view-transaction-details');
  return useMemo<readonly Column<InvoiceCustomer>[]>(
    () => [
      {
        id: 'name',
        header: t('column.customer'),
        card: 'title',
        skeleton: '10rem',
        cell: ({ id, name, email, phone }) => (
          <span className={classes.who}>
            <span className={classes.name}>
              <CustomerName id={id} name={name} />
            </span>
            <span className={classes.reach}>
              <Email value={email} />
              <Mobile value={phone} />
            </span>
          </span>
        ),
      },
      {
        id: 'status',
        header: t('payables:column.status'),
        card: 'chip',
        skeleton: '4rem',
        cell: ({ status }) => <ShareStatusChip status={status} />,
      },
      {
        id: 'paid_at',
        header: t('column.paidAt'),
        sortBy: false,
        skeleton: '8rem',
        cell: ({ paid_at, transaction_id: id }) => (
          <span className={classes.who}>
            <DateText value={paid_at} />
            {mayOpen && id !== null && (
              <Link to={transactionPath(id)} className={classes.payment}>
                {t('share.payment')}
              </Link>
            )}
          </span>
        ),
      },
      {
        id: 'url',
        header: t('column.link'),
        sortBy: false,
        skeleton: '6rem',
        cell: ({ url }) => <CopyButton value={url} label={t('common:copyLink')} wide compact />,
      },
    ],
    [t, mayOpen],
  );
}

type Opened = { what: 'share' | 'resend'; customer: InvoiceCustomer } | null;

/** The actions for a customer: sharing and resending while they can pay, and always their copy. */
function useRowActions(invoice: InvoiceDetails, open: (opened: Opened) => void) {
  const { t } = useTranslation('invoices');
  const may = useMay();
  const shareText = useShareText();
  const download = useDocument(invoice);
  return (customer: InvoiceCustomer): RowAction[] => {
    const isOpen = invoice.status === INVOICE_STATUS.unpaid && customer.status === 'unpaid';
    const text = shareText({ ...invoice, total_amount: invoice.total });
    return [
      ...(isOpen
        ? [
            {
              label: t('action.whatsapp'),
              icon: IconBrandWhatsapp,
              external: whatsAppAddress(text, customer.url, customer.phone),
            },
            { label: t('action.qr'), icon: IconQrcode, onClick: () => open({ what: 'share', customer }) },
          ]
        : []),
      ...(isOpen && may('create-invoice')
        ? [
            {
              label: t(customer.sent_at === null ? 'action.send' : 'action.resend'),
              icon: IconSend,
              onClick: () => open({ what: 'resend', customer }),
            },
          ]
        : []),
      {
        label: t('action.document'),
        icon: IconFileTypePdf,
        onClick: () => void download(customer.id),
      },
    ];
  };
}

/** An invoice's customers, each with their payment page. */
export function CustomersTable({ invoice }: { invoice: InvoiceDetails }) {
  const { t } = useTranslation('invoices');
  const { search, query } = useInvoiceCustomers(invoice.id);
  const columns = useColumns();
  const [opened, setOpened] = useState<Opened>(null);
  const rowActions = useRowActions(invoice, setOpened);
  const customerOf = (what: 'share' | 'resend') => (opened?.what === what ? opened.customer : null);
  const close = () => setOpened(null);
  return (
    <Section
      title={t('part.customers')}
      actions={
        <TableSearch
          label={t('customers.search')}
          onSearch={(name) => search.setFilters(name ? { name } : {})}
        />
      }
    >
      <DataTable
        caption={t('part.customers')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        rowActions={rowActions}
        empty={{ icon: IconUsers, title: t('customers.none') }}
      />
      <ShareModal invoice={invoice} customer={customerOf('share')} onClose={close} />
      <ResendModal invoiceId={invoice.id} customer={customerOf('resend')} onClose={close} />
    </Section>
  );
}
