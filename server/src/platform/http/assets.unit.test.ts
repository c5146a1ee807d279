/** Built files, as browsers get them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../../config.ts';
import { serveAssets } from './assets.ts';
import { createHttpServer } from './server.ts';

const MOST = 3;

let folder: string;
let server: FastifyInstance;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assets-'));
  writeFileSync(join(folder, 'start-4f2a.js'), 'const words = 1;');
  server = await createHttpServer({ ...loadConfig({}), requestsPerMinute: MOST }, pino({ level: 'silent' }));
  await serveAssets(server, folder, '/assets');
  server.get('/page', async () => 'a page');
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string) => server.inject({ url });

test('are not counted towards the limit of an address, and pages are', async () => {
  for (let asked = 0; asked < MOST * 2; asked += 1)
    expect((await get('/assets/start-4f2a.js')).statusCode).toBe(200);
  const pages = [];
  for (let asked = 0; asked <= MOST; asked += 1) pages.push((await get('/page')).statusCode);
  expect(pages).toEqual([...Array<number>(MOST).fill(200), 429]);
  expect((await get('/assets/start-4f2a.js')).statusCode).toBe(200);
});
