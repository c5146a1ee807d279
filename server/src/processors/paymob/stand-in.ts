/**
 * A stand-in for Paymob Accept: the API that the adapter calls, the unified checkout with its 3-D Secure, wallet and
 * kiosk pages, and a dashboard at `/` that refunds payments and pays kiosk codes. `stand-in-cards.ts` has the effect of
 * each card. For every method it notifies the URL in the intention, like an account whose integrations have that URL.
 */
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import type { Mode } from '../../platform/context.ts';
import { type Clock, systemClock } from '../../platform/time/clock.ts';
import type { Fault, PayerAct, StandIn } from '../stand-in.ts';
import { Api, type ApiReply, type ApiRequest } from './stand-in-api.ts';
import { APPROVED, Books, DECLINED, leftOf, type Order, paymentsOf } from './stand-in-books.ts';
import { giveCode, payCode, servePages, tryToPay } from './stand-in-checkout.ts';
import { Notifier } from './stand-in-notifications.ts';

export interface StandInOptions {
  /** Chosen by the system by default. */
  port?: number;
  mode?: Mode;
  clock?: Clock;
  /** The first id; random by default. */
  numbersFrom?: number;
  /** True: it answers the calls documented only by shop plug-ins. */
  hasPluginCalls?: boolean;
}

type Call = 'start' | 'ask' | 'cancel' | 'refund';

/** Returns an answer with an undocumented value. */
const STRANGE: Readonly<Record<Call, (body: object) => object>> = {
  start: (body) => ({ ...body, status: 'under_review' }),
  ask: (body) => ({ ...body, pending: true, success: false, data: { txn_response_code: 'UNDER_REVIEW' } }),
  cancel: (body) => body,
  refund: (body) => ({ ...body, pending: true, success: false, data: { txn_response_code: 'UNDER_REVIEW' } }),
};

