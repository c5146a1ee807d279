import { finished, Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { clientAddress, networkOf } from './addresses.ts';
import { TooManyError } from './errors.ts';

/** Less than this the machine's own buffers take at once. */
const LARGE_BYTES = 64 * 1024;
/** What replies that one has not read yet may keep in memory; one reply may be larger. */
export const MAX_UNSENT_BYTES = 128 * 1024 * 1024;
/** How long a reader has for a reply: a minute, and of what it is long a second for each so many bytes (128 kbit/s). */
const FIRST_MILLISECONDS = 60_000;
const BYTES_PER_SECOND = 16 * 1024;
const RETRY_SECONDS = 60;

/** How long a reader may take for a reply of so many bytes. */
export const patienceFor = (bytes: number): number => FIRST_MILLISECONDS + (bytes / BYTES_PER_SECOND) * 1000;

/** Streams of what is whole in memory until they are read. */
const held = new WeakSet<object>();

/** A stream of what is whole in memory. */
export function streamOfWhole(content: Buffer): Readable {
  const stream = Readable.from([content]);
  held.add(stream);
  return stream;
}

/** How long a reply is, 0 where nobody knows; and whether all of it is in memory until it is read. */
function sizeOf(payload: unknown, reply: FastifyReply): { bytes: number; isHeld: boolean } {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return { bytes: payload.length, isHeld: true };
  if (!payload) return { bytes: 0, isHeld: false };
  return { bytes: Number(reply.getHeader('content-length') ?? 0), isHeld: held.has(payload) };
}

/**
 * Keeps clients that do not read from filling the memory: a large reply is ended when it is not read in time, and a session, key or
 * network with too much waiting is refused more. What is read from disk while it is sent does not wait in memory. Lists that are
 * made while they are sent have limits of their own (`csv/export.ts`), and so have events (`events.ts`); ADR 165.
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
