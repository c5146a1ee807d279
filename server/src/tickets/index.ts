/** Exports tickets to the application and the console. */
export { addNote, assign, prioritize, readHandling, releaseTickets } from './handling.ts';
export {
  answer,
  close,
  getTicket,
  readAttachment,
  readThread,
  startProcessing,
  type TicketRef,
} from './provider.ts';
export { registerTickets } from './routes.ts';
export { statusText } from './rules.ts';
export { openTicket, reply } from './speak.ts';
export { mailWithinLimits } from './staff-mail.ts';
