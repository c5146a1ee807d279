import { opsPlatform } from '@daftar/contract/ops-platform';
import { useQuery } from '@tanstack/react-query';
import { queryOf, useSavedList } from '../shared/query.ts';

/** The list's state in the address, its rows and their file. */
export const useAuditLog = () => useSavedList(opsPlatform.audit, opsPlatform.exportAudit, 'ops-audit');

/** Every kind of action, with its name, for the filter. */
export const useAuditActions = () => useQuery(queryOf(opsPlatform.auditActions));
