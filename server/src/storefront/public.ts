/** Tells search engines which pages exist and which may be crawled. */
import { DOC_PAGES, GUIDES, SEARCH_PATH } from '@daftar/contract/docs';
import type { FastifyInstance } from 'fastify';
import type { App } from '../platform/context.ts';
import { KEPT_COMPRESSION } from '../platform/http/kept.ts';
import { escapeMarkup } from '../platform/markup.ts';
import { storePath } from '../products/address.ts';
import { listOpenStores } from './store.ts';

const HOUR_SECONDS = 3_600;
/** The standard allows 50,000 URLs per sitemap; each store has one in each of two languages. */
const STORES_MAXIMUM = 20_000;
const PAGES = [
  ...GUIDES.map((page) => DOC_PAGES[page]),
  DOC_PAGES.reference,
  DOC_PAGES.terms,
  DOC_PAGES.privacy,
];

/**
 * Disallows everything that is not public. `/pay` stays allowed, because a crawler must fetch a page to see its
 * `noindex`.
 */
const robots = (publicUrl: string) =>
  [
    'User-agent: *',
    'Allow: /$',
    ...['/docs', '/terms', '/privacy', '/store/', '/media/', '/assets/', '/favicon.svg', '/pay/'].map(
      (path) => `Allow: ${path}`,
    ),
    `Disallow: ${SEARCH_PATH}`,
    'Disallow: /store/*/cart',
    'Disallow: /store/*/checkout',
    'Disallow: /store/*/orders/',
    'Disallow: /',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');

/** Entries for a URL in both languages, each referring to the other. */
function entries(address: string): string {
  const at = (locale: string) => escapeMarkup(`${address}?lang=${locale}`);
  const others = [...['ar', 'en'].map((locale) => [locale, at(locale)]), ['x-default', escapeMarkup(address)]]
    .map(([locale, href]) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${href}"/>`)
    .join('');
  return ['ar', 'en'].map((locale) => `<url><loc>${at(locale)}</loc>${others}</url>`).join('\n');
}

/** Serves `/robots.txt` and `/sitemap.xml`; the latter is built at most once an hour. */
export function registerSearchEngines(server: FastifyInstance, app: App): void {
  const { publicUrl } = app.config;
  let kept: { at: number; xml: Promise<Buffer> } | undefined;

  async function sitemap(): Promise<Buffer> {
    const slugs = await listOpenStores(app.db, STORES_MAXIMUM);
    const addresses = [...PAGES, ...slugs.map((slug) => storePath(slug, 'live'))];
    const urls = addresses.map((path) => entries(`${publicUrl}${path}`)).join('\n');
    return Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls}\n</urlset>\n`,
    );
  }

  const caching = `public, max-age=${HOUR_SECONDS}`;
  server.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', caching).send(robots(publicUrl)),
  );
  server.get('/sitemap.xml', { compress: KEPT_COMPRESSION }, async (_request, reply) => {
    const now = app.clock.now().getTime();
    if (!kept || Math.abs(now - kept.at) >= HOUR_SECONDS * 1000) kept = { at: now, xml: sitemap() };
    const current = kept;
    try {
      return reply
        .type('application/xml; charset=utf-8')
        .header('cache-control', caching)
        .send(await current.xml);
    } catch (error) {
      // A failure is not cached.
      if (kept === current) kept = undefined;
      throw error;
    }
  });
}
