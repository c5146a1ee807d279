import { afterEach, expect, test, vi } from 'vitest';
import { followEvents, readEvents, type StreamEvent } from './stream.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Reads a stream that arrives in these pieces. */
function read(...pieces: string[]): StreamEvent[] {
  const events: StreamEvent[] = [];
  let rest = '';
  for (const piece of pieces) rest = readEvents(rest + piece, (event) => events.push(event));
  return events;
}

test('events are parsed wherever the network splits them; heartbeats are ignored', () => {
  const text = ':\n\nevent: notification\ndata: {"kind":"a"}\n\n:\n\nevent: resync\ndata: null\n\n';
  const expected = [
    { event: 'notification', data: { kind: 'a' } },
    { event: 'resync', data: null },
  ];
  expect(read(text)).toEqual(expected);
  expect(read(...text)).toEqual(expected);
  expect(read(text.slice(0, -1))).toEqual(expected.slice(0, 1));
});

test('a connection without heartbeats is given up, one with heartbeats is not', async () => {
  vi.useFakeTimers();
  let say: (text: string) => void = () => undefined;
  let isGivenUp = false;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      say = (text) => controller.enqueue(new TextEncoder().encode(text));
    },
    cancel: () => {
      isGivenUp = true;
    },
  });
  const events: StreamEvent[] = [];
  const followed = followEvents(new Response(body), (event) => events.push(event));
  for (let beats = 0; beats < 10; beats += 1) {
    await vi.advanceTimersByTimeAsync(25_000);
    say(':\n\n');
  }
  say('event: resync\ndata: null\n\n');
  await vi.advanceTimersByTimeAsync(59_000);
  expect(events).toEqual([{ event: 'resync', data: null }]);
  expect(isGivenUp).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  await followed;
  expect(isGivenUp).toBe(true);
});
