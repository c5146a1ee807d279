import type { opsApprovals } from '@daftar/contract/ops-approvals';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const approvalsPath = definePath<ListSearchParams<typeof opsApprovals.list>>('/approvals');

/** The path of a request for a second operator's approval. */
export const approvalPath = (id: number | '$id') => definePath(`${approvalsPath}/${id}`);
