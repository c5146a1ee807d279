import type { audit } from '@daftar/contract/audit';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const auditPath = definePath<ListSearchParams<typeof audit.list>>('/audit-log');
