import {
  REOPEN_DAYS,
  TICKET_STATUS,
  TICKET_STATUS_TEXTS,
  type TicketStatusText,
} from '@daftar/contract/tickets';

/** Maximum number of messages. A thread is read as a whole; a longer conversation needs a new ticket. */
export const MESSAGES_MAXIMUM = 500;
const EXCERPT_MAXIMUM = 140;
const DAY_MILLISECONDS = 86_400_000;

/** Returns the name of a status in the API. */
export const statusText = (status: number): TicketStatusText => TICKET_STATUS_TEXTS[status - 1] ?? 'CLOSED';

/** Returns until when a reply reopens a closed ticket. */
export const reopenUntil = (closedAt: Date): Date =>
  new Date(closedAt.getTime() + REOPEN_DAYS * DAY_MILLISECONDS);

/** The facts of a ticket on which rules depend. */
export interface Standing {
  status: number;
  messagesCount: number;
  closedAt: Date | null;
}

/** Returns why the merchant cannot reply; null when they can. */
export function replyRefusal({ status, messagesCount }: Standing): 'processing' | 'closed' | 'full' | null {
  if (status === TICKET_STATUS.processing) return 'processing';
  if (status === TICKET_STATUS.closed) return 'closed';
  return messagesCount >= MESSAGES_MAXIMUM ? 'full' : null;
}

/** Returns why a reply does not reopen a ticket; null when it does. */
export function reopenRefusal(
  { closedAt, messagesCount }: Standing,
  now: Date,
): 'notClosed' | 'tooLate' | null {
  if (closedAt === null) return 'notClosed';
  return messagesCount >= MESSAGES_MAXIMUM || reopenUntil(closedAt) <= now ? 'tooLate' : null;
}

/** Returns the beginning of a message on one line, for lists. */
export function excerptOf(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= EXCERPT_MAXIMUM
    ? line
    : `${characters.slice(0, EXCERPT_MAXIMUM - 1).join('')}…`;
}
