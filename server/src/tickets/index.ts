/** Exports tickets to the application and the console. */
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
