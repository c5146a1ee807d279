import { expect, test } from 'vitest';
import { readEvents, type StreamEvent } from './stream.ts';

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
