import type { chargebacks } from '@daftar/contract/chargebacks';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const chargebacksPath = definePath<ListSearchParams<typeof chargebacks.list>>('/charge-backs');
