import type { opsMoney } from '@daftar/contract/ops-money';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const settlementsPath = definePath<ListSearchParams<typeof opsMoney.settlements>>('/settlements');
