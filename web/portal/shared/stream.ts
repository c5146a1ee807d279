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

/** Reads a stream to its end. */
export async function followEvents(response: Response, told: (event: StreamEvent) => void): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest = readEvents(rest + value, told);
  }
}
