import type {
  BankAccountOfOursForm,
  BankAccountOptionsForm,
} from '@daftar/contract/ops-bank-transfer-accounts';
import type { Answer } from '@daftar/contract/ops-bank-transfer-answers';
import type { BatchForm, ReleaseForm } from '@daftar/contract/ops-bank-transfer-batches';
import { opsBankTransfers } from '@daftar/contract/ops-bank-transfers';
import type { OwnPassword } from '@daftar/contract/step-up';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { fileNameOf, saveFile } from '../../ui/download.ts';
import { call } from '../shared/call.ts';
import { act, queryClient, queryOf, thenRefetch, useSavedList } from '../shared/query.ts';

export const useAccountsOfOurs = () => useQuery(queryOf(opsBankTransfers.accounts));

export const useToTransfer = () => useQuery(queryOf(opsBankTransfers.toTransfer));

/** The list's state in the address and its rows. */
export function useBatches() {
  return useSavedList(opsBankTransfers.batches, opsBankTransfers.exportBatches, 'ops-bank-transfers');
}

/** What is to be transferred. */
export const useDue = () =>
  useSavedList(opsBankTransfers.due, opsBankTransfers.exportDue, 'ops-due-transfers');

/** A file of transfers. */
export const useBatch = (id: string) => useQuery(queryOf(opsBankTransfers.batch, { params: { id } }));

/** The transfers of a file. */
export function useTransfers(id: number) {
  const { transfers, exportTransfers } = opsBankTransfers;
  return useSavedList(transfers, exportTransfers, 'ops-transfers-of-file', { params: { id } });
}

export const addAccount = (body: z.input<typeof BankAccountOfOursForm>) =>
  thenRefetch(call(opsBankTransfers.addAccount, { body }));

/** Say what the bank of an account wants in files. */
export const setOptions = (id: number, body: z.input<typeof BankAccountOptionsForm>) =>
  thenRefetch(call(opsBankTransfers.setOptions, { params: { id }, body }));

/** Make no new file from an account. */
export const retireAccount = (id: number, body: z.input<typeof OwnPassword>) =>
  call(opsBankTransfers.retireAccount, { params: { id }, body });

/** Put everything that waits into a draft. @returns its id */
export const createBatch = async (body: z.input<typeof BatchForm>) =>
  thenRefetch(call(opsBankTransfers.create, { body }));

/** Take a transfer out of a draft. @returns whether it succeeded */
export const removeTransfer = (id: number, transferId: number) =>
  act(() => call(opsBankTransfers.remove, { params: { id, transferId } }));

/** Give a draft up. @returns whether it succeeded */
export const cancelBatch = (id: number) => act(() => call(opsBankTransfers.cancel, { params: { id } }));

/** Ask another operator to release a draft. */
export const askRelease = (id: number, body: z.input<typeof ReleaseForm>) =>
  call(opsBankTransfers.askRelease, { params: { id }, body });

/** Saves a released file. */
export async function downloadFile(id: number, fallback: string): Promise<void> {
  const { data } = await call(opsBankTransfers.download, { params: { id } });
  saveFile(await data.blob(), fileNameOf(data, fallback));
}

/** What a bank's answer says; with `apply` it is written, and `reason` told to whoever has to approve what gives money back. */
export async function takeAnswer(
  file: File,
  apply: boolean,
  reason: string,
): Promise<{ data: Answer; message: string }> {
  const body = new FormData();
  body.append('apply', String(apply));
  body.append('reason', reason);
  body.append('file', file);
  const answer = await call(opsBankTransfers.answer, { body });
  if (apply) void queryClient.invalidateQueries();
  return answer;
}
