/** The import of customers from a file. */
import { customers } from '@daftar/contract/customers';
import type { ChosenColumns } from '../../ui/import-columns.tsx';
import { call } from '../shared/call.ts';
import { importBody } from '../shared/import-body.ts';
import { refetchCustomers } from './api.ts';

interface Upload {
  signal: AbortSignal;
  /** The uploaded fraction, from 0 to 1. */
  onProgress: (fraction: number) => void;
}

/** Previews the import of a file. */
export const previewImport = async (file: File, { signal, onProgress }: Upload, chosen: ChosenColumns) =>
  (await call(customers.importPreview, { body: importBody(file, chosen), signal, onUpload: onProgress }))
    .data;

/** Imports all rows of a file or none. With `existing` it also returns existing customers. */
export async function importCustomers(
  file: File,
  { signal, onProgress }: Upload,
  chosen: ChosenColumns,
  existing = false,
) {
  const query = existing ? { existing } : {};
  try {
    return await call(customers.import, {
      query,
      body: importBody(file, chosen),
      signal,
      onUpload: onProgress,
    });
  } finally {
    // Also after cancelling: the reply may have been lost, not the import.
    void refetchCustomers();
  }
}
