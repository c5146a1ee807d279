import type { opsReserve } from '@daftar/contract/ops-reserve';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const reservePath = definePath<ListSearchParams<typeof opsReserve.items>>('/reserve');
