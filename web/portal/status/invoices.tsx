import { INVOICE_STATUS, type InvoiceCustomer } from '@daftar/contract/invoices';
import { useTranslation } from 'react-i18next';
import { StatusChip, type StatusKind } from '../../ui/status-chip.tsx';
import { textKey } from '../../ui/text-key.ts';

const KINDS: Readonly<Record<number, StatusKind>> = {
  [INVOICE_STATUS.unpaid]: 'pending',
  [INVOICE_STATUS.paid]: 'success',
  [INVOICE_STATUS.canceled]: 'fail',
  [INVOICE_STATUS.expired]: 'closed',
};

/** The status of an invoice. */
export function InvoiceStatusChip({ status }: { status: number }) {
  const { t } = useTranslation('messages');
  return <StatusChip kind={KINDS[status] ?? 'closed'}>{t(textKey('invoiceStatus.', status))}</StatusChip>;
}

const SHARE_KINDS: Readonly<Record<InvoiceCustomer['status'], StatusKind>> = {
  paid: 'success',
  unpaid: 'pending',
  canceled: 'fail',
};

/** Whether one customer has paid. */
export function ShareStatusChip({ status }: { status: InvoiceCustomer['status'] }) {
  const { t } = useTranslation('invoices');
  return <StatusChip kind={SHARE_KINDS[status]}>{t(`share.status.${status}`)}</StatusChip>;
}
