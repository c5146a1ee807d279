import type { FastifyInstance } from 'fastify';
import * as merchants from '../merchants/writes.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { Size } from '../platform/files/pictures.ts';
import { newToken } from '../platform/references.ts';
import { publicAddress } from './address.ts';
import { FileNotFound, refusedFile } from './errors.ts';
import type { Purpose } from './purposes.ts';
import { attachFile, detachFile, type ReadFile, readFile } from './service.ts';
import * as store from './store.ts';

const TOKEN = /^[\w-]{27}$/;

/**
 * Publishes a picture under a public address, re-encoded and without the camera's metadata. The same picture keeps its
 * address.
 * @throws InvalidError 422 on `field` when the merchant has no such picture.
 */
export async function publishFile(
  tx: Tx,
  owner: store.Owner,
  path: string,
  use: { field: string; now: Date },
): Promise<string> {
  const token = await store.publish(tx, owner, path, newToken(), use.now);
  if (!token) throw refusedFile(use.field, 'PictureFileTypes');
  return publicAddress(token);
}

/** Reads a public picture by its token. @throws FileNotFound */
export async function readPublic(app: App, token: string, size: Size): Promise<ReadFile> {
  const found = TOKEN.test(token) ? await store.findPublic(app.db, token) : null;
  if (!found) throw new FileNotFound();
  return readFile(app, found, found.path, size);
}

/** Returns the public address of a merchant's logo, and its path for `readFile`; null without a logo. */
export async function merchantLogo(
  app: App,
  merchantId: number,
): Promise<{ address: string; path: string } | null> {
  const logo = await store.findLogo(app.db, { merchantId });
  return logo?.path && logo.token ? { address: publicAddress(logo.token), path: logo.path } : null;
}

/**
 * Sets or removes the merchant's logo; the former one is deleted later.
 * @throws InvalidError 422 on `field` when the merchant has no such picture.
 */
export async function setMerchantLogo(
  tx: Tx,
  owner: store.Owner,
  path: string | null,
  use: { purpose: Purpose; field: string; now: Date },
): Promise<void> {
  if (path !== null) {
    await attachFile(tx, owner, path, use);
    await publishFile(tx, owner, path, use);
  }
  const before = await merchants.setLogo(tx, owner.merchantId, path, use.now);
  if (before !== null && before !== path) await detachFile(tx, owner, before);
}

const A_YEAR_SECONDS = 365 * 86_400;

/** Serves public pictures. An address always returns the same bytes, so they may be cached forever. */
export function registerMedia(server: FastifyInstance, app: App): void {
  server.get<{ Params: { token: string }; Querystring: { size?: unknown } }>(
    '/media/:token',
    async (request, reply) => {
      const { content, type } = await readPublic(
        app,
        request.params.token,
        request.query.size === 'small' ? 'small' : 'large',
      );
      return reply
        .type(type)
        .header('content-disposition', 'inline')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('cache-control', `public, max-age=${A_YEAR_SECONDS}, immutable`)
        .send(content);
    },
  );
}
