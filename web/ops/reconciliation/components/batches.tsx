import { ResolveForm } from '@daftar/contract/ops-reconciliation';
import { BookBatchForm, type SettlementBatch } from '@daftar/contract/ops-settlement-files';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Section } from '../../../ui/detail-page.tsx';
import { formatAmount, formatDate, formatMoney, formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { Money } from '../../../ui/money.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { WholeList } from '../../../ui/whole-list.tsx';
import { useAsk } from '../../shared/ask.tsx';
import { FewRows } from '../../shared/few-rows.tsx';
import { References } from '../../shared/references.tsx';
import { bookBatch, reverseBatch } from '../api.ts';
import classes from '../reconciliation.module.css';

/** What a processor pays together, and what the bank has received of it. */
export function Batches({
  batches,
  hasMore,
  mayBook,
}: {
  batches: readonly SettlementBatch[];
  hasMore: boolean;
  mayBook: boolean;
}) {
  const { t } = useTranslation(['ops-reconciliation', 'ops']);
  const locale = useLocale();
  const { ask, dialog } = useAsk();
  const book = (batch: SettlementBatch) =>
    ask({
      title: t('bookTitle'),
      text: t('bookText', { amount: formatMoney(batch.net, batch.currency, locale) }),
      schema: BookBatchForm,
      fields: [
        { name: 'amount', label: t('received'), kind: 'money', initial: Math.abs(batch.net).toFixed(2) },
        { name: 'bank_reference', label: t('bankReference'), kind: 'line' },
        {
          name: 'received_on',
          label: t('receivedOn'),
          kind: 'day',
          ...(batch.value_on ? { initial: batch.value_on } : {}),
        },
      ],
      submit: t('book'),
      send: (values) => bookBatch(batch.id, values),
    });
  const reverse = (batch: SettlementBatch) =>
    ask({
      title: t('reverseTitle'),
      text: t('reverseText'),
      schema: ResolveForm,
      fields: [{ name: 'reason', label: t('ops:reason'), kind: 'text' }],
      submit: t('reverse'),
      danger: true,
      send: ({ reason }) => reverseBatch(batch.id, reason),
    });
  const nameOf = ({ name }: SettlementBatch) => name || t('noBatchName');
  const columns: readonly Column<SettlementBatch>[] = [
    { id: 'name', header: t('batch'), card: 'title', cell: (batch) => <bdi>{nameOf(batch)}</bdi> },
    {
      id: 'value_on',
      header: t('valueDay'),
      cell: ({ value_on: day }) => (day ? <DateText value={day} style="date" /> : '–'),
    },
    { id: 'lines', header: t('lines'), align: 'end', cell: ({ lines }) => formatNumber(lines, locale) },
    {
      id: 'matched',
      header: t('matched'),
      align: 'end',
      cell: ({ matched }) => formatNumber(matched, locale),
    },
    {
      id: 'net',
      header: t('net'),
      align: 'end',
      card: 'value',
      cell: ({ net, currency }) => <Money amount={net} currency={currency} />,
    },
    {
      id: 'received',
      header: t('received'),
      cell: (batch) => {
        if (!batch.booking) {
          if (!mayBook || batch.currency !== 'EGP') return '–';
          return (
            <Button variant="default" size="compact-sm" onClick={() => book(batch)}>
              {t('book')}
            </Button>
          );
        }
        return (
          <>
            <Booking booking={batch.booking} />{' '}
            {mayBook && batch.reversal_waits && (
              <StatusChip kind="pending">{t('ops:approvals.waits')}</StatusChip>
            )}
            {mayBook && !batch.reversal_waits && (
              <Button
                color="red"
                variant="light"
                size="compact-sm"
                aria-label={`${t('reverse')}: ${nameOf(batch)}`}
                onClick={() => reverse(batch)}
              >
                {t('reverse')}
              </Button>
            )}
          </>
        );
      },
    },
  ];
  return (
    <Section title={t('batches')}>
      <p className={classes.quiet}>{t('batchesText')}</p>
      {hasMore && <p>{t('batchesMore', { total: formatNumber(batches.length, locale) })}</p>}
      <WholeList
        title={t('batches')}
        rows={batches}
        textOf={({ name, value_on, net, booking }) => [
          name || t('noBatchName'),
          value_on && formatDate(`${value_on}T12:00:00Z`, locale, 'date'),
          formatAmount(net, locale),
          booking?.bank_reference,
        ]}
      >
        {(found) => <FewRows caption={t('batches')} columns={columns} rows={found} rowKey={({ id }) => id} />}
      </WholeList>
      {dialog}
    </Section>
  );
}

function Booking({ booking }: { booking: NonNullable<SettlementBatch['booking']> }) {
  return (
    <span>
      <Money amount={booking.received} /> · <DateText value={booking.received_on} style="date" /> ·{' '}
      <References text={booking.bank_reference} />
    </span>
  );
}
