import { opsDocuments } from '@daftar/contract/ops-documents';
import { useSavedList } from '../shared/query.ts';

/** The list's state in the address and its rows. */
export const useExpiring = () => useSavedList(opsDocuments.list, opsDocuments.export, 'ops-documents');
