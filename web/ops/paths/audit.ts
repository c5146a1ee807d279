import type { opsPlatform } from '@daftar/contract/ops-platform';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const auditPath = definePath<ListSearchParams<typeof opsPlatform.audit>>('/audit');
