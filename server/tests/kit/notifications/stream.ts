import type { OpenedEvent } from '@daftar/contract/notifications';
import type { Mode } from '../../../src/platform/context.ts';
import type { Actor } from '../server.ts';

/** An open event stream. */
export interface Stream {
  status: number;
  headers: Headers;
  /** The first event, once it was read. */
  opened: OpenedEvent | null;
  /** The next event after the first, except heartbeats; null when the stream has ended. */
  next(): Promise<{ event: string; data: unknown } | null>;
  close(): void;
}

/** Opens an actor's event stream as a browser does, at a listening server. */
export async function openStream(address: string, as: Actor, mode: Mode): Promise<Stream> {
  const base = mode === 'test' ? '/api/sandbox' : '/api';
  const abort = new AbortController();
  const response = await fetch(`${address}${base}/merchant/notifications/stream`, {
    headers: as.headers,
    signal: abort.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  const stream: Stream = {
    status: response.status,
    headers: response.headers,
    opened: null,
    async next() {
      for (;;) {
        const end = buffer.indexOf('\n\n');
        if (end >= 0) {
          const block = buffer.slice(0, end);
          buffer = buffer.slice(end + 2);
          const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
          if (event === 'opened') stream.opened = JSON.parse(data!);
          else if (event !== undefined) return { event, data: JSON.parse(data!) };
          continue;
        }
        const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
        if (done) return null;
        buffer += value;
      }
    },
    close: () => abort.abort(),
  };
  return stream;
}