/** Starts one on 127.0.0.1. */
export async function startStandIn({
  port = 0,
  mode = 'test',
  clock = systemClock,
  numbersFrom,
  hasPluginCalls = true,
}: StandInOptions = {}): Promise<StandIn> {
  const account = {
    mode,
    credentials: {
      publicKey: `egy_pk_${mode}_stand_in`,
      secretKey: `egy_sk_${mode}_stand_in`,
      apiKey: 'stand-in-api-key',
      cardIntegration: '4097558',
      walletIntegration: '4097559',
      kioskIntegration: '4097560',
    },
  };
  const notificationSecret = 'stand-in-hmac-secret';
  const books = new Books(clock, numbersFrom);
  const notifier = new Notifier(clock, notificationSecret);
  const api = new Api(account, books, notifier, clock);
  const faults: Record<Call, Fault[]> = { start: [], ask: [], cancel: [], refund: [] };

  const server = Fastify({ forceCloseConnections: true });
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  const send = (reply: FastifyReply, { status, body }: ApiReply) => reply.code(status).send(body);
  /** Answers a call, or produces a fault if one is set. */
  const serve =
    (call: Call, run: (asked: ApiRequest, request: FastifyRequest) => ApiReply) =>
    (request: FastifyRequest, reply: FastifyReply) => {
      const fault = faults[call].shift();
      if (fault === 'busy') return send(reply, { status: 429, body: { detail: 'Request was throttled.' } });
      if (fault === 'error-before') return send(reply, { status: 500, body: {} });
      const answer = run({ authorization: request.headers.authorization ?? '', body: request.body }, request);
      if (fault === 'silent') return reply.hijack();
      if (fault === 'error-after') return send(reply, { status: 500, body: {} });
      if (fault === 'malformed') return reply.code(answer.status).type('text/html').send('<html>');
      if (fault === 'unknown-word')
        return send(reply, { ...answer, body: STRANGE[call](answer.body as object) });
      return send(reply, answer);
    };
  const plain = (run: (asked: ApiRequest) => ApiReply) => (request: FastifyRequest, reply: FastifyReply) =>
    send(reply, run({ authorization: request.headers.authorization ?? '', body: request.body }));

  server.post(
    '/api/auth/tokens',
    plain((asked) => api.authTokens(asked)),
  );
  server.post(
    '/v1/intention/',
    serve('start', (asked) => api.createIntention(asked)),
  );
  server.post(
    '/api/ecommerce/orders/transaction_inquiry',
    serve('ask', (asked) => api.inquire(asked)),
  );
  server.get(
    '/api/acceptance/transactions/:id',
    serve('ask', (asked, request) => api.findTransaction(asked, (request.params as { id: string }).id)),
  );
  server.post(
    '/api/acceptance/void_refund/refund',
    serve('refund', (asked) => api.takeBack(asked, 'refund')),
  );
  server.post(
    '/api/acceptance/void_refund/void',
    serve('refund', (asked) => api.takeBack(asked, 'void')),
  );
  if (hasPluginCalls) {
    server.get(
      '/api/ecommerce/integrations',
      plain((asked) => api.integrations(asked)),
    );
    server.get(
      '/api/auth/hmac_secret/get_hmac',
      plain((asked) => api.hmacSecret(asked)),
    );
  }
  servePages(server, books, notifier, account.credentials.publicKey);

  await server.listen({ host: '127.0.0.1', port });
  const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;

  const orderOf = (externalRef: string): Order => {
    const order = books.byReference(externalRef);
    if (!order) throw new Error(`the stand-in has no order ${externalRef}`);
    return order;
  };

  return {
    url,
    settings: { ...account, methods: [1, 3, 4], currencies: ['EGP'], baseUrl: url, notificationSecret },

    fail(call, fault) {
      faults[call].push(fault);
    },

    refundsAre(answer) {
      api.refundsAre = answer;
    },

    decideRefunds(outcome) {
      for (const order of books.orders) {
        for (const child of order.transactions.filter(({ parent, state }) => parent && state === 'pending')) {
          Object.assign(child, outcome === 'made' ? APPROVED : DECLINED);
          notifier.notify(child);
        }
      }
    },

    async act(externalRef, act) {
      play(orderOf(externalRef), act);
    },

    async refundInDashboard(externalRef, piastres) {
      const payment = paymentsOf(orderOf(externalRef)).find((each) => leftOf(each) >= piastres);
      if (!payment) throw new Error(`the stand-in has no ${piastres} piastres of ${externalRef} left`);
      notifier.notify(books.addChild(payment, 'refund', piastres, APPROVED));
    },

    async expire(externalRef) {
      orderOf(externalRef).expiresAt = clock.now();
    },

    get notifications() {
      return notifier.sender.manner;
    },
    set notifications(manner) {
      notifier.sender.manner = manner;
    },

    takeNotifications: () => notifier.sender.take(),

    rotateNotificationSecret(secret) {
      notifier.secret = secret;
    },

    books: () => books.booked(),

    async close() {
      notifier.sender.close();
      await server.close();
    },
  };

  /** Plays the payer, even after the order's time: a kiosk code may be paid late. */
  function play(order: Order, act: PayerAct): void {
    if (act === 'leave') return;
    const waiting = order.transactions.find(({ state, kind }) => state === 'pending' && kind === 'payment');
    if (act === 'decline') {
      tryToPay(books, notifier, order, { outcome: DECLINED, manner: {}, isHalf: false });
      return;
    }
    if (act === 'pay' && (waiting || order.paidBy === 'kiosk')) {
      payCode(notifier, waiting ?? giveCode(books, order));
      return;
    }
    const amount =
      act === 'part' ? Math.floor(order.amount / 2) : act === 'more' ? order.amount + 100 : order.amount;
    tryToPay(books, notifier, order, { outcome: APPROVED, manner: {}, isHalf: false }, { amount });
  }
}
