import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { COMPRESSED_FILES } from './kept.ts';

/** Serves built files whose names have a hash of their content. */
export async function serveAssets(server: FastifyInstance, root: string, prefix: string): Promise<void> {
  await server.register(fastifyStatic, {
    root,
    prefix: `${prefix}/`,
    immutable: true,
    maxAge: '365d',
    decorateReply: false,
    ...COMPRESSED_FILES,
    index: false,
  });
}

/**
 * Returns whether a request is for such a file. A screen needs dozens of them, so they do not count towards the limit
 * of an address, which an office may share: otherwise a page could load without its styles. Each costs no more than
 * reading a file.
 */
export const isAsset = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.url?.endsWith('/assets/*') ?? false;
