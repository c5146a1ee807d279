import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { registerDrain } from './drain.ts';

/** State of the two threads: the server is busy; the client has a connection. */
const [BUSY, CONNECTED] = [1, 2];

/** Sends requests from a separate thread, once the other one is busy. */
const ASKING = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { request } = require('node:http');
  const { state, port } = workerData;
  Atomics.wait(state, 0, 0);
  const asked = request({ port, host: '127.0.0.1', path: '/', method: 'POST', agent: false }, (reply) => {
    reply.resume();
    parentPort.postMessage(reply.statusCode);
  });
  asked.on('socket', (socket) => socket.on('connect', () => Atomics.store(state, 0, ${CONNECTED})));
  asked.on('error', (error) => parentPort.postMessage(error.code));
  asked.end();`;

test('connections in the accept queue at shutdown are served, however busy the server was', async () => {
  const server = fastify();
  server.post('/', async () => 'done');
  const drain = registerDrain(server);
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  const state = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(ASKING, { eval: true, workerData: { state, port } });
  const answer = new Promise((resolve) => worker.once('message', resolve));
  await new Promise((resolve) => worker.once('online', resolve));
  const ended = drain.end(30);
  // Busy until the connection exists and the time for the end has come: both are pending at the next turn.
  const began = performance.now();
  Atomics.store(state, 0, BUSY);
  Atomics.notify(state, 0);
  while (Atomics.load(state, 0) !== CONNECTED || performance.now() - began < 100);
  await ended;
  expect(await answer).toBe(200);
  await worker.terminate();
});
