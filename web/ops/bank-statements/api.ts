import { readWhole } from '@daftar/contract/numbers';
import {
  opsBankStatements,
  type StatementLayoutForm,
  type StatementResult,
} from '@daftar/contract/ops-bank-statements';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { call } from '../shared/call.ts';
import { act, queryOf, thenRefetch, useSavedList } from '../shared/query.ts';

/** The provider's own accounts. */
export const useAccounts = () => useQuery(queryOf(opsBankStatements.accounts));

export const setLayout = (id: number, body: z.input<typeof StatementLayoutForm>) =>
  thenRefetch(call(opsBankStatements.setLayout, { params: { id }, body }));

/** A statement with the balances that it does not name itself. */
export interface StatementToImport {
  accountId: number;
  file: File;
  opening: string;
  closing: string;
  last_day: string;
}

function formOf({ file, opening, closing, last_day }: StatementToImport): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ opening, closing, last_day }))
    if (value.trim() !== '') form.append(name, value.trim());
  form.append('file', file);
  return form;
}

/** What importing a statement would do. */
export const previewStatement = async (statement: StatementToImport): Promise<StatementResult> =>
  (await call(opsBankStatements.preview, { params: { id: statement.accountId }, body: formOf(statement) }))
    .data;

export const importStatement = (statement: StatementToImport) =>
  thenRefetch(
    call(opsBankStatements.import, { params: { id: statement.accountId }, body: formOf(statement) }),
  );

/** The list's state in the address and its rows. */
export function useStatements() {
  return useSavedList(opsBankStatements.files, opsBankStatements.exportFiles, 'ops-bank-statements');
}

export const useStatement = (id: string) =>
  useQuery(queryOf(opsBankStatements.file, { params: { id: readWhole(id) ?? 0 } }));

/** The lines of a statement. */
export function useLines(id: number) {
  const { lines, exportLines } = opsBankStatements;
  return useSavedList(lines, exportLines, 'ops-bank-lines', { params: { id } });
}

export const useLine = (id: number) => useQuery(queryOf(opsBankStatements.line, { params: { id } }));

export const undoStatement = (id: number, reason: string) =>
  thenRefetch(call(opsBankStatements.undo, { params: { id }, body: { reason } }));

export const matchAgain = () => act(() => call(opsBankStatements.rematch));

export const linkLine = (id: number, batches: number[]) =>
  act(() => call(opsBankStatements.link, { params: { id }, body: { batches } }));
export const unlinkLine = (id: number, reason: string) =>
  thenRefetch(call(opsBankStatements.unlink, { params: { id }, body: { reason } }));

/** The batches that are not booked. */
export function useBatches() {
  return useSavedList(opsBankStatements.batches, opsBankStatements.exportBatches, 'ops-bank-batches');
}

export const bookBatch = (id: number) => act(() => call(opsBankStatements.book, { params: { id } }));
