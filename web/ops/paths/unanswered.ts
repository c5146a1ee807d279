import type { opsMoney } from '@daftar/contract/ops-money';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const unansweredPath = definePath<ListSearchParams<typeof opsMoney.unanswered>>('/unanswered');
