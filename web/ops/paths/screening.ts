import type { opsScreening } from '@daftar/contract/ops-screening';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const screeningPath = definePath<ListSearchParams<typeof opsScreening.hits>>('/screening');
