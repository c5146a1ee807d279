import { OtpForm } from '@daftar/contract/checkout';
import { readWhole } from '@daftar/contract/numbers';
import { CartForm, CheckoutForm, StoreQuery, type StoreRenderer } from '@daftar/contract/storefront';
import { type ErrorRef, type FieldMessages, type MessageRef, validate } from '@daftar/contract/validate';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { CashHeld, type Confirming, sendOrderCode, verifyOrderCode } from '../orders/index.ts';
import type { App } from '../platform/context.ts';
import { clientAddress } from '../platform/http/addresses.ts';
import { TooManyError } from '../platform/http/errors.ts';
import { builtRenderer, takeForms } from '../platform/http/pages.ts';
import { newToken } from '../platform/references.ts';
import { Carts, withLine } from './cart.ts';
import { localeOf, submissionOf } from './requests.ts';
import * as service from './service.ts';
import {
  atStore,
  keepCart,
  message,
  type Params,
  type Shop,
  show,
  showNothing,
  type Visit,
} from './visit.ts';

const BODY_LIMIT_BYTES = 16 * 1024;
const TOKEN = /^[\w-]{20,64}$/;
const ID = /^\d{1,15}$/;

const loadStoreRenderer = builtRenderer<StoreRenderer>('shop');

/** Options of {@link registerStorefront}. */
export interface StorefrontOptions {
  /** Signs carts. */
  readonly secret: string;
  /** Defaults to the built renderer of the web workspace. */
  renderer?: () => Promise<StoreRenderer>;
}

/**
 * Serves the stores (paths in `contract/src/storefront.ts`): forms that work without JavaScript, every post answered
 * by a redirect or by the same form with its errors.
 */
export function registerStorefront(fastify: FastifyInstance, app: App, options: StorefrontOptions): void {
  const { renderer = loadStoreRenderer } = options;
  const shop: Shop = { app, carts: new Carts(options), renderer };
  fastify.register(async (scope) => {
    takeForms(scope, {
      name: 'storefront page',
      bodyLimitBytes: BODY_LIMIT_BYTES,
      publicUrl: app.config.publicUrl,
      refuse: (request, reply, status) => showNothing(shop, request, reply, status),
    });
    for (const isSandbox of [false, true]) {
      const base = `${isSandbox ? '/sandbox' : ''}/store/:slug`;
      const at = (act: (visit: Visit) => Promise<FastifyReply>) => atStore(shop, isSandbox, act);
      scope.get(base, at(list));
      scope.get(`${base}/`, at(list));
      scope.get(`${base}/products/:id`, at(product));
      scope.get(`${base}/cart`, at(cart));
      scope.post(`${base}/cart`, at(changeCart));
      scope.get(`${base}/checkout`, at(checkout));
      scope.post(`${base}/checkout`, at(placeOrder));
      scope.get(`${base}/orders/:token`, at(order));
    }
  });
}

async function list(visit: Visit): Promise<FastifyReply> {
  const asked = validate(StoreQuery, withoutBlanks(visit.request.query));
  if (!asked.ok) return message(visit, 'not-found');
  const { q = '', category = null, sub = null, sort = 'newest', page = 1 } = asked.value;
  const query = { q, category, sub, sort, page };
  return show(visit, await service.listPage(visit.app, visit.store, query), 200, '/');
}

async function product(visit: Visit): Promise<FastifyReply> {
  const { id } = visit.request.params as Params;
  const { notice } = visit.request.query as Record<string, unknown>;
  const told = notice === 'added' || notice === 'fewer' ? notice : null;
  const page = ID.test(id) ? await service.productPage(visit.app, visit.store, Number(id), told) : null;
  return page ? show(visit, page, 200, `/products/${id}`) : message(visit, 'not-found');
}

async function cart(visit: Visit): Promise<FastifyReply> {
  const { view, lines } = await service.cartNow(visit.app, visit.store, visit.lines);
  keepCart(visit, lines);
  return show(visit, { kind: 'cart', cart: view }, 200, '/cart');
}

async function changeCart(visit: Visit): Promise<FastifyReply> {
  const { app, store, request, reply } = visit;
  const form = validate(CartForm, request.body);
  const wrong = form.ok ? undefined : form.errors.quantity?.[0];
  if (wrong) return refuseQuantity(visit, wrong);
  const offer = form.ok ? await service.offerOf(app, store, form.value.product) : null;
  if (!form.ok || !offer) return reply.redirect(`${store.base}/cart`, 303);
  const { product: productId, quantity, action } = form.value;
  const change = { productId, quantity, seenPiastres: offer.pricePiastres, action };
  const wanted = withLine(visit.lines, change);
  const now = wanted.find((line) => line.productId === productId)?.quantity ?? 0;
  const most = Math.max(0, offer.available);
  keepCart(visit, now > most ? withLine(wanted, { ...change, quantity: most, action: 'set' }) : wanted);
  if (action === 'set') return reply.redirect(`${store.base}/cart`, 303);
  const notice = now > most ? 'fewer' : 'added';
  return reply.redirect(`${store.base}/products/${productId}?notice=${notice}`, 303);
}

/** Shows the page again on which a quantity was typed, with the error. */
async function refuseQuantity(visit: Visit, wrong: MessageRef): Promise<FastifyReply> {
  const { product: typed, action } = (visit.request.body ?? {}) as Record<string, unknown>;
  const id = typeof typed === 'string' ? readWhole(typed) : null;
  const page = action === 'set' || !id ? null : await service.productPage(visit.app, visit.store, id, null);
  if (page?.kind === 'product') return show(visit, { ...page, wrong }, 422, `/products/${id}`);
  const { view, lines } = await service.cartNow(visit.app, visit.store, visit.lines);
  keepCart(visit, lines);
  return show(visit, { kind: 'cart', cart: view, wrong }, 422, '/cart');
}

