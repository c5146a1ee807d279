/** Actions of payers on the stand-in's pages, and of people on its dashboard. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Locale, localeOf } from '../../platform/i18n/translate.ts';
import { fromDecimal } from '../amounts.ts';
import {
  APPROVED,
  type Books,
  leftOf,
  type Order,
  paymentsOf,
  type Transaction,
  WAITING,
} from './stand-in-books.ts';
import { GIVEN_UP, type Play, playCard, playWallet } from './stand-in-cards.ts';
import type { Notifier } from './stand-in-notifications.ts';
import {
  checkoutPage,
  dashboardPage,
  kioskPage,
  messagePage,
  securePage,
  walletPage,
} from './stand-in-pages.ts';

type Form = Readonly<Record<string, string>>;

const HTML = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
const show = (reply: FastifyReply, html: string, status = 200) => reply.code(status).headers(HTML).send(html);
const leave = (reply: FastifyReply, url: string) => reply.code(303).header('location', url).send();

/** Executes a try: records it, sends the notifications, and returns it. */
export function tryToPay(
  books: Books,
  notifier: Notifier,
  order: Order,
  { outcome, manner, isHalf }: Play,
  more: Partial<Transaction> = {},
): Transaction {
  const amount = isHalf ? Math.floor(order.amount / 2) : order.amount;
  const transaction = books.addPayment(order, outcome, { amount, ...more });
  if (manner && outcome.state !== 'pending') notifier.notify(transaction, manner);
  return transaction;
}

/** Adds the pages to the server. */
export function servePages(
  server: FastifyInstance,
  books: Books,
  notifier: Notifier,
  publicKey: string,
): void {
  /** The effects of second steps that are approved, by transaction. */
  const secured = new Map<number, Play>();

  const orderOf = (clientSecret: unknown) =>
    books.orders.find((order) => order.clientSecret === clientSecret);

  /** Runs if an order can still be paid; otherwise shows the reason. */
  function whilePayable(
    request: FastifyRequest,
    reply: FastifyReply,
    run: (order: Order, form: Form) => unknown,
  ) {
    const form = (request.body ?? {}) as Form;
    const order = orderOf(form.clientSecret);
    if (!order) return show(reply, messagePage(visitorLocale(request), 'unknown'), 404);
    if (books.isOver(order)) return show(reply, messagePage(order.locale, 'over', order), 410);
    if (paymentsOf(order).length > 0) return show(reply, messagePage(order.locale, 'paid', order));
    return run(order, form);
  }

  server.get('/unifiedcheckout/', (request, reply) => {
    const query = request.query as Form;
    const order = orderOf(query.clientSecret);
    const isKnown = order && query.publicKey === publicKey;
    if (!isKnown) return show(reply, messagePage(visitorLocale(request), 'unknown'), 404);
    if (paymentsOf(order).length > 0) return show(reply, messagePage(order.locale, 'paid', order));
    if (books.isOver(order)) return show(reply, messagePage(order.locale, 'over', order), 410);
    return show(reply, checkoutPage(order));
  });

  server.post('/unifiedcheckout/card', (request, reply) =>
    whilePayable(request, reply, (order, { number = '', expiry = '', cvv = '' }) => {
      const { source, isSecured, ...play } = playCard({ number, expiry, cvv });
      if (!isSecured)
        return leave(reply, notifier.returnUrl(tryToPay(books, notifier, order, play, { source })));
      const waiting = books.addPayment(order, WAITING, { source, isSecured: true });
      secured.set(waiting.id, play);
      return show(reply, securePage(order, waiting));
    }),
  );

  server.post('/unifiedcheckout/secure', (request, reply) =>
    whilePayable(request, reply, (order, form) => {
      const transaction = order.transactions.find(({ id }) => String(id) === form.transaction);
      const play = transaction && secured.get(transaction.id);
      if (!transaction || !play) return show(reply, messagePage(order.locale, 'unknown', order), 404);
      secured.delete(transaction.id);
      const isApproved = form.answer === 'approve';
      Object.assign(transaction, isApproved ? play.outcome : GIVEN_UP);
      if (isApproved && play.isHalf) transaction.amount = Math.floor(order.amount / 2);
      const manner = isApproved ? play.manner : {};
      if (manner && transaction.state !== 'pending') notifier.notify(transaction, manner);
      return leave(reply, notifier.returnUrl(transaction));
    }),
  );

  server.post('/unifiedcheckout/wallet', (request, reply) =>
    whilePayable(request, reply, (order, { mobile = '' }) => show(reply, walletPage(order, mobile))),
  );

  server.post('/unifiedcheckout/wallet/approve', (request, reply) =>
    whilePayable(request, reply, (order, { mobile = '', mpin = '', otp = '' }) => {
      const source = { type: 'wallet', sub_type: 'wallet', pan: mobile };
      const transaction = tryToPay(books, notifier, order, playWallet({ mobile, mpin, otp }), { source });
      return leave(reply, notifier.returnUrl(transaction));
    }),
  );

  server.post('/unifiedcheckout/kiosk', (request, reply) =>
    whilePayable(request, reply, (order) =>
      show(reply, kioskPage(order, giveCode(books, order).billReference ?? 0)),
    ),
  );

  server.get('/', (request, reply) => show(reply, dashboardPage(visitorLocale(request), books.orders)));

  server.post('/dashboard/refund', (request, reply) => {
    const { transaction = '', amount = '', lang = 'en' } = (request.body ?? {}) as Form;
    const payment = books.transaction(transaction);
    const piastres = fromDecimal(amount.trim());
    const isPossible = payment && piastres !== null && piastres > 0 && piastres <= leftOf(payment);
    if (!isPossible) return show(reply, messagePage(lang === 'ar' ? 'ar' : 'en', 'noRefund'), 400);
    notifier.notify(books.addChild(payment, 'refund', piastres, APPROVED));
    return leave(reply, `/?lang=${lang}`);
  });

  server.post('/dashboard/pay', (request, reply) => {
    const { transaction = '', lang = 'en' } = (request.body ?? {}) as Form;
    const waiting = books.transaction(transaction);
    if (waiting?.state === 'pending') payCode(notifier, waiting);
    return leave(reply, `/?lang=${lang}`);
  });
}

/** Returns the transaction of an order's kiosk code, created once. */
export function giveCode(books: Books, order: Order): Transaction {
  const known = order.transactions.find(({ billReference }) => billReference !== null);
  return known ?? books.addPayment(order, WAITING, { billReference: order.id });
}

/** Pays a kiosk code. */
export function payCode(notifier: Notifier, waiting: Transaction): void {
  Object.assign(waiting, APPROVED);
  notifier.notify(waiting);
}

function visitorLocale(request: FastifyRequest): Locale {
  const { lang } = request.query as Form;
  return lang === 'ar' || lang === 'en' ? lang : localeOf(request.headers['accept-language']);
}
