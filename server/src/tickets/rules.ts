import {
  REOPEN_DAYS,
  TICKET_STATUS,
  TICKET_STATUS_TEXTS,
  type TicketStatusText,
} from '@daftar/contract/tickets';

/** A thread is read at once; a longer conversation needs a new ticket. */
export const MESSAGES_MAXIMUM = 500;
const EXCERPT_MAXIMUM = 140;
const DAY_MILLISECONDS = 86_400_000;

/** The name of a status in the API. */
export const statusText = (status: number): TicketStatusText => TICKET_STATUS_TEXTS[status - 1] ?? 'CLOSED';

/** Until when a reply reopens a closed ticket. */
export const reopenUntil = (closedAt: Date): Date =>
  new Date(closedAt.getTime() + REOPEN_DAYS * DAY_MILLISECONDS);

/** The state of a ticket that rules depend on. */
export interface Standing {
  status: number;
  messagesCount: number;
  closedAt: Date | null;
}

/** Why the merchant cannot reply; null when they can. */
export function replyRefusal({ status, messagesCount }: Standing): 'processing' | 'closed' | 'full' | null {
  if (status === TICKET_STATUS.processing) return 'processing';
  if (status === TICKET_STATUS.closed) return 'closed';
  return messagesCount >= MESSAGES_MAXIMUM ? 'full' : null;
}

/** Why a reply does not reopen a ticket; null when it does. */
export function reopenRefusal(
  { closedAt, messagesCount }: Standing,
  now: Date,
): 'notClosed' | 'tooLate' | null {
  if (closedAt === null) return 'notClosed';
  return messagesCount >= MESSAGES_MAXIMUM || reopenUntil(closedAt) <= now ? 'tooLate' : null;
}

/** The beginning of a message on one line, for lists. */
export function excerptOf(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= EXCERPT_MAXIMUM
    ? line
    : `${characters.slice(0, EXCERPT_MAXIMUM - 1).join('')}…`;
}
