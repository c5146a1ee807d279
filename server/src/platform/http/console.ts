import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { projectRoot } from '../paths.ts';
import { serveAssets } from './assets.ts';
import { sendPage } from './portal.ts';

/** Serves the console's files, and its single HTML page for every address under /ops. */
export async function registerConsole(server: FastifyInstance): Promise<void> {
  const root = join(projectRoot, 'web/dist/ops');
  if (!existsSync(join(root, 'index.html'))) return;
  const html = readFileSync(join(root, 'index.html'), 'utf8');
  await serveAssets(server, join(root, 'assets'), '/ops/assets');
  for (const url of ['/ops', '/ops/*'])
    server.get(url, async (request, reply) => sendPage(request, reply, html));
}
