/** What the payment page reads of a request besides its form, and what it leaves in the browser. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CheckoutLocale } from '@daftar/contract/checkout';
import type { FastifyRequest } from 'fastify';
import type { App } from '../platform/context.ts';
import { formKey, pageLocale } from '../platform/http/pages.ts';
import { strangersKey } from '../platform/keys.ts';

const LANGUAGE_COOKIE = 'pay_lang';
const FORM_COOKIE = 'pay_form';
const YEAR_SECONDS = 31_536_000;
/** As long as a payer may want to see what became of a payment. */
const MONTH_SECONDS = 2_592_000;

/** The address's language, else the one chosen before, else the payable's own, else what the browser prefers. */
export function localeOf(request: FastifyRequest, language: 1 | 2 | null): CheckoutLocale {
  return pageLocale(request, LANGUAGE_COOKIE, language);
}

const attributes = (path: string, secure: boolean) =>
  `Path=${path}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

/** Remembers the language for a year. */
export function languageCookie(locale: CheckoutLocale, secure: boolean): string {
  return `${LANGUAGE_COOKIE}=${locale}; Max-Age=${YEAR_SECONDS}; ${attributes('/pay', secure)}`;
}

/**
 * The key of the form that this browser was shown or posted last at a payable: it names the attempt that is the
 * browser's own, and stands in for a form's own name on a page without one.
 */
export function ownKeyOf(request: FastifyRequest): string | null {
  return formKey(request, FORM_COOKIE);
}

/** Keeps the key of a form in this browser, for this payable alone. */
export function formCookie(key: string, token: string, secure: boolean): string {
  return `${FORM_COOKIE}=${key}; Max-Age=${MONTH_SECONDS}; ${attributes(`/pay/${token}`, secure)}`;
}

function sign(app: App, token: string, key: string): Buffer {
  return createHmac('sha256', strangersKey(app, 'payment form'))
    .update(`${token}\n${key}`)
    .digest()
    .subarray(0, 16);
}

/** A form's key as the form itself carries it: good for this payable, and only as we issued it. */
export function formName(app: App, token: string, key: string): string {
  return `${key}.${sign(app, token, key).toString('base64url')}`;
}

/** The key that {@link formName} put into a form; null when it did not, or for another payable. */
export function readFormName(app: App, token: string, name: string | undefined): string | null {
  const [, key, signature] = /^([\w-]{20,64})\.([\w-]{22})$/.exec(name ?? '') ?? [];
  if (key === undefined || signature === undefined) return null;
  return timingSafeEqual(Buffer.from(signature, 'base64url'), sign(app, token, key)) ? key : null;
}
