import { files } from '@daftar/contract/files';
import { tickets } from '@daftar/contract/tickets';
import { useQuery } from '@tanstack/react-query';
import type { ExportChoice } from '../../ui/export-rows.tsx';
import { type ListSearch, useListSearch } from '../../ui/list-search.ts';
import { call } from '../shared/call.ts';
import { prefetchList, useListQuery, useStatusCounts } from '../shared/list-query.ts';
import { invalidate, queryClient, queryOf } from '../shared/query-client.ts';
import { useAction } from '../shared/use-action.ts';

/** The list's state in the address and its rows. */
export function useTickets() {
  const search = useListSearch(tickets.list, 'tickets');
  const counts = useStatusCounts(tickets.list, tickets.counts, search);
  return { search, counts, query: useListQuery(tickets.list, search) };
}

/** Prefetches the list at an address. */
export const prefetchTickets = (address: Record<string, string>) =>
  prefetchList(tickets.list, 'tickets', address, tickets.counts);

/** The chosen tickets, or all that match the filters, as a file. */
export async function exportTickets(
  search: ListSearch<typeof tickets.list>,
  choice: ExportChoice,
  signal: AbortSignal,
): Promise<Response> {
  return (await call(tickets.exportCsv, { query: { ...search.query, ...choice }, signal })).data;
}

/** The number of tickets. */
export const useTicketStatistics = () => useQuery(queryOf(tickets.statistics));

/** One ticket, and its replies. */
export const ticketQuery = (id: string) => queryOf(tickets.ticket, { query: { ticket_id: id } });
export const repliesQuery = (id: string) => queryOf(tickets.messages, { query: { ticket_id: id } });

export function prefetchTicket(id: string): void {
  void queryClient.prefetchQuery(ticketQuery(id));
  void queryClient.prefetchQuery(repliesQuery(id));
}

/** Reads a file of a thread. */
export async function readAttachment(filePath: string, signal: AbortSignal): Promise<Blob> {
  return (await call(files.storage, { params: { filePath }, signal })).data.blob();
}

export interface TicketValues extends Record<string, unknown> {
  ticket_type: string;
  reference_id: string;
  ticket_message: string;
  attachment: File | null;
}

export interface ReplyValues extends Record<string, unknown> {
  message: string;
  attachment: File | null;
}

function formOf({ attachment, ...fields }: { attachment: File | null } & Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  if (attachment) form.append('attachment', attachment);
  return form;
}

const CHANGED = [tickets.list, tickets.counts, tickets.ticket, tickets.messages];

/** Closes a ticket. */
export const useCloseTicket = () => useAction(tickets.close, { invalidates: CHANGED, evenIfFailed: true });

/** Closes one of many tickets. */
export const closeTicket = (ticket_id: number) => call(tickets.close, { body: { ticket_id } });

/** Refetches what shows tickets. */
export const refetchTickets = () => invalidate(...CHANGED);

/** Opens a ticket. */
export const useCreateTicket = () =>
  useAction(
    (values: TicketValues, idempotencyKey: string) =>
      call(tickets.create, { body: formOf(values), idempotencyKey }),
    { invalidates: [tickets.list, tickets.statistics] },
  );

/** Replies to a ticket; `reopens` if it was closed. */
export const useSendReply = (id: number) =>
  useAction(
    (values: ReplyValues, { idempotencyKey, reopens }: { idempotencyKey: string; reopens: boolean }) => {
      const body = formOf({ ticket_id: id, ...values });
      return call(reopens ? tickets.reopen : tickets.sendMessage, { body, idempotencyKey });
    },
    { invalidates: [tickets.list, tickets.ticket, tickets.messages], evenIfFailed: true },
  );
