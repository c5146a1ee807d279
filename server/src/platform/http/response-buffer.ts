import { finished, Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { clientAddress, networkOf } from './addresses.ts';
import { TooManyError } from './errors.ts';

/** Smaller replies fit into the machine's own buffers at once. */
const LARGE_BYTES = 64 * 1024;
/** Maximum bytes of replies that one client has not read yet; a single reply may be larger. */
export const MAX_UNSENT_BYTES = 128 * 1024 * 1024;
/** Time for a client to read a reply: a minute, plus a second for each so many bytes (128 kbit/s). */
const FIRST_MILLISECONDS = 60_000;
const BYTES_PER_SECOND = 16 * 1024;
const RETRY_SECONDS = 60;

/** Returns how many milliseconds a client has to read a reply of so many bytes. */
export const patienceFor = (bytes: number): number => FIRST_MILLISECONDS + (bytes / BYTES_PER_SECOND) * 1000;

/** Streams whose whole content stays in memory until it is read. */
const held = new WeakSet<object>();

/** Returns a stream of content that is wholly in memory. */
export function streamOfWhole(content: Buffer): Readable {
  const stream = Readable.from([content]);
  held.add(stream);
  return stream;
}

/** Returns the size of a reply, 0 if unknown, and whether all of it stays in memory until it is read. */
function sizeOf(payload: unknown, reply: FastifyReply): { bytes: number; isHeld: boolean } {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return { bytes: payload.length, isHeld: true };
  if (!payload) return { bytes: 0, isHeld: false };
  return { bytes: Number(reply.getHeader('content-length') ?? 0), isHeld: held.has(payload) };
}

/**
 * Prevents clients that do not read from filling the memory: a large reply is aborted if it is not read in time, and a
 * session, key or network with too much unread data gets no further ones. Data read from disk while it is sent does not
 * stay in memory. Exports that are generated while they are sent have their own limits (`csv/export.ts`), as do events
 * (`events.ts`); ADR 165.
 */
export function limitResponseBuffer(server: FastifyInstance): void {
  const unsent = new Map<string, number>();
  server.addHook('onSend', (request, reply, payload, done) => {
    const { bytes, isHeld } = sizeOf(payload, reply);
    if (bytes < LARGE_BYTES || request.method === 'HEAD') return done(null, payload);
    const who = request.principalKey ?? networkOf(clientAddress(request));
    const before = unsent.get(who) ?? 0;
    if (isHeld && before > 0 && before + bytes > MAX_UNSENT_BYTES) {
      (payload as { destroy?: () => void }).destroy?.();
      return done(new TooManyError(RETRY_SECONDS));
    }
    const count = (change: number) => {
      const now = (unsent.get(who) ?? 0) + change;
      if (now > 0) unsent.set(who, now);
      else unsent.delete(who);
    };
    if (isHeld) count(bytes);
    const { raw } = reply;
    const late = setTimeout(() => raw.socket?.resetAndDestroy(), patienceFor(bytes)).unref();
    finished(raw, () => {
      clearTimeout(late);
      if (isHeld) count(-bytes);
    });
    done(null, payload);
  });
}
