/** What the storefront reads of a request besides its form, and what it leaves in the browser. */
import type { StoreLocale } from '@daftar/contract/storefront';
import type { FastifyRequest } from 'fastify';
import { formKey, pageLocale } from '../platform/http/pages.ts';

const DAY_SECONDS = 86_400;

/** The address's language, else the one chosen before, else what the browser prefers, else the merchant's. */
export const localeOf = (request: FastifyRequest, language: 1 | 2 | null): StoreLocale =>
  pageLocale(request, 'store_lang', language, 'reader');

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
export const submissionOf = (request: FastifyRequest): string | null => formKey(request, 'order_form');

/** The cart as its cookie carries it; null without one. */
export const cartOf = (request: FastifyRequest): string | null => request.cookies.cart ?? null;