async function checkout(visit: Visit): Promise<FastifyReply> {
  visit.reply.header('set-cookie', visit.cookies.submission(newToken()));
  return checkoutPage(visit, {}, {}, 200);
}

/** Shows the checkout form with typed values and errors; for an empty cart, the cart page. */
async function checkoutPage(
  visit: Visit,
  values: Record<string, string>,
  errors: FieldMessages,
  status: number,
  confirming: { sentTo: string | null; challenge?: string | undefined } = { sentTo: null },
): Promise<FastifyReply> {
  const { view, lines } = await service.cartNow(visit.app, visit.store, visit.lines);
  keepCart(visit, lines);
  if (lines.length === 0) return show(visit, { kind: 'cart', cart: view }, status, '/cart');
  const ways = await service.waysOf(visit.app, visit.store);
  const { sentTo: codeSentTo, challenge = null } = confirming;
  const page = { kind: 'checkout', cart: view, ways, values, errors, codeSentTo, challenge } as const;
  return show(visit, page, status, '/checkout');
}

async function placeOrder(visit: Visit): Promise<FastifyReply> {
  const { app, store, request, reply } = visit;
  const fields = request.body as Record<string, string>;
  const form = validate(CheckoutForm, fields);
  if (!form.ok) return checkoutPage(visit, fields, form.errors, 422);
  const ways = await service.waysOf(app, store);
  if (!ways.includes(form.value.payment)) {
    return checkoutPage(visit, fields, { payment: [{ key: 'Invalid' }] }, 422);
  }
  const submissionKey = submissionOf(request);
  if (!submissionKey) return reply.redirect(`${store.base}/checkout`, 303);
  const locale = localeOf(request, store.language);
  const onDelivery = form.value.payment === 'delivery';
  const mustConfirm = onDelivery && (await service.confirmsPhones(app, store));
  if (mustConfirm) {
    const who = { submissionKey, mobile: form.value.phone, locale };
    const asked = await confirmPhone(visit, who, form.value);
    if (asked) return checkoutPage(visit, fields, asked.errors, asked.status, asked);
  }
  const language = locale === 'en' ? 2 : 1;
  const how = { language, submissionKey, isConfirmed: mustConfirm } as const;
  const placed = await service.order(app, store, visit.lines, form.value, how).catch((error: unknown) => {
    if (error instanceof CashHeld) return 'held' as const;
    throw error;
  });
  if (placed === 'changed') return checkoutPage(visit, fields, {}, 409);
  if (placed === 'held') return checkoutPage(visit, fields, { payment: [{ key: 'CashHeld' }] }, 409);
  keepCart(visit, []);
  const to =
    form.value.payment === 'now' ? `/pay/${placed.token}` : `${store.base}/orders/${placed.token}?new=1`;
  return reply.redirect(to, 303);
}

/** The state of an unconfirmed number. */
interface Unconfirmed {
  status: number;
  errors: FieldMessages;
  sentTo: string | null;
  /** The proof of work required for another code. */
  challenge?: string | undefined;
}

/** Asks to confirm the number; null once it is confirmed. */
async function confirmPhone(
  { app, store, request, reply }: Visit,
  who: Confirming,
  { otp, resend, proof }: Pick<z.output<typeof CheckoutForm>, 'otp' | 'resend' | 'proof'>,
): Promise<Unconfirmed | null> {
  const sentTo = who.mobile;
  const from = { address: clientAddress(request), proof };
  const ask = otp === undefined || resend !== undefined;
  try {
    if (ask) {
      await sendOrderCode(app, store, who, from);
      return { status: 200, errors: {}, sentTo };
    }
    const form = validate(OtpForm, { otp });
    if (!form.ok) return { status: 422, errors: form.errors, sentTo };
    const verdict = await verifyOrderCode(app, store, who, form.value.otp);
    if (verdict === 'right') return null;
    if (verdict === 'moved') {
      await sendOrderCode(app, store, who, from);
      return { status: 200, errors: {}, sentTo };
    }
    return {
      status: 422,
      errors: { otp: [{ key: verdict === 'none' ? 'OtpExpired' : 'WrongCode' }] },
      sentTo,
    };
  } catch (error) {
    if (!(error instanceof TooManyError)) throw error;
    const seconds = error.retryAfterSeconds ?? 60;
    reply.header('retry-after', String(seconds));
    const wait: ErrorRef[] = [
      { key: ask ? 'TooManyCodes' : 'TooManyGuesses', params: { count: Math.ceil(seconds / 60) } },
    ];
    // A code that was sent before can still be entered.
    return {
      status: 429,
      errors: ask ? { phone: wait } : { otp: wait },
      sentTo: otp === undefined ? null : sentTo,
      challenge: error.challenge,
    };
  }
}

async function order(visit: Visit): Promise<FastifyReply> {
  const { token } = visit.request.params as Params;
  const isNew = (visit.request.query as Record<string, unknown>).new === '1';
  const asked = { isNew, submissionKey: submissionOf(visit.request) };
  const page = TOKEN.test(token) ? await service.orderPage(visit.app, visit.store, token, asked) : null;
  return page ? show(visit, page, 200, `/orders/${token}`) : message(visit, 'not-found');
}

/** Ignores empty fields of a search form. */
const withoutBlanks = (query: unknown) =>
  Object.fromEntries(Object.entries(query as object).filter(([, value]) => value !== ''));
