import {
  CartForm,
  CheckoutForm,
  type StorePage,
  StoreQuery,
  type StoreRenderer,
} from '@daftar/contract/storefront';
import { type FieldMessages, validate } from '@daftar/contract/validate';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contentSecurityPolicy } from '../checkout/renderer.ts';
import { isCrossSite } from '../checkout/requests.ts';
import type { App } from '../platform/context.ts';
import { AppError } from '../platform/http/errors.ts';
import { factOf } from '../platform/http/server.ts';
import { newToken } from '../platform/references.ts';
import { type CartLine, Carts, countOf, withLine } from './cart.ts';
import { loadStoreRenderer } from './renderer.ts';
import { askedLocale, cookieOf, localeOf, StoreCookies, submissionOf } from './requests.ts';
import * as service from './service.ts';

const BODY_LIMIT_BYTES = 16 * 1024;
const TOKEN = /^[\w-]{20,64}$/;
/** What a store can be called; anything else is no store. */
const SLUG = /^[\w-]{1,100}$/;
const ID = /^\d{1,15}$/;

/** How {@link registerStorefront} is set up. */
export interface StorefrontOptions {
  /** Signs carts. */
  secret: string;
  /** The built renderer of the web workspace by default. */
  renderer?: () => Promise<StoreRenderer>;
}

/** One request at a store. */
interface Visit {
  request: FastifyRequest;
  reply: FastifyReply;
  store: service.Store;
  cookies: StoreCookies;
  lines: CartLine[];
}

type Params = Record<'slug' | 'id' | 'token', string>;
type Fields = Record<string, string>;

/**
 * Serves the stores (addresses in `contract/src/storefront.ts`): forms that work without JavaScript, every post
 * answered by a redirect or by the same form with its errors.
 */
