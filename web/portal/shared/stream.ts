/** Server-sent events over `fetch`: `EventSource` cannot send a bearer token, and tokens do not go into URLs. */

export interface StreamEvent {
  event: string;
  data: unknown;
}

/** Splits a stream's text into events, skipping heartbeats (comments). @returns the incomplete remainder */
export function readEvents(text: string, told: (event: StreamEvent) => void): string {
  const blocks = text.split('\n\n');
  const rest = blocks.pop() ?? '';
  for (const block of blocks) {
    const fields = new Map(
      block.split('\n').flatMap((line): [string, string][] => {
        const at = line.indexOf(': ');
        return at > 0 ? [[line.slice(0, at), line.slice(at + 2)]] : [];
      }),
    );
    const event = fields.get('event');
    if (event) told({ event, data: JSON.parse(fields.get('data') ?? 'null') });
  }
  return rest;
}

/**
 * A server is never silent for longer (heartbeats come every 25 seconds). A connection that was lost on the way, such as by a
 * sleeping laptop or a change of networks, says nothing of it.
 */
const LONGEST_SILENCE = 60_000;

/** What a promise resolves to; null after so many milliseconds without. */
async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Reads a stream to its end, or until nothing has come for so long that it must have been lost. */
export async function followEvents(response: Response, told: (event: StreamEvent) => void): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  let rest = '';
  for (;;) {
    const read = await within(LONGEST_SILENCE, reader.read());
    if (read === null) return void reader.cancel();
    if (read.done) return;
    rest = readEvents(rest + read.value, told);
  }
}
