/** The books of the stand-in for Mastercard Gateway: sessions, orders, their transactions, and the rules between them. */
import { randomBytes } from 'node:crypto';
import { cairoDay } from '../../../platform/time/cairo.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { toDecimal } from '../../amounts.ts';

/** A session of Hosted Checkout, as INITIATE_CHECKOUT made it. */
export interface Session {
  id: string;
  successIndicator: string;
  orderId: string;
  amountPiastres: number;
  currency: string;
  description: string;
  merchantName: string;
  locale: 'ar' | 'en';
  returnUrl: string;
  cancelUrl: string;
  timeoutUrl: string;
  redirectMerchantUrl: string;
  notificationUrl: string;
  endsAt: Date;
  triesLeft: number;
}

export interface Transaction {
  id: string;
  type: 'AUTHENTICATION' | 'PAYMENT' | 'REFUND' | 'VOID_PAYMENT';
  amountPiastres: number;
  currency: string;
  result: 'SUCCESS' | 'FAILURE' | 'PENDING';
  gatewayCode: string;
  at: Date;
  authorizationCode?: string;
  receipt?: string;
  batch?: string;
  target?: string;
  /** Masked. */
  card?: { brand: string; number: string };
  /** The request that created it: a repetition returns the same answer. */
  request?: string;
}

export interface Order {
  id: string;
  amountPiastres: number;
  currency: string;
  description: string;
  notificationUrl: string;
  transactions: Transaction[];
}

/** A request refused because of its content, with a cause other than INVALID_REQUEST. */
export class Rejected extends Error {}

/** The answer to a VOID after the batch has gone to the acquirer: declined, rejected, or with another code. */
export type ClosedBatch = 'declined' | 'rejected' | 'other-code';

/** A request that is refused as invalid. */
export class Invalid extends Error {
  readonly field: string | null;
  readonly validationType: 'INVALID' | 'MISSING' | 'UNSUPPORTED' | null;
  constructor(explanation: string, field: string | null = null, type: Invalid['validationType'] = null) {
    super(explanation);
    this.field = field;
    this.validationType = type;
  }
}

const sum = (list: readonly Transaction[]) => list.reduce((total, one) => total + one.amountPiastres, 0);
const made = (order: Order, type: Transaction['type']) =>
  order.transactions.filter((one) => one.type === type && one.result === 'SUCCESS');

/** Returns an order's totals, in piastres. A VOID reduces the captured amount. */
export function totalsOf(order: Order): {
  received: number;
  captured: number;
  refunded: number;
  voided: number;
} {
  const received = sum(made(order, 'PAYMENT'));
  const voided = sum(made(order, 'VOID_PAYMENT'));
  return { received, captured: received - voided, refunded: sum(made(order, 'REFUND')), voided };
}

function statusOf(order: Order): string {
  const { received, captured, refunded } = totalsOf(order);
  if (received > 0 && captured === 0) return 'CANCELLED';
  if (captured > 0 && refunded === 0) return 'CAPTURED';
  if (captured > 0) return refunded < captured ? 'PARTIALLY_REFUNDED' : 'REFUNDED';
  const newest = order.transactions.at(-1);
  if (newest?.type === 'AUTHENTICATION')
    return newest.result === 'PENDING' ? 'AUTHENTICATION_INITIATED' : 'AUTHENTICATION_UNSUCCESSFUL';
  return 'FAILED';
}

/** The stand-in's records of one merchant profile. */
export class Books {
  readonly sessions = new Map<string, Session>();
  readonly orders = new Map<string, Order>();
  /** The result of refunds and voids. */
  refunds: 'made' | 'pending' | 'refused' = 'made';
  /** The days whose batch went to the acquirer before the day ended. */
  readonly closedBatches = new Map<string, ClosedBatch>();
  readonly merchantId: string;
  readonly clock: Clock;
  #count = 0;

  constructor(merchantId: string, clock: Clock) {
    this.merchantId = merchantId;
    this.clock = clock;
  }

  openSession(fields: Omit<Session, 'id' | 'successIndicator'>): Session {
    const id = `SESSION${randomBytes(12).toString('hex').toUpperCase()}`;
    const session = { ...fields, id, successIndicator: randomBytes(8).toString('hex') };
    this.sessions.set(id, session);
    return session;
  }

  /** The newest session of an order. */
  sessionOf(orderId: string): Session | undefined {
    return [...this.sessions.values()].findLast((one) => one.orderId === orderId);
  }

  /** Returns the order of a session, which is created with the payer's first try. */
  orderOf(session: Session): Order {
    const known = this.orders.get(session.orderId);
    if (known) return known;
    const { orderId: id, amountPiastres, currency, description, notificationUrl } = session;
    const order = { id, amountPiastres, currency, description, notificationUrl, transactions: [] };
    this.orders.set(id, order);
    return order;
  }

  isPaid(orderId: string): boolean {
    const order = this.orders.get(orderId);
    return order !== undefined && totalsOf(order).received > 0;
  }

