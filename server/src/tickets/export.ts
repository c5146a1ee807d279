import { TICKET_STATUS_TEXTS } from '@daftar/contract/tickets';
import { type Columns, moment, text, word, wordsOf } from '../platform/csv/columns.ts';
import { listExport } from '../platform/csv/export.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { type ExportedTicket, exportTickets } from './store-list.ts';

const columns = (locale: Locale): Columns<ExportedTicket> => {
  const statuses = TICKET_STATUS_TEXTS.map(
    (status, index) => [String(index + 1), translate(locale, `ticketStatus.${status}`)] as const,
  );
  return {
    number: text('reference'),
    type: word('type', wordsOf(locale, 'ticketType.')),
    status: word('status', new Map(statuses)),
    about: text('about'),
    message: text('excerpt'),
    opened: moment('openedOn'),
    replied: moment('repliedOn'),
  };
};

/** Exports the chosen tickets, or all that match the filters, as a file in the caller's language. */
export const exportToFile = listExport('tickets', columns, exportTickets);
