import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { projectRoot } from '../paths.ts';
import { COMPRESSED_FILES } from './kept.ts';
import { sendPage } from './portal.ts';

/** Serves the console's files, and its single HTML page for every address under /ops. */
export async function registerConsole(server: FastifyInstance): Promise<void> {
  const root = join(projectRoot, 'web/dist/ops');
  if (!existsSync(join(root, 'index.html'))) return;
  const html = readFileSync(join(root, 'index.html'), 'utf8');
  await server.register(fastifyStatic, {
    root: join(root, 'assets'),
    prefix: '/ops/assets/',
    immutable: true,
    maxAge: '365d',
    decorateReply: false,
    ...COMPRESSED_FILES,
    index: false,
  });
  for (const url of ['/ops', '/ops/*'])
    server.get(url, async (request, reply) => sendPage(request, reply, html));
}
