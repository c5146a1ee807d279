import type { opsBankStatements } from '@daftar/contract/ops-bank-statements';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const bankStatementsPath =
  definePath<ListSearchParams<typeof opsBankStatements.files>>('/bank-statements');

/** The path of an imported statement; its line `line` is open. */
export const bankStatementPath = (id: number | '$id') =>
  definePath<ListSearchParams<typeof opsBankStatements.lines> & { line?: number }>(
    `${bankStatementsPath}/${id}`,
  );

/** Batches of processors that are not booked. */
export const bankBatchesPath =
  definePath<ListSearchParams<typeof opsBankStatements.batches>>('/batches-to-book');
