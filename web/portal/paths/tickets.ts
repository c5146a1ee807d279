import type { tickets } from '@daftar/contract/tickets';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const ticketsPath = definePath<ListSearchParams<typeof tickets.list>>('/support');

/**
 * The form of a new ticket, perhaps about something by its reference (payments of links and invoices are transactions), or
 * with the beginning of its message.
 */
export const newTicketPath = definePath<{
  transaction?: string;
  chargeback?: string;
  settlement?: string;
  message?: string;
}>('/support/create-ticket');

/** The path of a ticket. */
export const ticketPath = (id: number | '$id') => definePath(`${ticketsPath}/${id}`);
