import { ResolveForm } from '@daftar/contract/ops-reconciliation';
import { BookBatchForm, type SettlementBatch } from '@daftar/contract/ops-settlement-files';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../../ui/date.tsx';
import { Section } from '../../../ui/detail-page.tsx';
import { formatAmount, formatDate, formatMoney, formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { Money } from '../../../ui/money.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { WholeList } from '../../../ui/whole-list.tsx';
import { useAsk } from '../../shared/ask.tsx';
import { References } from '../../shared/references.tsx';
import { bookBatch, reverseBatch } from '../api.ts';
import classes from '../reconciliation.module.css';

/** What a processor pays together, and what the bank has received of it. */
export function Batches({ batches, mayBook }: { batches: readonly SettlementBatch[]; mayBook: boolean }) {
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
  return (
    <Section title={t('batches')}>
      <p className={classes.quiet}>{t('batchesText')}</p>
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
        {(found) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
          <section className={classes.scroll} tabIndex={0} aria-label={t('table')}>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">{t('batch')}</th>
                  <th scope="col">{t('valueDay')}</th>
                  <th scope="col" data-align="end">
                    {t('lines')}
                  </th>
                  <th scope="col" data-align="end">
                    {t('matched')}
                  </th>
                  <th scope="col" data-align="end">
                    {t('net')}
                  </th>
                  <th scope="col">{t('received')}</th>
                </tr>
              </thead>
              <tbody>
                {found.map((batch) => (
                  <tr key={batch.id}>
                    <th scope="row">
                      <bdi>{batch.name || t('noBatchName')}</bdi>
                    </th>
                    <td>{batch.value_on ? <DateText value={batch.value_on} style="date" /> : '–'}</td>
                    <td data-align="end">{formatNumber(batch.lines, locale)}</td>
                    <td data-align="end">{formatNumber(batch.matched, locale)}</td>
                    <td data-align="end">
                      <Money amount={batch.net} currency={batch.currency} />
                    </td>
                    <td>
                      {batch.booking ? (
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
                              aria-label={`${t('reverse')}: ${batch.name || t('noBatchName')}`}
                              onClick={() => reverse(batch)}
                            >
                              {t('reverse')}
                            </Button>
                          )}
                        </>
                      ) : (
                        mayBook &&
                        batch.currency === 'EGP' && (
                          <Button variant="default" size="compact-sm" onClick={() => book(batch)}>
                            {t('book')}
                          </Button>
                        )
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
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
