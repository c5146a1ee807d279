import { type Columns, moment, number, text, word, wordsOf } from '../platform/csv/columns.ts';
import { listExport } from '../platform/csv/export.ts';
import type { Locale } from '../platform/i18n/translate.ts';
import { type ExportedEvent, exportEvents as queryEvents } from './store-events.ts';
import { type ExportedMessage, exportMessages as queryMessages } from './store-list.ts';

const messages = (locale: Locale): Columns<ExportedMessage> => ({
  written: moment('writtenOn'),
  type: text('type'),
  state: word('state', wordsOf(locale, 'webhooks.state.')),
  reply: number('lastStatus'),
  tries: number('attempts'),
  next: moment('nextOn'),
  message: text('messageId'),
});

const happened = (): Columns<ExportedEvent> => ({
  written: moment('writtenOn'),
  type: text('type'),
  reference: text('reference'),
  id: number('objectId'),
  message: text('messageId'),
});

/** Exports the messages that match the filters, as listed, without bodies and signatures. */
export const exportMessages = listExport('webhooks', messages, queryMessages);

/** Exports the events that match the filters, without their data. */
export const exportEvents = listExport('webhooks', happened, queryEvents, 'events');
