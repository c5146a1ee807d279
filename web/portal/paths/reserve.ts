import type { reserve } from '@daftar/contract/reserve';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const reservePath = definePath<ListSearchParams<typeof reserve.items>>('/reserve');
