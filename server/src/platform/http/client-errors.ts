import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorKey } from '@daftar/contract/error-codes';
import { AppError } from './errors.ts';
import { errorBodyOf } from './reply.ts';

/** Error codes that Node reports for unreadable requests; any other is malformed. */
const KNOWN: Readonly<Record<string, [status: number, key: ErrorKey]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'http.malformed'],
  HPE_HEADER_OVERFLOW: [431, 'http.tooLarge'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'http.tooLarge'],
};

/**
 * Answers input that is not readable HTTP, or ends early, like any other error: in English, because the headers that
 * contain the language were not read.
 */
export const clientErrors =
  ({ publicUrl }: { publicUrl: string }, newId: () => string) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const [status, key] = KNOWN[error.code ?? ''] ?? [400, 'http.malformed'];
    const requestId = newId();
    const body = JSON.stringify(errorBodyOf(new AppError(status, key), 'en', requestId, publicUrl));
    if (socket.writable) {
      const head = [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        'content-type: application/json; charset=utf-8',
        `content-length: ${Buffer.byteLength(body)}`,
        `x-request-id: ${requestId}`,
        'x-content-type-options: nosniff',
        'connection: close',
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    }
    socket.destroy(error);
  };
