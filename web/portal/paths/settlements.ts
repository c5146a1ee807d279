import type { settlements } from '@daftar/contract/settlements';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const settlementsPath = definePath<ListSearchParams<typeof settlements.list>>('/settlements');
