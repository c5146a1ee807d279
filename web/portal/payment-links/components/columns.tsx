import type { PaymentLinkRow } from '@daftar/contract/payment-links';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, Reference } from '../../../ui/data-table.tsx';
import { DueDate } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import { paymentLinkPath } from '../../paths/payment-links.ts';
import { useOwnColumns } from '../../shared/own-columns.tsx';
import { useCan } from '../../shared/permissions.ts';
import { LinkStatusChip } from '../../status/payment-links.tsx';
import { isDecided, usePriceText } from './choice-text.ts';

/** The columns of the list, in the specification's order. */
export function useLinkColumns(): readonly Column<PaymentLinkRow>[] {
  const { t } = useTranslation(['payment-links', 'payables']);
  const mayOpen = useCan()('view-pay-link-details');
  const priceText = usePriceText();
  const own = useOwnColumns<PaymentLinkRow>();
  return useMemo<readonly Column<PaymentLinkRow>[]>(
    () => [
      {
        id: 'reference',
        header: t('payables:column.reference'),
        sortBy: false,
        card: 'title',
        skeleton: '7rem',
        cell: ({ id, reference }) => (
          <Reference to={mayOpen ? paymentLinkPath(id) : null}>{reference}</Reference>
        ),
      },
      {
        id: 'invoice_name',
        header: t('payables:column.name'),
        share: 34,
        plain: true,
        skeleton: '9rem',
        cell: ({ invoice_name }) => <bdi>{invoice_name}</bdi>,
      },
      {
        id: 'amount',
        header: t('payables:column.amount'),
        align: 'end',
        card: 'value',
        skeleton: '5rem',
        cell: (row) =>
          isDecided(row) ? priceText(row) : <Money amount={row.total_amount} currency={row.currency.code} />,
      },
      {
        id: 'value',
        header: t('payables:column.value'),
        align: 'end',
        card: 'none',
        skeleton: '5rem',
        cell: ({ value }) => <Money amount={value} bare />,
      },
      {
        id: 'due_date',
        header: t('payables:column.due'),
        skeleton: '9rem',
        cell: ({ due_date }) => (due_date === null ? t('field.noDueDate') : <DueDate value={due_date} />),
      },
      {
        id: 'status',
        header: t('payables:column.status'),
        card: 'chip',
        skeleton: '4rem',
        cell: ({ status }) => <LinkStatusChip status={status} />,
      },
      ...own,
    ],
    [t, mayOpen, priceText, own],
  );
}
