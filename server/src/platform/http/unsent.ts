import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { networkOf } from './addresses.ts';
import { TooManyError } from './errors.ts';

/** Less than this the machine's own buffers take at once. */
const LARGE_BYTES = 64 * 1024;
/** What replies that one has not read yet may keep in memory; one reply may be larger. */
export const MOST_UNSENT_BYTES = 128 * 1024 * 1024;
/** How long a reader has for a reply: a minute, and of what it is long a second for each so many bytes (128 kbit/s). */
const FIRST_MILLISECONDS = 60_000;
const BYTES_PER_SECOND = 16 * 1024;
const RETRY_SECONDS = 60;

/** How long a reader may take for a reply of so many bytes. */
export const patienceFor = (bytes: number): number => FIRST_MILLISECONDS + (bytes / BYTES_PER_SECOND) * 1000;

/** Bytes that stay in memory until they are read; 0 for streams that end when they are made. */
function lengthOf(payload: unknown, reply: FastifyReply): number {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length;
  return payload ? Number(reply.getHeader('content-length') ?? 0) : 0;
}

/**
 * Keeps readers who do not read from filling the memory: a large reply ends when it is not taken in time, and who has too much
 * waiting is refused more, by session or key, otherwise by network. Files that are made while they are sent have a measure of
 * their own (`csv/export.ts`), and events too (`events.ts`).
 */
export function limitUnsent(server: FastifyInstance): void {
  const unsent = new Map<string, number>();
  server.addHook('onSend', (request, reply, payload, done) => {
    const bytes = lengthOf(payload, reply);
    if (bytes < LARGE_BYTES || request.method === 'HEAD') return done(null, payload);
    const who = request.principalKey ?? networkOf(request.ip);
    const before = unsent.get(who) ?? 0;
    if (before > 0 && before + bytes > MOST_UNSENT_BYTES) {
      (payload as { destroy?: () => void }).destroy?.();
      return done(new TooManyError(RETRY_SECONDS));
    }
    unsent.set(who, before + bytes);
    const { raw } = reply;
    const late = setTimeout(() => raw.socket?.resetAndDestroy(), patienceFor(bytes)).unref();
    finished(raw, () => {
      clearTimeout(late);
      const left = (unsent.get(who) ?? 0) - bytes;
      if (left > 0) unsent.set(who, left);
      else unsent.delete(who);
    });
    done(null, payload);
  });
}
