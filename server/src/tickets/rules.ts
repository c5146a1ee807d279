import {
  REOPEN_DAYS,
  TICKET_STATUS,
  TICKET_STATUS_TEXTS,
  type TicketStatusText,
} from '@daftar/contract/tickets';

/** A thread is read whole: longer ones go on in a new ticket. */
export const MESSAGES_MAXIMUM = 500;
const EXCERPT_MAXIMUM = 140;
const DAY_MILLISECONDS = 86_400_000;

/** What the wire calls a status. */
export const statusText = (status: number): TicketStatusText => TICKET_STATUS_TEXTS[status - 1] ?? 'CLOSED';

/** Until when a reply opens a closed ticket again. */
export const reopenUntil = (closedAt: Date): Date =>
  new Date(closedAt.getTime() + REOPEN_DAYS * DAY_MILLISECONDS);

/** A ticket as the rules see it. */
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

/** Why a reply does not open a ticket again; null when it does. */
export function reopenRefusal(
  { closedAt, messagesCount }: Standing,
  now: Date,
): 'notClosed' | 'tooLate' | null {
  if (closedAt === null) return 'notClosed';
  return messagesCount >= MESSAGES_MAXIMUM || reopenUntil(closedAt) <= now ? 'tooLate' : null;
}

/** How a message begins, on one line: what lists show of it. */
export function excerptOf(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= EXCERPT_MAXIMUM
    ? line
    : `${characters.slice(0, EXCERPT_MAXIMUM - 1).join('')}…`;
}
