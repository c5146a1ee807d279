import type { opsMoney } from '@daftar/contract/ops-money';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const payoutsPath = definePath<ListSearchParams<typeof opsMoney.payouts>>('/payouts');
