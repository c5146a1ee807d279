/** What other nouns may use of tickets. */
export { TicketStatusChip } from './components/status.tsx';
export { newTicketAbout, newTicketHref, ticketPath } from './paths.ts';
