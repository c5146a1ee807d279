import type { opsMoney } from '@daftar/contract/ops-money';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const refundsPath = definePath<ListSearchParams<typeof opsMoney.refunds>>('/refunds');