export function registerStorefront(fastify: FastifyInstance, app: App, options: StorefrontOptions): void {
  const renderer = options.renderer ?? loadStoreRenderer;
  const carts = new Carts(options.secret);

  async function show(visit: Visit, page: StorePage, status: number, path: string): Promise<FastifyReply> {
    const { request, reply, store, lines } = visit;
    const { renderStorePage, csp } = await renderer();
    const html = renderStorePage({
      locale: localeOf(request, store.language),
      base: store.base,
      publicUrl: app.config.publicUrl,
      path,
      mode: store.mode,
      ...(await service.frameOf(app, store)),
      cartCount: countOf(lines),
      page,
    });
    return send(reply, status, csp, html);
  }

  async function showNothing(request: FastifyRequest, reply: FastifyReply, status: number) {
    const { renderStorePage, csp } = await renderer();
    const html = renderStorePage({
      locale: localeOf(request, null),
      base: '',
      publicUrl: app.config.publicUrl,
      path: '',
      mode: 'live',
      merchant: null,
      categories: [],
      cartCount: 0,
      page: { kind: 'message', reason: status === 404 ? 'not-found' : 'error' },
    });
    return send(reply, status, csp, html);
  }

  const keep = (visit: Visit, lines: CartLine[]) => {
    visit.lines = lines;
    visit.reply.header('set-cookie', visit.cookies.cart(carts.write(visit.store.base, lines)));
  };
  const message = (visit: Visit, reason: 'not-found' | 'closed') =>
    show(visit, { kind: 'message', reason }, reason === 'closed' ? 503 : 404, '/');

  /** Wraps what a page does with everything that each of them needs. */
  const at =
    (isSandbox: boolean, act: (visit: Visit) => Promise<FastifyReply>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { slug } = request.params as Params;
      const store = SLUG.test(slug) ? await service.openStore(app, slug.toLowerCase(), isSandbox) : null;
      if (!store) return showNothing(request, reply, 404);
      const cookies = new StoreCookies(store.base, app.config.publicUrl);
      const lines = carts.read(store.base, cookieOf(request, 'cart'));
      const visit = { request, reply, store, cookies, lines };
      const locale = request.method === 'GET' ? askedLocale(request) : null;
      if (locale) reply.header('set-cookie', cookies.language(locale));
      return store.isClosed ? message(visit, 'closed') : act(visit);
    };

  const list = async (visit: Visit) => {
    const asked = validate(StoreQuery, withoutBlanks(visit.request.query));
    if (!asked.ok) return message(visit, 'not-found');
    const { q = '', category = null, sub = null, sort = 'newest', page = 1 } = asked.value;
    const query = { q, category, sub, sort, page };
    return show(visit, await service.listPage(app, visit.store, query), 200, '/');
  };

  const product = async (visit: Visit) => {
    const { id } = visit.request.params as Params;
    const { notice } = visit.request.query as Record<string, unknown>;
    const told = notice === 'added' || notice === 'fewer' ? notice : null;
    const page = ID.test(id) ? await service.productPage(app, visit.store, Number(id), told) : null;
    return page ? show(visit, page, 200, `/products/${id}`) : message(visit, 'not-found');
  };

  const cart = async (visit: Visit) => {
    const { view, lines } = await service.cartNow(app, visit.store, visit.lines);
    keep(visit, lines);
    return show(visit, { kind: 'cart', cart: view }, 200, '/cart');
  };

  const changeCart = async (visit: Visit) => {
    const { store, reply } = visit;
    const form = validate(CartForm, visit.request.body);
    const offer = form.ok ? await service.offerOf(app, store, form.value.product) : null;
    if (!form.ok || !offer) return reply.redirect(`${store.base}/cart`, 303);
    const { product: productId, quantity, action } = form.value;
    const change = { productId, quantity, seenPiastres: offer.pricePiastres, action };
    const wanted = withLine(visit.lines, change);
    const now = wanted.find((line) => line.productId === productId)?.quantity ?? 0;
    const most = Math.max(0, offer.available);
    const lines = now > most ? withLine(wanted, { ...change, quantity: most, action: 'set' }) : wanted;
    keep(visit, lines);
    if (action === 'set') return reply.redirect(`${store.base}/cart`, 303);
    const notice = now > most ? 'fewer' : 'added';
    return reply.redirect(`${store.base}/products/${productId}?notice=${notice}`, 303);
  };

  const checkoutPage = async (visit: Visit, values: Fields, errors: FieldMessages, status: number) => {
    const { view, lines } = await service.cartNow(app, visit.store, visit.lines);
    keep(visit, lines);
    if (lines.length === 0) return show(visit, { kind: 'cart', cart: view }, status, '/cart');
    const ways = await service.waysOf(app, visit.store);
    return show(visit, { kind: 'checkout', cart: view, ways, values, errors }, status, '/checkout');
  };

  const checkout = async (visit: Visit) => {
    visit.reply.header('set-cookie', visit.cookies.submission(newToken()));
    return checkoutPage(visit, {}, {}, 200);
  };

  const placeOrder = async (visit: Visit) => {
    const { request, reply, store } = visit;
    const fields = request.body as Fields;
    const form = validate(CheckoutForm, fields);
    if (!form.ok) return checkoutPage(visit, fields, form.errors, 422);
    const ways = await service.waysOf(app, store);
    if (!ways.includes(form.value.payment)) {
      return checkoutPage(visit, fields, { payment: [{ key: 'Invalid' }] }, 422);
    }
    const submissionKey = submissionOf(request);
    if (!submissionKey) return reply.redirect(`${store.base}/checkout`, 303);
    const language = localeOf(request, store.language) === 'en' ? 2 : 1;
    const placed = await service.order(app, store, visit.lines, form.value, { language, submissionKey });
    if (placed === 'changed') return checkoutPage(visit, fields, {}, 409);
    keep(visit, []);
    const to =
      form.value.payment === 'now' ? `/pay/${placed.token}` : `${store.base}/orders/${placed.token}?new=1`;
    return reply.redirect(to, 303);
  };

  const order = async (visit: Visit) => {
    const { token } = visit.request.params as Params;
    const isNew = (visit.request.query as Record<string, unknown>).new === '1';
    const page = TOKEN.test(token) ? await service.orderPage(app, visit.store, token, isNew) : null;
    return page ? show(visit, page, 200, `/orders/${token}`) : message(visit, 'not-found');
  };

  fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    scope.addHook('onRequest', async (request, reply) => {
      if (request.method === 'POST' && isCrossSite(request, app.config.publicUrl)) {
        return showNothing(request, reply, 403);
      }
    });
    scope.setErrorHandler(async (error: FastifyError, request, reply) => {
      const fact = factOf(error);
      if (fact.status >= 500 && !(error instanceof AppError)) {
        request.log.error({ err: error, requestId: request.id }, 'storefront page failed');
      }
      if (fact.retryAfterSeconds !== undefined) reply.header('retry-after', String(fact.retryAfterSeconds));
      return showNothing(request, reply, fact.status);
    });
    for (const isSandbox of [false, true]) {
      const base = `${isSandbox ? '/sandbox' : ''}/store/:slug`;
      scope.get(base, at(isSandbox, list));
      scope.get(`${base}/`, at(isSandbox, list));
      scope.get(`${base}/products/:id`, at(isSandbox, product));
      scope.get(`${base}/cart`, at(isSandbox, cart));
      scope.post(`${base}/cart`, at(isSandbox, changeCart));
      scope.get(`${base}/checkout`, at(isSandbox, checkout));
      scope.post(`${base}/checkout`, at(isSandbox, placeOrder));
      scope.get(`${base}/orders/:token`, at(isSandbox, order));
    }
  });
}

/** Fields left empty in a search form ask for nothing. */
const withoutBlanks = (query: unknown) =>
  Object.fromEntries(Object.entries(query as object).filter(([, value]) => value !== ''));

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
