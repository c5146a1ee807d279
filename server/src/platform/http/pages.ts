/** Shared parts of the server-rendered pages with plain forms: payment page, storefront, guide. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrandView } from '@daftar/contract/brand';
import { brandStyle } from '@daftar/contract/brand-colours';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Locale, preferredLocale } from '../i18n/translate.ts';
import { projectRoot } from '../paths.ts';
import { AppError } from './errors.ts';
import { factOf } from './server.ts';

/**
 * Loads a renderer built by the web workspace, once; by path, because the server imports no web sources. A failure is
 * not cached, because the page may be built a moment later.
 */
export function builtRenderer<R>(page: 'pay' | 'shop' | 'docs'): () => Promise<R> {
  const built = pathToFileURL(join(projectRoot, 'web', 'dist', page, 'render.js')).href;
  let loading: Promise<R> | undefined;
  return () => {
    loading ??= (import(built) as Promise<R>).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

/**
 * Allows only a page's own hashed scripts and styles.
 * @param formOrigins origins besides ours to which its forms may be submitted
 * @param frameOrigins origins of pages that may embed it; none by default
 */
export function contentSecurityPolicy(
  csp: { script: readonly string[]; style: readonly string[] },
  formOrigins: readonly string[] = [],
  frameOrigins: readonly string[] = [],
): string {
  return [
    "default-src 'none'",
    `script-src ${csp.script.join(' ') || "'none'"}`,
    `style-src ${csp.style.join(' ') || "'none'"}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    ["form-action 'self'", ...formOrigins].join(' '),
    "base-uri 'none'",
    `frame-ancestors ${frameOrigins.join(' ') || "'none'"}`,
  ].join('; ');
}

/** Adds the style of a merchant's colour, which is inlined after the page's own. */
export function withBrand<C extends { style: readonly string[] }>(csp: C, brand: BrandView | null): C {
  const style = brandStyle(brand?.colour ?? null);
  if (style === '') return csp;
  const hash = createHash('sha256').update(style, 'utf8').digest('base64');
  return { ...csp, style: [...csp.style, `'sha256-${hash}'`] };
}

const asLocale = (value: unknown): Locale | null => (value === 'ar' || value === 'en' ? value : null);

/** Returns the language in the URL; null if there is none. */
export function askedLocale(request: FastifyRequest): Locale | null {
  return asLocale((request.query as Record<string, unknown> | undefined)?.lang);
}

/**
 * Chooses a page's language: that of the URL, of the cookie, then those of the content (1 Arabic, 2 English) and of the
 * browser in the order of `first`; otherwise Arabic.
 */
export function pageLocale(
  request: FastifyRequest,
  cookie: string,
  language: 1 | 2 | null,
  first: 'own' | 'reader' = 'own',
): Locale {
  const own = language === null ? null : language === 2 ? 'en' : 'ar';
  const reader = preferredLocale(request.headers['accept-language']);
  const otherwise = first === 'own' ? (own ?? reader) : (reader ?? own);
  return askedLocale(request) ?? asLocale(request.cookies[cookie]) ?? otherwise ?? 'ar';
}

/**
 * Returns the key of the form that a browser was last shown, from its cookie; submitting a form twice is then one
 * action.
 */
export function formKey(request: FastifyRequest, cookie: string): string | null {
  const value = request.cookies[cookie];
  return value !== undefined && /^[\w-]{20,64}$/.test(value) ? value : null;
}

/**
 * Returns whether a form was posted from another site. Browsers report this in Sec-Fetch-Site. Older ones send only
 * Origin, which is `null` for our own forms too, because our pages send no referrer; so it counts only if it names a
 * site.
 */
export function isCrossSite(request: FastifyRequest, publicUrl: string): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin';
  const { origin } = request.headers;
  if (origin === undefined || origin === 'null') return false;
  return origin !== new URL(publicUrl).origin && origin !== `${request.protocol}://${request.headers.host}`;
}

/** Options of {@link takeForms}. */
interface FormPages {
  /** The name of the pages in the log. */
  name: string;
  bodyLimitBytes: number;
  publicUrl: string;
  /** Replies instead of the requested page. */
  refuse: (request: FastifyRequest, reply: FastifyReply, status: number) => Promise<FastifyReply>;
}

/** Makes a scope accept only forms of our own pages (403 from other sites), and answer every error with a page. */
export function takeForms(
  scope: FastifyInstance,
  { name, bodyLimitBytes, publicUrl, refuse }: FormPages,
): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: bodyLimitBytes },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
  scope.addHook('onRequest', async (request, reply) => {
    if (request.method === 'POST' && isCrossSite(request, publicUrl)) return refuse(request, reply, 403);
  });
  scope.setErrorHandler(async (error: FastifyError, request, reply) => {
    const fact = factOf(error);
    if (fact.status >= 500 && !(error instanceof AppError)) {
      request.log.error({ err: error, requestId: request.id }, `${name} failed`);
    }
    if (fact.retryAfterSeconds !== undefined) reply.header('retry-after', String(fact.retryAfterSeconds));
    return refuse(request, reply, fact.status);
  });
}
