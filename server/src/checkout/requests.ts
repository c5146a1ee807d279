/** What the payment page reads of a request besides its form, and what it leaves in the browser. */
import type { CheckoutLocale } from '@daftar/contract/checkout';
import type { FastifyRequest } from 'fastify';
import { formKey, pageLocale } from '../platform/http/pages.ts';

const LANGUAGE_COOKIE = 'pay_lang';
const FORM_COOKIE = 'pay_form';
const YEAR_SECONDS = 31_536_000;

/** The address's language, else the one chosen before, else the payable's own (1 Arabic, 2 English; default 1). */
export function localeOf(request: FastifyRequest, language: 1 | 2 | null): CheckoutLocale {
  return pageLocale(request, LANGUAGE_COOKIE, language);
}

const attributes = (path: string, secure: boolean) =>
  `Path=${path}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

/** Remembers the language for a year. */
export function languageCookie(locale: CheckoutLocale, secure: boolean): string {
  return `${LANGUAGE_COOKIE}=${locale}; Max-Age=${YEAR_SECONDS}; ${attributes('/pay', secure)}`;
}

/** The key of the form that this browser was last shown for a payable; makes posting it twice one attempt. */
export function submissionKeyOf(request: FastifyRequest): string | null {
  return formKey(request, FORM_COOKIE);
}

/** Names the form that this browser is shown, of this payable alone. */
export function submissionCookie(key: string, token: string, secure: boolean): string {
  return `${FORM_COOKIE}=${key}; ${attributes(`/pay/${token}`, secure)}`;
}
