import { opsTickets } from '@daftar/contract/ops-tickets';
import { useQuery } from '@tanstack/react-query';
import { useListSearch } from '../../ui/list-search.ts';
import { call } from '../shared/call.ts';
import { act, queryClient, queryOf, useListQuery } from '../shared/query.ts';

/** The list's state in the address and its rows. */
export function useTickets() {
  const search = useListSearch(opsTickets.list, 'ops-tickets');
  return { search, query: useListQuery(opsTickets.list, search) };
}

/** How many tickets wait, and how fast they are answered. */
export const useTicketFigures = () => useQuery(queryOf(opsTickets.figures));

/** Which ticket, as the address or a row has it. */
interface TicketRef {
  merchantId: number | string;
  id: number | string;
}

/** A ticket with its messages. */
export const useTicket = (params: TicketRef) => useQuery(queryOf(opsTickets.ticket, { params }));

/** Start work on a ticket. @returns whether it succeeded */
export const processTicket = (params: TicketRef) => act(() => call(opsTickets.process, { params }));

/** Close a ticket. @returns whether it succeeded */
export const closeTicket = (params: TicketRef) => act(() => call(opsTickets.close, { params }));

/** Answer the merchant, with an optional file. Resolves once the thread shows it. */
export function replyToTicket(params: TicketRef, message: string, attachment: File | null) {
  const body = new FormData();
  body.append('message', message);
  if (attachment) body.append('attachment', attachment);
  return call(opsTickets.reply, { params, body }).finally(() => queryClient.invalidateQueries());
}

/** A message's file. */
export const readTicketFile = async (params: TicketRef, filePath: string, signal: AbortSignal) =>
  (await call(opsTickets.file, { params: { ...params, filePath }, signal })).data.blob();
