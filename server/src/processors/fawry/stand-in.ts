/**
 * A stand-in for FawryPay, with its books in memory. The payer is played by `act`, on the page at `/`, or automatically
 * by the last two digits of the amount (Fawry documents only test cards, so this table is ours):
 *
 * | piastres | effect |
 * | --- | --- |
 * | 01 | it is paid, and the notification is sent before the charge is answered |
 * | 02 | a wallet's owner declines |
 * | 03 | no notification is sent: only the status shows the result |
 * | 04 | each notification is sent three times |
 * | 05 | notifications are signed with a wrong key |
 * | 06 | until the payer acts, the status is an undocumented word |
 * | 51 | the wallet has insufficient funds |
 */
import Fastify, { type FastifyError, type FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import type { Mode } from '../../platform/context.ts';
import { localeOf } from '../../platform/i18n/translate.ts';
import { type Clock, systemClock } from '../../platform/time/clock.ts';
import type { AccountSettings } from '../gateway.ts';
import type { Fault, StandIn } from '../stand-in.ts';
import { Sender } from '../stand-in-sender.ts';
import { type StandInOrder, standInBooks } from './stand-in-books.ts';
import { type Calls, standInCalls } from './stand-in-calls.ts';
import { notificationOf } from './stand-in-notifications.ts';
import { DASHBOARD_ACT, ordersPage, PAGE_ACTS } from './stand-in-page.ts';

export interface StandInOptions {
  /** 0: the operating system chooses. */
  port?: number;
  mode?: Mode;
  clock?: Clock;
  /** Milliseconds before the first repetition of a notification; doubles up to a minute. */
  retryMilliseconds?: number;
}

const MERCHANT_CODE = 'stand-in-merchant';
const SECURITY_KEY = 'stand-in-security-key';

/** Starts it on 127.0.0.1. */
export async function startStandIn(options: StandInOptions = {}): Promise<StandIn> {
  const { port = 0, mode = 'test', clock = systemClock, retryMilliseconds } = options;
  /**
   * The newest key first. Older ones are still accepted for calls, so that a rotation does not lose payments in
   * progress.
   */
  const securityKeys = [SECURITY_KEY];
  const faults = { start: [], ask: [], cancel: [], refund: [] } as Record<Call, Fault[]>;
  const sender = new Sender({ clock, retryMilliseconds });
  let refunds: 'made' | 'pending' | 'refused' = 'made';

  const books = standInBooks(clock, (order) => {
    const sort = order.amountPiastres % 100;
    const raw = notificationOf(order, sort === 5 ? 'a wrong key' : securityKeys[0]!);
    const copies = sort === 3 ? 0 : sort === 4 ? 3 : 1;
    for (let copy = 0; copy < copies; copy += 1) sender.send(order.webHookUrl, raw);
  });
  const calls = standInCalls({
    books,
    clock,
    merchantCode: MERCHANT_CODE,
    securityKeys,
    refunds: () => refunds,
    delivered: () => sender.delivered(),
  });

  /** Answers a call, or produces the fault set by `fail`. */
  async function serve(
    call: Call,
    reply: FastifyReply,
    answered: Calls[keyof Calls],
    input: unknown,
  ): Promise<unknown> {
    const fault = faults[call].shift();
    if (fault === 'busy') return reply.code(429).type('text/plain').send('Too many requests');
    if (fault === 'error-before') return failed(reply);
    const answer = await answered(input, fault === 'unknown-word' ? 'ON_THE_MOON' : undefined);
    if (fault === 'error-after') return failed(reply);
    if (fault === 'silent') return reply.hijack();
    const body = fault === 'malformed' ? answer.body.slice(0, -2) : answer.body;
    return reply.code(answer.status).type('application/json').send(body);
  }

  // Calls that are never answered must not prevent it from closing.
  const server = Fastify({ forceCloseConnections: true });
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
  server.setErrorHandler(async (error: FastifyError, _request, reply) => {
    const code = error.statusCode ?? 500;
    return reply.code(code).send({ code, description: error.message, reason: '' });
  });
  const routes = [
    ['POST', 'Fawry/payments/charge', 'start', calls.chargeKiosk],
    ['POST', 'api/payments/charge', 'start', calls.chargeWallet],
    ['GET', 'Fawry/payments/status/v2', 'ask', calls.status],
    ['POST', 'Fawry/payments/refund', 'refund', calls.refund],
    ['POST', 'api/orders/cancel-unpaid-order', 'cancel', calls.cancel],
  ] as const;
  for (const [method, path, call, answered] of routes) {
    server.route({
      method,
      url: `/ECommerceWeb/${path}`,
      handler: (request, reply) =>
        serve(call, reply, answered, method === 'GET' ? request.query : request.body),
    });
  }

  server.get<{ Querystring: { lang?: string } }>('/', async (request, reply) => {
    const { lang } = request.query;
    const locale = lang === 'ar' || lang === 'en' ? lang : localeOf(request.headers['accept-language']);
    reply.header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
    );
    return reply
      .type('text/html; charset=utf-8')
      .send(ordersPage(locale, books.all(), books.isOpen, books.refundable));
  });
  const PageForm = z.object({ act: z.enum([...PAGE_ACTS, DASHBOARD_ACT]) });
  server.post<{ Params: { ref: string }; Querystring: { lang?: string } }>(
    '/orders/:ref',
    async (request, reply) => {
      const form = PageForm.safeParse(request.body);
      const order = books.find(request.params.ref);
      if (!form.success || !order) return reply.code(404).send();
      if (form.data.act === DASHBOARD_ACT) {
        if (books.refundable(order) >= 100) books.refund(order, 100);
      } else if (form.data.act === 'pay') books.pay(order, order.amountPiastres);
      else if (form.data.act === 'decline') books.decline(order, '99907');
      else books.end(order, 'EXPIRED');
      return reply.redirect(`/?lang=${request.query.lang === 'ar' ? 'ar' : 'en'}`, 303);
    },
  );

  const url = await server.listen({ host: '127.0.0.1', port });

  function orderOf(externalRef: string): StandInOrder {
    const order = books.find(externalRef);
    if (!order) throw new Error(`No order ${externalRef}`);
    return order;
  }

  return {
    url,
    get settings(): AccountSettings {
      const credentials = {
        merchantCode: MERCHANT_CODE,
        securityKey: securityKeys[0]!,
        kioskRefund: 'yes',
        fallbackEmail: 'payments@merchant.example',
        fallbackMobile: '01000000000',
      };
      return {
        mode,
        methods: [3, 4],
        currencies: ['EGP'],
        baseUrl: url,
        credentials,
        notificationSecret: credentials.securityKey,
      };
    },
    fail: (call, fault) => void faults[call].push(fault),
    refundsAre(answer) {
      refunds = answer;
    },
    decideRefunds: (outcome) => books.decide(outcome),
    async act(externalRef, act) {
      const order = orderOf(externalRef);
      const { amountPiastres } = order;
      if (act === 'pay') books.pay(order, amountPiastres);
      if (act === 'part') books.pay(order, Math.max(1, Math.floor(amountPiastres / 2)));
      if (act === 'more') books.pay(order, amountPiastres + 100);
      if (act === 'decline') books.decline(order, '99907');
      if (act === 'pay-again') books.payAgain(order);
      await sender.delivered();
    },
    async refundInDashboard(externalRef, piastres) {
      const order = orderOf(externalRef);
      if (piastres > books.refundable(order)) throw new Error(`${piastres} is too much`);
      books.refund(order, piastres);
      await sender.delivered();
    },
    async reverseRefunds(externalRef) {
      books.reverseRefunds(orderOf(externalRef));
      await sender.delivered();
    },
    async expire(externalRef) {
      books.end(orderOf(externalRef), 'EXPIRED');
      await sender.delivered();
    },
    get notifications() {
      return sender.manner;
    },
    set notifications(value) {
      sender.manner = value;
    },
    takeNotifications: () => sender.take(),
    // Fawry uses one key for calls and notifications.
    rotateNotificationSecret: (secret) => void securityKeys.unshift(secret),
    books: () => books.booked(),
    async close() {
      sender.close();
      await server.close();
    },
  };
}

type Call = Parameters<StandIn['fail']>[0];
const failed = (reply: FastifyReply) =>
  reply.code(500).type('text/html').send('<html><h1>Internal Server Error</h1></html>');
