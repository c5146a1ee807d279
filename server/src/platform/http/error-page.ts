/** The error page for people who follow a wrong address, without any part of the application. */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type Locale, preferredLocale, translate } from '../i18n/translate.ts';
import { escapeMarkup } from '../markup.ts';
import type { AppError } from './errors.ts';

const STYLE =
  'body{margin:0;display:grid;place-items:center;min-height:100vh;padding:1rem;box-sizing:border-box;font:16px/1.6 "IBM Plex Sans Arabic","IBM Plex Sans",system-ui,sans-serif;color-scheme:light dark}main{max-width:32rem;text-align:center}h1{font-size:1.375rem;margin:0 0 1rem}p{margin:0 0 .5rem}small{opacity:.75}a{color:inherit}';

/** Allows only its own style, and no script. */
export const ERROR_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Returns whether a browser requests a page, rather than a program a reply. */
export function wantsPage(request: FastifyRequest): boolean {
  const { method, url, headers } = request;
  if (method !== 'GET' && method !== 'HEAD') return false;
  return !/^\/api(\/|$)/.test(url) && /\btext\/html\b/.test(headers.accept ?? '');
}

/** Returns the language of a page for an unknown reader: that of the URL, of the browser, or Arabic. */
export function guestLocale(request: FastifyRequest): Locale {
  const asked = /[?&]lang=(ar|en)(?:&|$)/.exec(request.url)?.[1] as Locale | undefined;
  return asked ?? preferredLocale(request.headers['accept-language']) ?? 'ar';
}

/** Renders the document. */
export function errorPage(locale: Locale, error: AppError, requestId: string): string {
  const say = (key: string) => escapeMarkup(translate(locale, `http.page.${key}`));
  const sentence = escapeMarkup(translate(locale, error.ref));
  // Offers the same address again, unless nothing can be there.
  const isOurs = error.status >= 500;
  const hint = error.status === 404 ? 'notFound' : isOurs ? 'later' : 'other';
  const way = isOurs ? `<a href="">${say('again')}</a>` : `<a href="/">${say('home')}</a>`;
  return `<!doctype html><html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${sentence}</title><meta name="robots" content="noindex"><style>${STYLE}</style></head><body><main><h1>${sentence}</h1><p>${say(hint)}</p><p>${way}</p><p><small>${say('request')} <bdi dir="ltr">${escapeMarkup(requestId)}</bdi></small></p></main></body></html>`;
}
