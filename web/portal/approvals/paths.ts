export const approvalsPath = '/approvals';
