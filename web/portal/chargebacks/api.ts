import { chargebacks } from '@daftar/contract/chargebacks';
import { dashboard } from '@daftar/contract/dashboard';
import { files, type StoredFile } from '@daftar/contract/files';
import { useQuery } from '@tanstack/react-query';
import type { ExportChoice } from '../../ui/export-rows.tsx';
import { type ListSearch, useListSearch } from '../../ui/list-search.ts';
import { call } from '../shared/call.ts';
import { prefetchList, useListQuery, useStatusCounts } from '../shared/list-query.ts';
import { queryClient, queryOf } from '../shared/query-client.ts';
import { useAction } from '../shared/use-action.ts';

/** The list's state in the address and its rows. */
export function useChargebacks() {
  const search = useListSearch(chargebacks.list, 'chargebacks');
  const counts = useStatusCounts(chargebacks.list, chargebacks.counts, search);
  return { search, counts, query: useListQuery(chargebacks.list, search) };
}

/** Prefetches the list at an address. */
export const prefetchChargebacks = (address: Record<string, string>) =>
  prefetchList(chargebacks.list, 'chargebacks', address, chargebacks.counts);

const detailsOf = (id: string) => queryOf(chargebacks.details, { params: { id } });

/** One chargeback, with its payment and what the network says. */
export const useChargeback = (id: string) => useQuery(detailsOf(id));

/** Prefetches a chargeback. */
export const prefetchChargeback = (id: string) => queryClient.prefetchQuery(detailsOf(id));

/** Exports the chosen chargebacks, or those that match the filters. */
export async function exportChargebacks(
  search: ListSearch<typeof chargebacks.list>,
  choice: ExportChoice,
  signal: AbortSignal,
): Promise<Response> {
  return (await call(chargebacks.exportCsv, { query: { ...search.query, ...choice }, signal })).data;
}

/** Uploads a file for a response; it counts once a response names it. */
export async function uploadEvidence(
  id: number,
  file: File,
  options: { signal: AbortSignal; onUpload: (fraction: number) => void },
): Promise<StoredFile> {
  const body = new FormData();
  body.append('file', file);
  return (await call(chargebacks.addEvidence, { params: { id }, body, ...options } as never)).data;
}

/** One file of an answer. */
export async function downloadEvidence(filePath: string, signal: AbortSignal): Promise<Response> {
  return (await call(files.storage, { params: { filePath }, signal })).data;
}

/** Reads one file of an answer, to be shown. */
export const readEvidence = async (filePath: string, signal: AbortSignal): Promise<Blob> =>
  (await downloadEvidence(filePath, signal)).blob();

/** Sends the merchant's response. A refusal may mean that the dispute was decided, or that the deadline has passed. */
export const useAnswerChargeback = () =>
  useAction(chargebacks.answer, {
    invalidates: [chargebacks.list, chargebacks.details, dashboard.tasks],
    evenIfFailed: true,
  });
