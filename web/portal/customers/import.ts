/** The import of customers from a file. */
import { customers } from '@daftar/contract/customers';
import { call } from '../shared/call.ts';
import { refetchCustomers } from './api.ts';

interface Upload {
  signal: AbortSignal;
  /** The uploaded fraction, from 0 to 1. */
  onProgress: (fraction: number) => void;
}

function bodyOf(file: File): FormData {
  const body = new FormData();
  body.append('file', file);
  return body;
}

/** Previews the import of a file. */
export const previewImport = async (file: File, { signal, onProgress }: Upload) =>
  (await call(customers.importPreview, { body: bodyOf(file), signal, onUpload: onProgress })).data;

/** Imports all rows of a file or none. With `existing` it also returns existing customers. */
export async function importCustomers(file: File, { signal, onProgress }: Upload, existing = false) {
  const query = existing ? { existing } : {};
  try {
    return await call(customers.import, { query, body: bodyOf(file), signal, onUpload: onProgress });
  } finally {
    // Also after cancelling: the reply may have been lost, not the import.
    void refetchCustomers();
  }
}
