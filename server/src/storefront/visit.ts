/** One request to a store: the store, the cart and the reply. */
import type { StorePage, StoreRenderer } from '@daftar/contract/storefront';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { originAt } from '../branding/origin.ts';
import type { App } from '../platform/context.ts';
import { askedLocale, contentSecurityPolicy, withBrand } from '../platform/http/pages.ts';
import { type CartLine, type Carts, countOf } from './cart.ts';
import { cartOf, localeOf, StoreCookies } from './requests.ts';
import { frameOf, openStore, type Store } from './service.ts';

/** The parts of the application that every visit needs. */
export interface Shop {
  app: App;
  carts: Carts;
  renderer: () => Promise<StoreRenderer>;
}

/** A request to an existing store. */
export interface Visit extends Shop {
  request: FastifyRequest;
  reply: FastifyReply;
  store: Store;
  cookies: StoreCookies;
  lines: CartLine[];
}

/** Parameters of a store's addresses. */
export type Params = Record<'slug' | 'id' | 'token', string>;

/** The pattern of a store's slug. */
const SLUG = /^[\w-]{1,100}$/;

/** Handles a request to a store; an unknown or closed store gets an error page. */
export function atStore(shop: Shop, isSandbox: boolean, act: (visit: Visit) => Promise<FastifyReply>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { slug } = request.params as Params;
    const store = SLUG.test(slug) ? await openStore(shop.app, slug.toLowerCase(), isSandbox) : null;
    if (!store) return showNothing(shop, request, reply, 404);
    const cookies = new StoreCookies(store.base, shop.app.config.publicUrl);
    const lines = shop.carts.read(store.base, cartOf(request));
    const locale = request.method === 'GET' ? askedLocale(request) : null;
    if (locale) reply.header('set-cookie', cookies.language(locale));
    const visit = { ...shop, request, reply, store, cookies, lines };
    return store.isClosed ? message(visit, 'closed') : act(visit);
  };
}

/** Sends a page of the store within its frame. */
export async function show(
  { app, renderer, request, reply, store, lines }: Visit,
  page: StorePage,
  status: number,
  path: string,
): Promise<FastifyReply> {
  const { renderStorePage, csp } = await renderer();
  const frame = await frameOf(app, store);
  const html = renderStorePage({
    locale: localeOf(request, store.language),
    base: store.base,
    publicUrl: originAt(app, frame.host),
    path,
    mode: store.mode,
    merchant: frame.merchant,
    categories: frame.categories,
    hasMoreCategories: frame.hasMoreCategories,
    cartCount: countOf(lines),
    page,
  });
  return send(reply, status, withBrand(csp, frame.merchant.brand), html);
}

/** Replies that a page does not exist (404), or that the store is closed (503). */
export function message(visit: Visit, reason: 'not-found' | 'closed'): Promise<FastifyReply> {
  return show(visit, { kind: 'message', reason }, reason === 'closed' ? 503 : 404, '/');
}

/** Replies that there is no such store, or that an error occurred, in a page without a store's frame. */
export async function showNothing(
  { app, renderer }: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
): Promise<FastifyReply> {
  const { renderStorePage, csp } = await renderer();
  const html = renderStorePage({
    locale: localeOf(request, null),
    base: '',
    publicUrl: app.config.publicUrl,
    path: '',
    mode: 'live',
    merchant: null,
    categories: [],
    hasMoreCategories: false,
    cartCount: 0,
    page: { kind: 'message', reason: status === 404 ? 'not-found' : 'error' },
  });
  return send(reply, status, csp, html);
}

/** Stores the cart in the browser, and for the rest of the visit. */
export function keepCart(visit: Visit, lines: CartLine[]): void {
  visit.lines = lines;
  visit.reply.header('set-cookie', visit.cookies.cart(visit.carts.write(visit.store.base, lines)));
}

function send(reply: FastifyReply, status: number, csp: StoreRenderer['csp'], html: string): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': contentSecurityPolicy(csp),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
    })
    .send(html);
}
