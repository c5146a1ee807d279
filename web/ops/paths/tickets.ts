import type { opsTickets } from '@daftar/contract/ops-tickets';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const ticketsPath = definePath<ListSearchParams<typeof opsTickets.list>>('/tickets');

export const repliesPath = definePath('/canned-replies');

/** The path of a merchant's ticket. */
export const ticketPath = (merchantId: number | '$merchantId', id: number | '$id') =>
  definePath(`${ticketsPath}/${merchantId}/${id}`);
