import { ORDER_STATUS } from '@daftar/contract/orders';
import { type Found, type FoundKind, MIN_LETTERS_FOUND, search } from '@daftar/contract/search';
import { TICKET_STATUS_TEXTS } from '@daftar/contract/tickets';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconFileInvoice,
  IconLifebuoy,
  IconLink,
  IconPackage,
  IconReceipt,
  IconShoppingBag,
  IconUser,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Path } from '../../ui/path.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import { textKey } from '../../ui/text-key.ts';
import { customerPath } from '../paths/customers.ts';
import { invoicePath } from '../paths/invoices.ts';
import { paymentLinkPath } from '../paths/payment-links.ts';
import { editProductPath, orderPath } from '../paths/store.ts';
import { ticketPath } from '../paths/tickets.ts';
import { transactionPath } from '../paths/transactions.ts';
import { useMode } from '../shared/mode.ts';
import { queryOf } from '../shared/query-client.ts';
import { InvoiceStatusChip } from '../status/invoices.tsx';
import { OrderStatusChip } from '../status/orders.tsx';
import { TicketStatusChip } from '../status/tickets.tsx';
import { TransactionStatusChip } from '../status/transactions.tsx';

const PAUSE_MILLISECONDS = 200;

export const FOUND_ICONS = {
  transaction: IconReceipt,
  invoice: IconFileInvoice,
  'payment-link': IconLink,
  customer: IconUser,
  order: IconShoppingBag,
  product: IconPackage,
  ticket: IconLifebuoy,
} as const satisfies Record<FoundKind, unknown>;

export const FOUND_PATHS: Readonly<Record<FoundKind, (id: number) => Path>> = {
  transaction: transactionPath,
  invoice: invoicePath,
  'payment-link': paymentLinkPath,
  customer: customerPath,
  order: orderPath,
  product: editProductPath,
  ticket: ticketPath,
};

/** The server's results, shortly after the last key; none of another mode or an older query. */
export function useFound(question: string): { found: readonly Found[]; isLooking: boolean } {
  const mode = useMode();
  const wanted = question.trim();
  const [asked] = useDebouncedValue(wanted, PAUSE_MILLISECONDS);
  const enabled = asked.length >= MIN_LETTERS_FOUND;
  const query = useQuery({
    ...queryOf(search.find, { query: { q: asked } }),
    enabled,
    placeholderData: (previous, last) => (last?.queryKey[2] === mode ? previous : undefined),
  });
  if (!enabled || wanted.length < MIN_LETTERS_FOUND) return { found: [], isLooking: false };
  return { found: query.data?.data ?? [], isLooking: query.isPending || asked !== wanted };
}

export function StatusOf({ found: { kind, status, payout_state } }: { found: Found }) {
  const { t } = useTranslation('messages');
  if (status === null) return null;
  if (kind === 'transaction') return <TransactionStatusChip status={status} payout={payout_state} />;
  if (kind === 'invoice') return <InvoiceStatusChip status={status} />;
  if (kind === 'order') return <OrderStatusChip status={status === ORDER_STATUS.paid ? 'PAID' : 'UNPAID'} />;
  if (kind === 'ticket') return <TicketStatusChip status={TICKET_STATUS_TEXTS[status - 1] ?? 'CLOSED'} />;
  return <StatusChip kind={status === 2 ? 'open' : 'closed'}>{t(textKey('linkStatus.', status))}</StatusChip>;
}
