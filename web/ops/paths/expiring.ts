import type { opsDocuments } from '@daftar/contract/ops-documents';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const expiringPath = definePath<ListSearchParams<typeof opsDocuments.list>>('/documents');
