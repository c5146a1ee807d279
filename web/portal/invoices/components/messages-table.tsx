import type { InvoiceMessage } from '@daftar/contract/invoices';
import { IconMail } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Section } from '../../../ui/detail-page.tsx';
import { StatusChip, type StatusKind } from '../../../ui/status-chip.tsx';
import { textKey } from '../../../ui/text-key.ts';
import { useInvoiceMessages } from '../api.ts';
import classes from './customers-table.module.css';

type Message = z.output<typeof InvoiceMessage>;

const STATES: Readonly<Record<Message['state'], StatusKind>> = {
  queued: 'pending',
  sent: 'success',
  failed: 'fail',
  kept: 'closed',
  withheld: 'fail',
};
const KINDS = ['sent', 'updated', 'reminder-before', 'reminder-after', 'receipt', 'resent'];

function useColumns(): readonly Column<Message>[] {
  const { t } = useTranslation(['invoices', 'payables']);
  return useMemo<readonly Column<Message>[]>(
    () => [
      {
        id: 'kind',
        header: t('column.message'),
        sortBy: false,
        card: 'title',
        skeleton: '9rem',
        cell: ({ kind, channel }) => (
          <span className={classes.who}>
            <span className={classes.name}>
              {t(textKey('message.', KINDS.includes(kind) ? kind : 'other'))}
            </span>
            <span className={classes.quiet}>{t(`payables:way.${channel}`)}</span>
          </span>
        ),
      },
      {
        id: 'to',
        header: t('column.to'),
        sortBy: false,
        skeleton: '10rem',
        cell: ({ customer_name, to }) => (
          <span className={classes.who}>
            <span>
              <bdi>{customer_name}</bdi>
            </span>
            <span className={classes.quiet}>
              <bdi dir="ltr">{to}</bdi>
            </span>
          </span>
        ),
      },
      {
        id: 'state',
        header: t('payables:column.status'),
        sortBy: false,
        card: 'chip',
        skeleton: '4rem',
        cell: ({ state }) => <StatusChip kind={STATES[state]}>{t(`messageState.${state}`)}</StatusChip>,
      },
      {
        id: 'created_at',
        header: t('column.when'),
        skeleton: '8rem',
        cell: ({ created_at }) => <DateText value={created_at} />,
      },
    ],
    [t],
  );
}

/** An invoice's messages: recipient, time and state. */
export function MessagesTable({ invoiceId }: { invoiceId: number }) {
  const { t } = useTranslation('invoices');
  const { search, query } = useInvoiceMessages(invoiceId);
  const columns = useColumns();
  return (
    <Section title={t('messages.title')}>
      <DataTable
        caption={t('messages.title')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.customer_name}
        empty={{ icon: IconMail, title: t('messages.empty'), text: t('messages.emptyText') }}
      />
    </Section>
  );
}
