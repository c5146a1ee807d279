/** What the payment page reads of a request besides its form: cookies, language, and where it was posted from. */
import type { CheckoutLocale } from '@daftar/contract/checkout';
import type { FastifyRequest } from 'fastify';

const LANGUAGE_COOKIE = 'pay_lang';
const FORM_COOKIE = 'pay_form';
const YEAR_SECONDS = 31_536_000;

function cookieOf(request: FastifyRequest, name: string): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, ...value] = pair.trim().split('=');
    if (key === name) return value.join('=');
  }
  return null;
}

function asLocale(value: unknown): CheckoutLocale | null {
  return value === 'ar' || value === 'en' ? value : null;
}

/** The language asked for by the address, null when it asks for none. */
export function askedLocale(request: FastifyRequest): CheckoutLocale | null {
  return asLocale((request.query as Record<string, unknown>).lang);
}

/** The address's language, else the one chosen before, else the payable's own (1 Arabic, 2 English; default 1). */
export function localeOf(request: FastifyRequest, language: 1 | 2 | null): CheckoutLocale {
  return (
    askedLocale(request) ?? asLocale(cookieOf(request, LANGUAGE_COOKIE)) ?? (language === 2 ? 'en' : 'ar')
  );
}

const attributes = (path: string, secure: boolean) =>
  `Path=${path}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

/** Remembers the language for a year. */
export function languageCookie(locale: CheckoutLocale, secure: boolean): string {
  return `${LANGUAGE_COOKIE}=${locale}; Max-Age=${YEAR_SECONDS}; ${attributes('/pay', secure)}`;
}

/** The key of the form that this browser was last shown for a payable; makes posting it twice one attempt. */
export function submissionKeyOf(request: FastifyRequest): string | null {
  const value = cookieOf(request, FORM_COOKIE);
  return value !== null && /^[\w-]{20,64}$/.test(value) ? value : null;
}

export function submissionCookie(key: string, token: string, secure: boolean): string {
  return `${FORM_COOKIE}=${key}; ${attributes(`/pay/${token}`, secure)}`;
}

/**
 * Whether a form was posted from another site. Browsers say so in Sec-Fetch-Site. Older ones send only Origin, which
 * is `null` for our own forms too, because our pages send no referrer; so it counts only when it names somebody.
 */
export function isCrossSite(request: FastifyRequest, publicUrl: string): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin';
  const { origin } = request.headers;
  if (origin === undefined || origin === 'null') return false;
  return origin !== new URL(publicUrl).origin && origin !== `${request.protocol}://${request.headers.host}`;
}
