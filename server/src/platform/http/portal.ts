import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NOT_THE_PORTAL } from '@daftar/contract/addresses';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Locale } from '../i18n/translate.ts';
import { projectRoot } from '../paths.ts';
import { serveAssets } from './assets.ts';
import { guestLocale } from './error-page.ts';
import { AppError, NotFoundError } from './errors.ts';
import { KEPT_COMPRESSION } from './kept.ts';

const NONCE_PLACE = /__CSP_NONCE__/g;
const languageOf = (locale: Locale) => `<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}">`;
const LANGUAGE_PLACE = languageOf('en');
/** File names (`/ads.txt`, `/.env`, `/wp-login.php`, `/site.webmanifest`), which are never a screen. */
const A_FILE = /(^|\/)\.|\.[A-Za-z][A-Za-z0-9]{0,10}\/*$/;

const FOR_PROGRAMS = /^\/(?:api|mcp)(?:\/|$)/;

const FOR_A_DAY = 'public, max-age=86400';
/** Revalidated each time, because it must not outlive its release. */
const NEVER = 'no-cache';
const MANIFEST = { type: 'application/manifest+json; charset=utf-8', cache: NEVER };
const PICTURE = { type: 'image/png', cache: FOR_A_DAY };

/** The files beside the portal's page. A worker obeys the policy of its own file: this one requests pages from us. */
const FILES: Readonly<Record<string, { type: string; cache: string; policy?: string }>> = {
  'favicon.svg': { type: 'image/svg+xml', cache: FOR_A_DAY },
  'icon-192.png': PICTURE,
  'icon-512.png': PICTURE,
  'icon-maskable.png': PICTURE,
  'apple-touch-icon.png': PICTURE,
  'app-en.webmanifest': MANIFEST,
  'app-ar.webmanifest': MANIFEST,
  'worker.js': {
    type: 'text/javascript; charset=utf-8',
    cache: NEVER,
    policy:
      "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  },
};

/**
 * Serves the portal's files, and its single HTML page for every address that may be a screen. The page has a fresh
 * nonce each time; nothing inline runs without it.
 */
export async function registerPortal(server: FastifyInstance): Promise<void> {
  const root = join(projectRoot, 'web/dist/portal');
  const built = existsSync(join(root, 'index.html'));
  const html = built ? readFileSync(join(root, 'index.html'), 'utf8') : null;
  if (built) {
    await serveAssets(server, join(root, 'assets'), '/assets');
    for (const [name, { type, cache, policy }] of Object.entries(FILES)) {
      const content = readFileSync(join(root, name));
      server.get(`/${name}`, { compress: KEPT_COMPRESSION }, async (_request, reply) => {
        if (policy) reply.header('content-security-policy', policy);
        return reply.type(type).header('cache-control', cache).send(content);
      });
    }
  }
  server.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const screen = request.method === 'GET' || request.method === 'HEAD';
    // A browser that opens the address of a form belongs to a person, for whom an error page is more helpful.
    const methods = screen && !FOR_PROGRAMS.test(path) ? [] : server.methodsAt(path);
    if (methods.length > 0 && !methods.includes(request.method)) {
      reply.header('allow', methods.join(', '));
      throw new AppError(405, 'http.methodNotAllowed');
    }
    if (!screen || NOT_THE_PORTAL.test(path) || A_FILE.test(path) || html === null) throw new NotFoundError();
    return sendPage(request, reply, html);
  });
}

/** Sends an HTML page in its reader's language, with a fresh nonce in the page and its content security policy. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, html: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
  return reply
    .code(200)
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html.replace(NONCE_PLACE, nonce).replace(LANGUAGE_PLACE, languageOf(guestLocale(request))));
}
