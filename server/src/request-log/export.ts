import { type Columns, moment, number, text } from '../platform/csv/columns.ts';
import { listExport } from '../platform/csv/export.ts';
import { type ExportedRequest, exportRequests } from './store.ts';

const columns = (): Columns<ExportedRequest> => ({
  called: moment('calledOn'),
  method: text('method'),
  path: text('path'),
  query: text('query'),
  status: number('status'),
  milliseconds: number('milliseconds'),
  keyName: text('keyName'),
  key: text('keyShown'),
  request: text('requestId'),
});

/** Exports the calls that match the filters, as listed, without bodies. */
export const exportToFile = listExport('request-log', columns, exportRequests);
