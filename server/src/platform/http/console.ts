import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { projectRoot } from '../paths.ts';
import { sendPage } from './portal.ts';

/**
 * A worker obeys the policy of its own file, not the page's: the reader of PDFs may compile the decoders that it is
 * handed, and reach nothing.
 */
const PDF_READER = /[\\/]pdf\.worker[^\\/]*$/;
const PDF_READER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";

/** The provider's console: its files, and its one HTML page for every address under /ops. */
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
    index: false,
    setHeaders: (response, path) => {
      if (PDF_READER.test(path)) response.setHeader('content-security-policy', PDF_READER_POLICY);
    },
  });
  for (const url of ['/ops', '/ops/*']) server.get(url, async (_request, reply) => sendPage(reply, html));
}
