import type { feeInvoices } from '@daftar/contract/fee-invoices';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const feeInvoicesPath = definePath<ListSearchParams<typeof feeInvoices.list>>('/fee-invoices');
