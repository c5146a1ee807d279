import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import compress from '@fastify/compress';
import fastify from 'fastify';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { FILE_COMPRESSION } from './compression.ts';
import { sendFile } from './reply.ts';

/** Enough data for a compressor to emit output. */
const LONG = 1024 * 1024;

/** Serves a file. @param end is called once its beginning has arrived. @returns how a client's connection ended */
async function ask(version: string, headers: string, end: (file: Readable) => void) {
  let hasArrived = () => {};
  const arrived = new Promise<void>((resolve) => {
    hasArrived = resolve;
  });
  const server = fastify();
  await server.register(compress);
  server.get('/file', { compress: FILE_COMPRESSION }, (_request, reply) => {
    const stream = new Readable({ read() {} });
    stream.push(Buffer.alloc(LONG, 'one,'));
    arrived.then(() => end(stream));
    return sendFile(reply, { stream, contentType: 'text/csv', fileName: 'rows.csv' });
  });
  await server.listen();
  onTestFinished(() => server.close());
  const socket = connect((server.server.address() as { port: number }).port);
  let failure: string | undefined;
  let got = '';
  socket.on('data', (bytes) => {
    got += bytes.toString('latin1');
    if (got.includes('\r\n\r\n')) hasArrived();
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    failure = error.code;
  });
  socket.write(`GET /file HTTP/${version}\r\nhost: x\r\nconnection: close\r\n${headers}\r\n`);
  await once(socket, 'close').catch(() => once(socket, 'close'));
  return { failure };
}

const HOW = [
  ['1.0', ''],
  ['1.1', ''],
  ['1.1', 'accept-encoding: gzip\r\n'],
] as const;
const ENDS = {
  fails: (file: Readable) => file.destroy(new Error('no more rows')),
  'is given up': (file: Readable) => file.destroy(),
};

describe.each(HOW)('a file over HTTP/%s, %j', (version, headers) => {
  test.each(Object.entries(ENDS))(
    'that %s looks broken to whoever gets or passes it on',
    async (_how, end) => {
      expect((await ask(version, headers, end)).failure).toBe('ECONNRESET');
    },
  );

  test('that is whole ends as it should', async () => {
    expect((await ask(version, headers, (file) => file.push(null))).failure).toBeUndefined();
  });
});

test('a file that is whole says how long it is, with or without its content', async () => {
  const server = fastify();
  server.get('/file', (_request, reply) =>
    sendFile(reply, { content: Buffer.from('%PDF'), contentType: 'application/pdf', fileName: 'one.pdf' }),
  );
  for (const [method, payload] of [
    ['GET', '%PDF'],
    ['HEAD', ''],
  ] as const) {
    const answer = await server.inject({ method, url: '/file' });
    expect([answer.statusCode, answer.headers['content-length'], answer.payload]).toEqual([
      200,
      '4',
      payload,
    ]);
  }
});

test('of a file that is only asked about nothing is read', async () => {
  const server = fastify();
  const read = vi.fn();
  const stream = new Readable({ read });
  server.get('/file', (_request, reply) =>
    sendFile(reply, { stream, contentType: 'text/csv', fileName: 'rows.csv' }),
  );
  const { statusCode, headers } = await server.inject({ method: 'HEAD', url: '/file' });
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/csv']);
  expect(read).not.toHaveBeenCalled();
  expect(stream.destroyed).toBe(true);
});
