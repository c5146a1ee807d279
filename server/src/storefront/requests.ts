/** Reads the storefront's cookies and headers, and makes its cookies. */
import type { StoreLocale } from '@daftar/contract/storefront';
import type { FastifyRequest } from 'fastify';
import { formKey, pageLocale } from '../platform/http/pages.ts';

const DAY_SECONDS = 86_400;

/** Chooses the language: that of the URL, the one chosen before, the browser's or the merchant's. */
export const localeOf = (request: FastifyRequest, language: 1 | 2 | null): StoreLocale =>
  pageLocale(request, 'store_lang', language, 'reader');

/** Cookies of one store, invisible to other stores and to scripts. */
export class StoreCookies {
  readonly #end: string;

  constructor(base: string, publicUrl: string) {
    this.#end = `Path=${base}; HttpOnly; SameSite=Lax${publicUrl.startsWith('https:') ? '; Secure' : ''}`;
  }

  /** Stores the cart for a month. */
  cart(value: string): string {
    return `cart=${value}; Max-Age=${30 * DAY_SECONDS}; ${this.#end}`;
  }

  language(locale: StoreLocale): string {
    return `store_lang=${locale}; Max-Age=${365 * DAY_SECONDS}; ${this.#end}`;
  }

  /** Stores the key of the checkout form, so that submitting it twice makes one order. */
  submission(key: string): string {
    return `order_form=${key}; ${this.#end}`;
  }
}

/** Returns the key of the checkout form that this browser was shown. */
export const submissionOf = (request: FastifyRequest): string | null => formKey(request, 'order_form');

/** Returns the value of the cart's cookie; null without one. */
export const cartOf = (request: FastifyRequest): string | null => request.cookies.cart ?? null;
