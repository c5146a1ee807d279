/** A stand-in for Mastercard Gateway: its API, the page of Hosted Checkout with 3-D Secure, and its notifications. */
import { randomUUID } from 'node:crypto';
import type { Mode } from '../../platform/context.ts';
import { type Clock, systemClock } from '../../platform/time/clock.ts';
import type { AccountSettings, RawNotification } from '../gateway.ts';
import type { Fault, PayerAct, StandIn } from '../stand-in.ts';
import { Sender } from '../stand-in-sender.ts';
import {
  Books,
  type ClosedBatch,
  type Order,
  type Session,
  type Transaction,
  totalsOf,
} from './stand-in/books.ts';
import { type Entered, EXPIRIES, maskedCard, TEST_CARDS } from './stand-in/cards.ts';
import { servePages } from './stand-in/pages.ts';
import { type Call, merchantOf, newApp, PASSWORD, serveApi } from './stand-in/routes.ts';

export interface StandInOptions {
  /** 0: the system chooses one. */
  port?: number;
  mode?: Mode;
  clock?: Clock;
  notificationSecret?: string;
  /** Milliseconds before a rejected notification is sent again; doubles up to a minute. */
  retryMilliseconds?: number;
}

/** The stand-in, with functions that only this processor has. */
export interface MpgsStandIn extends StandIn {
  /** Sends today's batch to the acquirer: its payments can no longer be voided. */
  closeBatch(day: string, how?: ClosedBatch): void;
}

/** Starts it. */
export async function startStandIn(options: StandInOptions = {}): Promise<MpgsStandIn> {
  const clock = options.clock ?? systemClock;
  const mode = options.mode ?? 'test';
  const merchant = merchantOf(mode);
  const books = new Books(merchant, clock);
  const faults = new Map<Call, Fault>();
  const { retryMilliseconds } = options;
  const sender = new Sender({ clock, retryMilliseconds, tryHeader: 'x-notification-attempt' });
  const firstSecret = options.notificationSecret ?? 'stand-in-notification-secret';
  let secret = firstSecret;

  const app = newApp();

  function notify(order: Order, transaction: Transaction): void {
    if (order.notificationUrl === '') return;
    const raw: RawNotification = {
      method: 'POST',
      query: [],
      headers: {
        'content-type': 'application/json',
        'x-notification-secret': secret,
        'x-notification-id': randomUUID(),
        'x-notification-attempt': '1',
      },
      body: JSON.stringify(books.transactionJson(order, transaction)),
    };
    sender.send(order.notificationUrl, raw);
  }

  /** Records a transaction and sends its notification. */
  function tell(order: Order, transaction: Transaction): Transaction {
    notify(order, transaction);
    return transaction;
  }

  function charge(
    session: Session,
    { card, outcome }: Entered,
    amountPiastres = session.amountPiastres,
  ): Transaction {
    const order = books.orderOf(session);
    const { currency } = session;
    return tell(
      order,
      books.add(order, { type: 'PAYMENT', amountPiastres, currency, ...outcome, card: maskedCard(card) }),
    );
  }

  function openSessionOf(externalRef: string): Session {
    const session = books.sessionOf(externalRef);
    if (!session) throw new Error(`no session was made for ${externalRef}`);
    if (session.endsAt <= clock.now()) throw new Error(`the session of ${externalRef} is over`);
    return session;
  }

  async function act(externalRef: string, what: PayerAct): Promise<void> {
    const session = openSessionOf(externalRef);
    if (what === 'leave') return;
    // As on its page, a paid order takes no other payment; but two tabs may pay at the same moment.
    if (what !== 'pay-again' && books.isPaid(externalRef)) return;
    const card = TEST_CARDS[0]!;
    const approved = { card, outcome: EXPIRIES['01/39']! };
    const { amountPiastres } = session;
    if (what === 'decline') charge(session, { card, outcome: EXPIRIES['05/39']! });
    else if (what === 'more') charge(session, approved, amountPiastres + 100);
    else if (what === 'part') {
      const outcome = { result: 'SUCCESS', gatewayCode: 'PARTIALLY_APPROVED' } as const;
      charge(session, { card, outcome }, Math.ceil(amountPiastres / 2));
    } else charge(session, approved);
  }

  function decideRefunds(outcome: 'made' | 'refused'): void {
    for (const order of books.orders.values()) {
      for (const one of order.transactions) {
        if (one.result !== 'PENDING' || !['REFUND', 'VOID_PAYMENT'].includes(one.type)) continue;
        one.result = outcome === 'made' ? 'SUCCESS' : 'FAILURE';
        one.gatewayCode = outcome === 'made' ? 'APPROVED' : 'DECLINED';
        notify(order, one);
      }
    }
  }

  serveApi(app, { merchant, books, faults, tell });
  servePages(app, { books, charge, tell });
  await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  const address = app.server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const settings: AccountSettings = {
    mode,
    methods: [1],
    currencies: ['EGP'],
    baseUrl: url,
    credentials: { merchantId: merchant, apiPassword: PASSWORD },
    notificationSecret: firstSecret,
  };

  const standIn: MpgsStandIn = {
    url,
    settings,
    get notifications() {
      return sender.manner;
    },
    set notifications(manner) {
      sender.manner = manner;
    },
    fail: (call, fault) => void faults.set(call, fault),
    refundsAre(answer) {
      books.refunds = answer;
    },
    decideRefunds,
    act,
    async refundInDashboard(externalRef, piastres) {
      const order = books.orders.get(externalRef);
      if (!order) throw new Error(`there is no order ${externalRef}`);
      tell(order, books.refund(order, undefined, piastres));
    },
    async expire(externalRef) {
      for (const session of books.sessions.values())
        if (session.orderId === externalRef) session.endsAt = clock.now();
    },
    takeNotifications: () => sender.take(),
    rotateNotificationSecret(next) {
      secret = next;
    },
    books: () =>
      [...books.orders.values()]
        .map((order) => ({ externalRef: order.id, ...totalsOf(order) }))
        .filter(({ received }) => received > 0)
        .map(({ externalRef, received, refunded, voided }) => ({
          externalRef,
          receivedPiastres: received,
          refundedPiastres: refunded + voided,
        })),
    closeBatch: (day, how = 'declined') => void books.closedBatches.set(day, how),
    async close() {
      sender.close();
      await app.close();
    },
  };
  return standIn;
}
