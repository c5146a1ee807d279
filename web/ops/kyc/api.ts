import { type OpsSubmission, opsKyc } from '@daftar/contract/ops-kyc';
import { useQuery } from '@tanstack/react-query';
import { addressOf } from '../../shared/wire.ts';
import { call } from '../shared/call.ts';
import { act, queryOf, useSavedList } from '../shared/query.ts';

/** The list's state in the address and its rows. */
export const useRequests = () => useSavedList(opsKyc.queue, opsKyc.export, 'ops-kyc');

/** A merchant's activation request. */
export const useRequest = (id: string) => useQuery(queryOf(opsKyc.submission, { params: { id } }));

/** The address of a document of a request. */
export const documentAddress = ({ id }: OpsSubmission, filePath: string) =>
  addressOf(opsKyc.document, { params: { id, filePath } }, true);

/** Approve the version that was read. @returns whether it succeeded */
export const approveRequest = ({ id, version }: OpsSubmission) =>
  act(() => call(opsKyc.approve, { params: { id }, body: { version } }));

/** Reject fields of the version that was read, each with a reason. @returns whether it succeeded */
export const rejectRequest = ({ id, version }: OpsSubmission, reasons: Readonly<Record<string, string>>) =>
  act(() => call(opsKyc.reject, { params: { id }, body: { version, reasons } }));
