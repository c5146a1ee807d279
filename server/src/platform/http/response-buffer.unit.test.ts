/** Clients that do not read occupy no memory. */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadConfig } from '../../config.ts';
import { sendFile } from './reply.ts';
import { MAX_UNSENT_BYTES, patienceFor } from './response-buffer.ts';
import { createHttpServer } from './server.ts';

/** More than connections buffer by themselves; two are still allowed. */
const LONG = MAX_UNSENT_BYTES / 2;
const OTHERS = '198.51.100.7';

let server: FastifyInstance;
let theirs: Socket;
let ours: Socket;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const config = { ...loadConfig({}), requestsPerMinute: 1_000_000 };
  server = await createHttpServer(config, pino({ level: 'silent' }));
  server.get<{ Params: { bytes: string } }>('/bytes/:bytes', async (request) =>
    Buffer.alloc(Number(request.params.bytes)),
  );
  server.get<{ Params: { bytes: string } }>('/file/:bytes', (request, reply) => {
    const content = Buffer.alloc(Number(request.params.bytes));
    return sendFile(reply, { content, contentType: 'application/pdf', fileName: 'a.pdf' });
  });
  server.get<{ Params: { bytes: string } }>('/disk/:bytes', (request, reply) =>
    reply.header('content-length', request.params.bytes).send(createReadStream('/dev/zero')),
  );
  await server.listen();
});
afterEach(async () => {
  theirs.destroy();
  await server.close();
  vi.useRealTimers();
});

/** Requests a reply and reads only its beginning. */
async function askFor(bytes: number, kind = 'bytes') {
  theirs = connect((server.server.address() as { port: number }).port);
  const connection = once(server.server, 'connection');
  theirs.write(`GET /${kind}/${bytes} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  [ours] = (await connection) as [Socket];
  await once(theirs, 'readable');
}
const status = async (bytes: number, remoteAddress = '127.0.0.1') =>
  (await server.inject({ url: `/bytes/${bytes}`, remoteAddress })).statusCode;

test('a reply that is not taken in time ends, and shows that it is not whole', async () => {
  await askFor(LONG);
  vi.advanceTimersByTime(patienceFor(LONG) - 1);
  expect(ours.destroyed).toBe(false);
  const failed = once(theirs, 'error').catch((error: unknown) => error);
  vi.advanceTimersByTime(1);
  expect(ours.destroyed).toBe(true);
  theirs.resume();
  expect(await failed).toMatchObject([{ code: 'ECONNRESET' }]);
});

test.each(['bytes', 'file'])(
  'who has too much waiting is refused more, until it is read or given up; others are not (%s)',
  async (kind) => {
    await askFor(LONG, kind);
    expect(await status(LONG)).toBe(200);
    expect(await status(LONG + 1)).toBe(429);
    expect(await status(1)).toBe(200);
    expect(await status(LONG + 1, OTHERS)).toBe(200);
    const closed = new Promise((resolve) => ours.once('close', resolve));
    theirs.destroy();
    await closed;
    expect(await status(LONG + 1)).toBe(200);
  },
);

test('what comes from disk is not waiting in memory, and ends in time all the same', async () => {
  await askFor(LONG, 'disk');
  expect(await status(LONG + 1)).toBe(200);
  vi.advanceTimersByTime(patienceFor(LONG));
  expect(ours.destroyed).toBe(true);
});

test('a reply that is larger than that is sent to who reads', async () => {
  await askFor(MAX_UNSENT_BYTES + 1);
  theirs.resume();
  await expect.poll(() => theirs.bytesRead).toBeGreaterThan(MAX_UNSENT_BYTES);
  vi.advanceTimersByTime(patienceFor(MAX_UNSENT_BYTES + 1));
  expect(ours.destroyed).toBe(false);
});
