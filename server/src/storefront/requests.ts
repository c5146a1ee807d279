/** What the storefront reads of a request besides its form, and what it leaves in the browser. */
import type { StoreLocale } from '@daftar/contract/storefront';
import type { FastifyRequest } from 'fastify';

const DAY_SECONDS = 86_400;

/** A cookie of a request. */
export function cookieOf(request: FastifyRequest, name: string): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, ...value] = pair.trim().split('=');
    if (key === name) return value.join('=');
  }
  return null;
}

const asLocale = (value: unknown): StoreLocale | null => (value === 'ar' || value === 'en' ? value : null);

/** The language that an address asks for. */
export const askedLocale = (request: FastifyRequest) =>
  asLocale((request.query as Record<string, unknown>).lang);

/** The address's language, else the one chosen before, else the merchant's (1 Arabic, 2 English). */
export const localeOf = (request: FastifyRequest, language: 1 | 2 | null): StoreLocale =>
  askedLocale(request) ?? asLocale(cookieOf(request, 'store_lang')) ?? (language === 2 ? 'en' : 'ar');

/** Cookies of one store: no other store and no script sees them. */
export class StoreCookies {
  readonly #end: string;

  constructor(base: string, publicUrl: string) {
    this.#end = `Path=${base}; HttpOnly; SameSite=Lax${publicUrl.startsWith('https:') ? '; Secure' : ''}`;
  }

  /** Kept for a month. */
  cart(value: string): string {
    return `cart=${value}; Max-Age=${30 * DAY_SECONDS}; ${this.#end}`;
  }

  language(locale: StoreLocale): string {
    return `store_lang=${locale}; Max-Age=${365 * DAY_SECONDS}; ${this.#end}`;
  }

  /** Names the checkout form that this browser was shown, so that sending it twice is one order. */
  submission(key: string): string {
    return `order_form=${key}; ${this.#end}`;
  }
}

/** The key of the checkout form that this browser was shown. */
export function submissionOf(request: FastifyRequest): string | null {
  const value = cookieOf(request, 'order_form');
  return value !== null && /^[\w-]{20,64}$/.test(value) ? value : null;
}
