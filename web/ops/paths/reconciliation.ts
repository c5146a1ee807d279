import type { opsCutOffs } from '@daftar/contract/ops-cut-offs';
import type { opsReconciliation } from '@daftar/contract/ops-reconciliation';
import type { opsSettlementFiles } from '@daftar/contract/ops-settlement-files';
import type { opsSuspense } from '@daftar/contract/ops-suspense';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

/** What is not reconciled; `break` is open. */
export const reconciliationPath = definePath<
  ListSearchParams<typeof opsReconciliation.breaks> & { break?: number }
>('/reconciliation');

export const settlementFilesPath =
  definePath<ListSearchParams<typeof opsSettlementFiles.files>>('/settlement-files');

/** The path of an imported file. */
export const settlementFilePath = (id: number | '$id') =>
  definePath<ListSearchParams<typeof opsSettlementFiles.lines>>(`${settlementFilesPath}/${id}`);

export const fileProfilesPath = definePath('/settlement-file-profiles');

/** Money that nobody knows. */
export const suspensePath = definePath<ListSearchParams<typeof opsSuspense.movements>>('/suspense');

/** Cut-off reports. */
export const cutOffsPath = definePath<ListSearchParams<typeof opsCutOffs.list>>('/cut-offs');

/** The path of a cut-off report. */
export const cutOffPath = (id: number | '$id') =>
  definePath<ListSearchParams<typeof opsCutOffs.lines>>(`${cutOffsPath}/${id}`);
