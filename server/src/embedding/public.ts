import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EMBED_SCRIPT_PATH } from '@daftar/contract/embedding';
import type { FastifyInstance } from 'fastify';
import { NotFoundError } from '../platform/http/errors.ts';
import { KEPT_COMPRESSION } from '../platform/http/kept.ts';
import { projectRoot } from '../platform/paths.ts';

let script: Buffer | undefined;

/** Serves the script for merchants' websites; pages may verify it by its hash, so it has the CORS header for that. */
export function registerEmbedScript(server: FastifyInstance): void {
  server.get(EMBED_SCRIPT_PATH, { compress: KEPT_COMPRESSION }, async (_request, reply) => {
    try {
      script ??= readFileSync(join(projectRoot, 'web/dist/embed/embed.js'));
    } catch {
      throw new NotFoundError();
    }
    return reply
      .type('text/javascript; charset=utf-8')
      .headers({
        'cache-control': 'public, max-age=3600',
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
      })
      .send(script);
  });
}
