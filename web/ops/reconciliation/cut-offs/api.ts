import type { DocumentLanguage } from '@daftar/contract/fee-invoices';
import { type CutOffForm, opsCutOffs } from '@daftar/contract/ops-cut-offs';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { useListSearch } from '../../../ui/list-search.ts';
import { call } from '../../shared/call.ts';
import { queryOf, thenRefetch, useListQuery } from '../../shared/query.ts';

/** The list's state in the address and its rows. */
export function useCutOffs() {
  const search = useListSearch(opsCutOffs.list, 'ops-cut-offs');
  return { search, query: useListQuery(opsCutOffs.list, search) };
}

export const useCutOff = (id: string) =>
  useQuery(queryOf(opsCutOffs.details, { params: { id: Number(id) } }));

/** What a report lists. */
export function useLines(id: number) {
  const search = useListSearch(opsCutOffs.lines, 'ops-cut-off-lines');
  return { search, query: useListQuery(opsCutOffs.lines, search, { id }) };
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