  /** Adds a transaction under the given id, or the next number. */
  add(order: Order, fields: Omit<Transaction, 'id' | 'at'> & { id?: string }): Transaction {
    this.#count += 1;
    const number = order.transactions.filter((one) => /^\d+$/.test(one.id)).length + 1;
    const isPayment = fields.type === 'PAYMENT' && fields.result === 'SUCCESS';
    const transaction: Transaction = {
      ...fields,
      id: fields.id ?? String(number),
      at: this.clock.now(),
      receipt: String(600_000_000_000 + this.#count),
      batch: cairoDay(this.clock.now()).replaceAll('-', ''),
      // Six digits that repeat soon, like real ones.
      ...(isPayment ? { authorizationCode: String(100_000 + (this.#count % 50)) } : {}),
    };
    order.transactions.push(transaction);
    return transaction;
  }

  /** @throws Invalid for more than the refundable amount */
  refund(order: Order, id: string | undefined, amountPiastres: number, request?: string): Transaction {
    const { captured, refunded } = totalsOf(order);
    const waiting = sum(
      order.transactions.filter((one) => one.type === 'REFUND' && one.result === 'PENDING'),
    );
    if (amountPiastres > captured - refunded - waiting)
      throw new Invalid(
        'Requested refund amount exceeds the captured amount',
        'transaction.amount',
        'INVALID',
      );
    return this.add(order, {
      ...(id === undefined ? {} : { id }),
      type: 'REFUND',
      amountPiastres,
      currency: order.currency,
      ...this.#outcome(),
      ...(request === undefined ? {} : { request }),
    });
  }

  /** @throws Invalid unless it is a payment without refunds */
  void(order: Order, id: string, target: string, request: string): Transaction {
    const payment = made(order, 'PAYMENT').find((one) => one.id === target);
    const { captured, refunded } = totalsOf(order);
    if (!payment || refunded > 0 || captured === 0)
      throw new Invalid('The transaction cannot be voided', 'transaction.targetTransactionId', 'INVALID');
    const day = cairoDay(payment.at);
    const closed =
      this.closedBatches.get(day) ?? (day === cairoDay(this.clock.now()) ? undefined : ('declined' as const));
    if (closed === 'rejected') throw new Rejected('Transaction cannot be voided: its batch is closed');
    const gatewayCode = closed === 'other-code' ? 'BATCH_IS_CLOSED' : 'NOT_SUPPORTED';
    return this.add(order, {
      id,
      type: 'VOID_PAYMENT',
      amountPiastres: payment.amountPiastres,
      currency: order.currency,
      target,
      request,
      ...(closed ? ({ result: 'FAILURE', gatewayCode } as const) : this.#outcome()),
    });
  }

  #outcome(): Pick<Transaction, 'result' | 'gatewayCode'> {
    if (this.refunds === 'pending') return { result: 'PENDING', gatewayCode: 'SUBMITTED' };
    if (this.refunds === 'refused') return { result: 'FAILURE', gatewayCode: 'DECLINED' };
    return { result: 'SUCCESS', gatewayCode: 'APPROVED' };
  }

  /** The answer of Retrieve Order, with JSON numbers and strings for amounts, as the gateway writes both. */
  orderJson(order: Order) {
    const { captured, refunded } = totalsOf(order);
    return {
      amount: Number(toDecimal(order.amountPiastres)),
      creationTime: order.transactions[0]?.at.toISOString(),
      currency: order.currency,
      description: order.description,
      id: order.id,
      merchant: this.merchantId,
      result: 'SUCCESS',
      status: statusOf(order),
      totalAuthorizedAmount: Number(toDecimal(captured)),
      totalCapturedAmount: Number(toDecimal(captured)),
      totalRefundedAmount: toDecimal(refunded),
      transaction: order.transactions.map((one) => this.transactionJson(order, one)),
    };
  }

  /** The answer of Retrieve Transaction, and the body of a notification. */
  transactionJson(order: Order, one: Transaction) {
    const { captured, refunded } = totalsOf(order);
    return {
      gatewayEntryPoint: one.type === 'PAYMENT' ? 'CHECKOUT_VIA_WEBSITE' : 'WEB_SERVICES_API',
      merchant: this.merchantId,
      order: {
        amount: Number(toDecimal(order.amountPiastres)),
        currency: order.currency,
        id: order.id,
        status: statusOf(order),
        totalCapturedAmount: Number(toDecimal(captured)),
        totalRefundedAmount: Number(toDecimal(refunded)),
      },
      response: { gatewayCode: one.gatewayCode },
      result: one.result,
      ...(one.card ? { sourceOfFunds: { type: 'CARD', provided: { card: one.card } } } : {}),
      timeOfRecord: one.at.toISOString(),
      transaction: {
        acquirer: { batch: Number(one.batch), id: 'STAND_IN' },
        amount: Number(toDecimal(one.amountPiastres)),
        ...(one.authorizationCode ? { authorizationCode: one.authorizationCode } : {}),
        currency: one.currency,
        id: one.id,
        receipt: one.receipt,
        ...(one.target ? { targetTransactionId: one.target } : {}),
        type: one.type,
      },
      version: '100',
    };
  }
}
