/** Reads the payment page's cookies, headers and form names, and makes its cookies. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CheckoutLocale } from '@daftar/contract/checkout';
import type { FastifyRequest } from 'fastify';
import type { App } from '../platform/context.ts';
import { formKey, pageLocale } from '../platform/http/pages.ts';
import { guestKey } from '../platform/keys.ts';

const LANGUAGE_COOKIE = 'pay_lang';
const FORM_COOKIE = 'pay_form';
const YEAR_SECONDS = 31_536_000;
/** One month, during which payers may want to look up a payment. */
const MONTH_SECONDS = 2_592_000;

/** Chooses the language: that of the URL, the one chosen before, the payable's own, or the browser's. */
export function localeOf(request: FastifyRequest, language: 1 | 2 | null): CheckoutLocale {
  return pageLocale(request, LANGUAGE_COOKIE, language);
}

/** Returns whether a page is requested for display inside another page. Browsers before 2023 do not report this. */
export const isFramed = ({ headers }: FastifyRequest): boolean => headers['sec-fetch-dest'] === 'iframe';

/**
 * Inside another site's page, a browser keeps only cookies declared for that purpose, separately for each such site.
 */
function attributes(request: FastifyRequest, path: string, secure: boolean): string {
  const site = secure && isFramed(request) ? 'None; Partitioned' : 'Lax';
  return `Path=${path}; HttpOnly; SameSite=${site}${secure ? '; Secure' : ''}`;
}

/** Stores the language for a year. */
export function languageCookie(request: FastifyRequest, locale: CheckoutLocale, secure: boolean): string {
  return `${LANGUAGE_COOKIE}=${locale}; Max-Age=${YEAR_SECONDS}; ${attributes(request, '/pay', secure)}`;
}

/**
 * Returns the key of the form that this browser last opened or submitted for a payable. It identifies the browser's own
 * attempt, and replaces the key of a form on pages without one.
 */
export function ownKeyOf(request: FastifyRequest): string | null {
  return formKey(request, FORM_COOKIE);
}

/** Stores a form's key in this browser, for this payable only. */
export function formCookie(
  request: FastifyRequest,
  { key, token }: { key: string; token: string },
  secure: boolean,
): string {
  return `${FORM_COOKIE}=${key}; Max-Age=${MONTH_SECONDS}; ${attributes(request, `/pay/${token}`, secure)}`;
}

function sign(app: App, token: string, key: string): Buffer {
  return createHmac('sha256', guestKey(app, 'payment form'))
    .update(`${token}\n${key}`)
    .digest()
    .subarray(0, 16);
}

/** Signs a form's key for use in the form; valid for this payable only. */
export function formName(app: App, token: string, key: string): string {
  return `${key}.${sign(app, token, key).toString('base64url')}`;
}

/** Returns the key that {@link formName} signed; null if the signature is not ours or belongs to another payable. */
export function readFormName(app: App, token: string, name: string | undefined): string | null {
  const [, key, signature] = /^([\w-]{20,64})\.([\w-]{22})$/.exec(name ?? '') ?? [];
  if (key === undefined || signature === undefined) return null;
  return timingSafeEqual(Buffer.from(signature, 'base64url'), sign(app, token, key)) ? key : null;
}
