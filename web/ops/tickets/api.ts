import { type CannedReplyForm, opsReplies } from '@daftar/contract/ops-replies';
import { opsTickets, type TicketPriority } from '@daftar/contract/ops-tickets';
import { useQuery } from '@tanstack/react-query';
import { call } from '../shared/call.ts';
import { act, queryClient, queryOf, thenRefetch, useSavedList } from '../shared/query.ts';

export { refetchAll } from '../shared/query.ts';

/** The list's state in the address and its rows. */
export function useTickets() {
  return useSavedList(opsTickets.list, opsTickets.export, 'ops-tickets');
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

/** Start work on a ticket, one of many or alone. */
export const processOne = (params: TicketRef) => call(opsTickets.process, { params });

/** Start work on a ticket. @returns whether it succeeded */
export const processTicket = (params: TicketRef) => act(() => processOne(params));

/** Close a ticket, one of many or alone. */
export const closeOne = (params: TicketRef) => call(opsTickets.close, { params });

/** Close a ticket. @returns whether it succeeded */
export const closeTicket = (params: TicketRef) => act(() => closeOne(params));

/** Answer the merchant, with an optional file, once for a key. Resolves once the thread shows it. */
export function replyToTicket(
  params: TicketRef,
  message: string,
  attachment: File | null,
  idempotencyKey: string,
) {
  const body = new FormData();
  body.append('message', message);
  if (attachment) body.append('attachment', attachment);
  return call(opsTickets.reply, { params, body, idempotencyKey }).finally(() =>
    queryClient.invalidateQueries(),
  );
}

/** Who may answer tickets. */
export const useAssignees = () => useQuery(queryOf(opsTickets.assignees));

/** Give a ticket, one of many or alone, to an operator or to nobody. */
export const assignOne = (params: TicketRef, operatorId: number | null) =>
  call(opsTickets.assign, { params, body: { operator_id: operatorId } });

/** Give a ticket to an operator, or to nobody. @returns whether it succeeded */
export const assignTicket = (params: TicketRef, operatorId: number | null) =>
  act(() => assignOne(params, operatorId));

/** Change how urgent a ticket is. @returns whether it succeeded */
export const prioritizeTicket = (params: TicketRef, priority: TicketPriority) =>
  act(() => call(opsTickets.prioritize, { params, body: { priority } }));

/** Add a note for colleagues, once for a key. */
export const addNote = (params: TicketRef, note: string, idempotencyKey: string) =>
  thenRefetch(call(opsTickets.addNote, { params, body: { note }, idempotencyKey }));

/** Prepared answers, archived ones last. */
export const useReplies = () => useQuery(queryOf(opsReplies.list));

export function saveReply(id: number | null, body: CannedReplyForm): Promise<{ message: string }> {
  const saved: Promise<{ message: string }> =
    id === null ? call(opsReplies.create, { body }) : call(opsReplies.update, { params: { id }, body });
  return thenRefetch(saved);
}

/** Offer it no longer. @returns whether it succeeded */
export const archiveReply = (id: number) => act(() => call(opsReplies.archive, { params: { id } }));

/** Offer it again. @returns whether it succeeded */
export const restoreReply = (id: number) => act(() => call(opsReplies.restore, { params: { id } }));

/** A message's file. */
export const readTicketFile = async (params: TicketRef, filePath: string, signal: AbortSignal) =>
  (await call(opsTickets.file, { params: { ...params, filePath }, signal })).data.blob();
