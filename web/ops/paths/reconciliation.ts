import type { opsReconciliation } from '@daftar/contract/ops-reconciliation';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

/** What is not reconciled. */
export const reconciliationPath =
  definePath<ListSearchParams<typeof opsReconciliation.breaks>>('/reconciliation');

export const settlementFilesPath =
  definePath<ListSearchParams<typeof opsReconciliation.files>>('/settlement-files');

/** The path of an imported file. */
export const settlementFilePath = (id: number | '$id') =>
  definePath<ListSearchParams<typeof opsReconciliation.lines>>(`${settlementFilesPath}/${id}`);

export const fileProfilesPath = definePath('/settlement-file-profiles');
