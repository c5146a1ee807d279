import { type DeclineApprovalForm, opsApprovals } from '@daftar/contract/ops-approvals';
import { opsBankTransfers } from '@daftar/contract/ops-bank-transfers';
import { opsProcessors, type ProcessorCheck } from '@daftar/contract/ops-processors';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { fileNameOf, saveFile } from '../../ui/download.ts';
import { call } from '../shared/call.ts';
import { act, queryOf, useSavedList } from '../shared/query.ts';

export { refetchAll } from '../shared/query.ts';

/** The list's state in the address, its rows and their file. */
export const useApprovals = () => useSavedList(opsApprovals.list, opsApprovals.export, 'ops-approvals');

/** A request with what would change. */
export const useApproval = (id: string) => useQuery(queryOf(opsApprovals.details, { params: { id } }));

/** Approve a request, which carries it out. */
export const approveOne = (id: number) => call(opsApprovals.approve, { params: { id } });

/** Approve a request, which carries it out. @returns whether it succeeded */
export const approve = (id: number) => act(() => approveOne(id));

/** Take back what one asked for. @returns whether it succeeded */
export const withdraw = (id: number) => act(() => call(opsApprovals.withdraw, { params: { id } }));

/** Decline a request, with the reason. */
export const decline = (id: number, body: z.input<typeof DeclineApprovalForm>) =>
  call(opsApprovals.decline, { params: { id }, body });

/** A paper of a request. */
export const readPaper = async (id: number, place: number, signal: AbortSignal) =>
  (await call(opsApprovals.paper, { params: { id, place }, signal })).data.blob();

/** What approving a request about a bank's answer gives back now. */
export const useGiveBack = (id: number) => useQuery(queryOf(opsBankTransfers.request, { params: { id } }));

/** The transfers of such a request; the table's state is in the screen. */
export function useRequestedTransfers(id: number) {
  const { requestedTransfers, exportRequested } = opsBankTransfers;
  return useSavedList(requestedTransfers, exportRequested, 'ops-requested-transfers', {
    keep: 'screen',
    params: { id },
  });
}

/** Saves the bank's file of such a request, as it was uploaded. */
export async function saveBankAnswer(id: number, fallback: string): Promise<void> {
  const { data } = await call(opsBankTransfers.requestedFile, { params: { id } });
  saveFile(await data.blob(), fileNameOf(data, fallback));
}

/** Calls the processor with the credentials that an account would have. */
export const checkCredentials = async (id: number): Promise<ProcessorCheck> =>
  (await call(opsProcessors.checkChange, { params: { id } })).data;
