import type { FastifyInstance } from 'fastify';
import * as merchants from '../merchants/writes.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { Size } from '../platform/files/pictures.ts';
import { newToken } from '../platform/references.ts';
import { FileNotFound, refusedFile } from './errors.ts';
import { attachFile, detachFile, type Purpose, type ReadFile, readFile } from './service.ts';
import * as store from './store.ts';

const TOKEN = /^[\w-]{27}$/;

/** The path of a public picture's address, to be put behind the public origin. `?size=small` gives the small one. */
export const publicAddress = (token: string) => `/media/${token}`;

/**
 * Gives a picture an address at which everybody may see it, made anew and without the camera's metadata.
 * The same picture keeps its address.
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

/** A public picture by the token of its address. @throws FileNotFound */
export async function readPublic(app: App, token: string, size: Size): Promise<ReadFile> {
  const found = TOKEN.test(token) ? await store.findPublic(app.db, token) : null;
  if (!found) throw new FileNotFound();
  return readFile(app, found, found.path, size);
}

/** A merchant's logo: where everybody sees it, and under which path `readFile` gives its bytes. Null without one. */
export async function merchantLogo(
  app: App,
  merchantId: number,
): Promise<{ address: string; path: string } | null> {
  const logo = await store.findLogo(app.db, { merchantId });
  return logo?.path && logo.token ? { address: publicAddress(logo.token), path: logo.path } : null;
}

/**
 * Makes an uploaded picture the merchant's logo, or takes the logo away; the one before is swept.
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

/** Serves public pictures. An address always means the same bytes, so whoever has them need not ask again. */
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
