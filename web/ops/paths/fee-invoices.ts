import type { opsFeeInvoices } from '@daftar/contract/ops-fee-invoices';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const feeInvoicesPath = definePath<ListSearchParams<typeof opsFeeInvoices.list>>('/fee-invoices');
