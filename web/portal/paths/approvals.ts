import type { approvals } from '@daftar/contract/approvals';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const approvalsPath = definePath<ListSearchParams<typeof approvals.list>>('/approvals');
