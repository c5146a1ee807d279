/** Server-sent events (HTML Living Standard, 9.2) in a reply that stays open. */
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A connected listener. */
export interface EventSink {
  /** @param data any JSON value. */
  send(event: string, data: unknown): void;
  /** Sends a heartbeat, which keeps proxies from closing a quiet connection and detects lost ones. */
  beat(): void;
  end(): void;
}

/** The result of a handler of an `events` endpoint. */
export interface EventsResult {
  /** Starts sending to the sink. @returns a function that is called once when the listener has disconnected. */
  open(sink: EventSink): () => void;
}

/** A listener that does not read is disconnected beyond this much unsent data. */
const BEHIND_BYTES = 64 * 1024;

/** Turns a reply into an event stream that either side can end. */
export function sendEvents(request: FastifyRequest, reply: FastifyReply, result: EventsResult): FastifyReply {
  reply.hijack();
  request.letGo?.();
  const { raw } = reply;
  const headers = reply.getHeaders() as Record<string, string>;
  raw.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Keeps nginx from buffering events.
    'x-accel-buffering': 'no',
  });
  const write = (text: string) => {
    if (raw.writableEnded || raw.destroyed) return;
    if (raw.writableLength > BEHIND_BYTES) raw.destroy();
    else raw.write(text);
  };
  const close = result.open({
    send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    beat: () => write(':\n\n'),
    end: () => raw.end(),
  });
  raw.once('close', close);
  write(':\n\n');
  return reply;
}
