export const auditPath = '/audit-log';
