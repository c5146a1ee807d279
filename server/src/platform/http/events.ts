/** Server-sent events (HTML Living Standard, 9.2) over a reply that stays open. */
import type { FastifyReply, FastifyRequest } from 'fastify';

/** One listener. */
export interface EventSink {
  /** @param data anything that JSON holds. */
  send(event: string, data: unknown): void;
  /** Keeps proxies from closing a quiet connection, and finds out about one that is gone. */
  beat(): void;
  end(): void;
}

/** What a handler of an `events` endpoint returns. */
export interface EventsResult {
  /** Begins to tell the sink things. @returns what ends it, called once when the listener has gone. */
  open(sink: EventSink): () => void;
}

/** A listener that does not read is cut off beyond this much that waits for it. */
const BEHIND_BYTES = 64 * 1024;

/** Turns a reply into a stream of events that ends when either side wants. */
export function sendEvents(request: FastifyRequest, reply: FastifyReply, result: EventsResult): FastifyReply {
  reply.hijack();
  request.letGo?.();
  const { raw } = reply;
  const headers = reply.getHeaders() as Record<string, string>;
  raw.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // nginx would gather events before passing them on.
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
