import type { DocumentLanguage } from '@daftar/contract/fee-invoices';
import { readWhole } from '@daftar/contract/numbers';
import { opsBankStatements } from '@daftar/contract/ops-bank-statements';
import { type CutOffForm, opsCutOffs } from '@daftar/contract/ops-cut-offs';
import { type BulkForm, type NoteForm, opsReconciliation } from '@daftar/contract/ops-reconciliation';
import {
  type BookBatchForm,
  type ImportResult,
  opsSettlementFiles,
} from '@daftar/contract/ops-settlement-files';
import {
  type ChangeProfileForm,
  opsSettlementProfiles,
  type ProfileForm,
} from '@daftar/contract/ops-settlement-profiles';
import { opsSuspense } from '@daftar/contract/ops-suspense';
import { opsWriteOffs } from '@daftar/contract/ops-write-offs';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { call } from '../shared/call.ts';
import { act, queryOf, thenRefetch, useSavedList } from '../shared/query.ts';

export const useOverview = () => useQuery(queryOf(opsReconciliation.overview));
/** Our own bank accounts. */
export const useBankAccounts = () => useQuery(queryOf(opsBankStatements.accounts));
/** The accounts at processors. */
export const useAccounts = () => useQuery(queryOf(opsSettlementProfiles.accounts));
export const useProfiles = () => useQuery(queryOf(opsSettlementProfiles.profiles));

export const addProfile = (body: z.input<typeof ProfileForm>) =>
  thenRefetch(call(opsSettlementProfiles.addProfile, { body }));
export const changeProfile = (id: number, body: z.input<typeof ChangeProfileForm>) =>
  thenRefetch(call(opsSettlementProfiles.changeProfile, { params: { id }, body }));

/** A file with what it must add up to. */
export interface FileToImport {
  profileId: number;
  file: File;
  expected_lines: string;
  expected_net: string;
}

function formOf({ file, expected_lines, expected_net }: FileToImport): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ expected_lines, expected_net }))
    if (value.trim() !== '') form.append(name, value.trim());
  form.append('file', file);
  return form;
}

/** What importing a file would do. */
export const previewFile = async (file: FileToImport): Promise<ImportResult> =>
  (await call(opsSettlementFiles.preview, { params: { id: file.profileId }, body: formOf(file) })).data;

export const importFile = (file: FileToImport) =>
  thenRefetch(call(opsSettlementFiles.import, { params: { id: file.profileId }, body: formOf(file) }));

/** The list's state in the address and its rows. */
export function useFiles() {
  return useSavedList(opsSettlementFiles.files, opsSettlementFiles.exportFiles, 'ops-settlement-files');
}

export const useFile = (id: string) =>
  useQuery(queryOf(opsSettlementFiles.file, { params: { id: readWhole(id) ?? 0 } }));

/** The lines of a file. */
export function useLines(id: number) {
  const { lines, exportLines } = opsSettlementFiles;
  return useSavedList(lines, exportLines, 'ops-settlement-lines', { params: { id } });
}

export const undoFile = (id: number, reason: string) =>
  thenRefetch(call(opsSettlementFiles.undo, { params: { id }, body: { reason } }));

export const bookBatch = (id: number, body: z.input<typeof BookBatchForm>) =>
  thenRefetch(call(opsSettlementFiles.bookBatch, { params: { id }, body }));

export const reverseBatch = (id: number, reason: string) =>
  thenRefetch(call(opsSettlementFiles.reverseBatch, { params: { id }, body: { reason } }));

export const useSuspense = () => useQuery(queryOf(opsSuspense.balances));
/** The list's state in the address and its rows. */
export function useMovements() {
  return useSavedList(opsSuspense.movements, opsSuspense.exportMovements, 'ops-suspense');
}

/** The list's state in the address and its rows. */
export function useBreaks() {
  return useSavedList(opsReconciliation.breaks, opsReconciliation.exportBreaks, 'ops-breaks');
}

export const useBreak = (id: number) => useQuery(queryOf(opsReconciliation.break, { params: { id } }));

export const takeBreak = (id: number) => act(() => call(opsReconciliation.take, { params: { id } }));
/** Who may look after breaks. */
export const useColleagues = () => useQuery(queryOf(opsReconciliation.colleagues));
/** Give a break to an operator, or to nobody. @returns whether it succeeded */
export const assignBreak = (id: number, operatorId: number | null) =>
  act(() => call(opsReconciliation.assign, { params: { id }, body: { operator_id: operatorId } }));
/** Add a file that stays. */
export function addEvidence(id: number, file: File | null, idempotencyKey: string) {
  const body = new FormData();
  if (file) body.append('file', file);
  return thenRefetch(call(opsReconciliation.addEvidence, { params: { id }, body, idempotencyKey }));
}
export const readEvidence = async (id: number, evidenceId: number, signal: AbortSignal) =>
  (await call(opsReconciliation.evidence, { params: { id, evidenceId }, signal })).data.blob();
export const addNote = (id: number, body: z.input<typeof NoteForm>, idempotencyKey: string) =>
  thenRefetch(call(opsReconciliation.note, { params: { id }, body, idempotencyKey }));
export const resolveBreak = (id: number, reason: string) =>
  thenRefetch(call(opsReconciliation.resolve, { params: { id }, body: { reason } }));
export const changeMany = (body: z.input<typeof BulkForm>) =>
  thenRefetch(call(opsReconciliation.bulk, { body }));
/** Ask the processor about the payment of a break, and say in a toast what it said. */
export const askProcessor = (id: number) => act(() => call(opsReconciliation.ask, { params: { id } }));
/** Performs a change at once, and says in a toast what came of it. */
export const changeNow = (work: () => Promise<{ message: string }>) => act(work);
export const matchBreak = (id: number, reference: string) =>
  thenRefetch(call(opsReconciliation.match, { params: { id }, body: { reference } }));

/** Asks a second operator to write a break off. */
export const askWriteOff = (id: number, reason: string) =>
  thenRefetch(call(opsWriteOffs.ask, { params: { id }, body: { reason } }));
/** Asks a second operator to take a write-off back. */
export const askBack = (id: number, reason: string) =>
  thenRefetch(call(opsWriteOffs.askBack, { params: { id }, body: { reason } }));

/** The list's state in the address and its rows. */
export function useCutOffs() {
  return useSavedList(opsCutOffs.list, opsCutOffs.exportList, 'ops-cut-offs');
}

export const useCutOff = (id: string) =>
  useQuery(queryOf(opsCutOffs.details, { params: { id: readWhole(id) ?? 0 } }));

/** What a report lists. */
export function useCutOffLines(id: number) {
  return useSavedList(opsCutOffs.lines, opsCutOffs.export, 'ops-cut-off-lines', { params: { id } });
}

export const makeCutOff = (body: z.input<typeof CutOffForm>) => thenRefetch(call(opsCutOffs.make, { body }));
export const signCutOff = (id: number, reason: string) =>
  thenRefetch(call(opsCutOffs.sign, { params: { id }, body: { reason } }));
export const reopenCutOff = (id: number, reason: string) =>
  thenRefetch(call(opsCutOffs.reopen, { params: { id }, body: { reason } }));

/** The report as PDF. */
export const downloadPdf = async (id: number, language: DocumentLanguage, signal: AbortSignal) =>
  (await call(opsCutOffs.pdf, { params: { id }, query: { language }, signal })).data;
/** All that it lists as a workbook. */
export const downloadWorkbook = async (id: number, signal: AbortSignal) =>
  (await call(opsCutOffs.export, { params: { id }, query: { format: 'xlsx' }, signal })).data;
