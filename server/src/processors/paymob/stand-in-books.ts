/** The stand-in's own records: orders, transactions, and their form in Paymob's answers. */
import { randomBytes, randomInt } from 'node:crypto';
import { cairoDay } from '../../platform/time/cairo.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { BookedPayment } from '../stand-in.ts';

export type PaidBy = 'card' | 'wallet' | 'kiosk';

/** A payment's intention and order, which are one in the books. Amounts are in piastres. */
export interface Order {
  id: number;
  intentionId: string;
  clientSecret: string;
  /** The merchant's `special_reference`. */
  reference: string;
  amount: number;
  currency: string;
  integration: number;
  paidBy: PaidBy;
  itemName: string;
  locale: 'ar' | 'en';
  notificationUrl: string;
  redirectionUrl: string;
  expiresAt: Date;
  transactions: Transaction[];
}

/** A try to pay an order, or a refund or void of one. */
export interface Transaction {
  id: number;
  order: Order;
  kind: 'payment' | 'refund' | 'void';
  parent: Transaction | null;
  amount: number;
  state: 'pending' | 'success' | 'failed';
  /** `data.txn_response_code` and its companions. */
  code: string;
  acquirerCode: string;
  message: string;
  isSecured: boolean;
  source: { type: string; sub_type: string; pan: string };
  /** The kiosk code. */
  billReference: number | null;
  createdAt: Date;
}

/** The result of a try to pay. */
export interface Outcome {
  state: Transaction['state'];
  code: string;
  acquirerCode: string;
  message: string;
}
export const APPROVED: Outcome = {
  state: 'success',
  code: 'APPROVED',
  acquirerCode: '00',
  message: 'Approved',
};
export const DECLINED: Outcome = {
  state: 'failed',
  code: 'DECLINED',
  acquirerCode: '05',
  message: 'Declined',
};
export const WAITING: Outcome = { state: 'pending', code: 'PENDING', acquirerCode: '', message: 'Pending' };

const SOURCES: Readonly<Record<PaidBy, Transaction['source']>> = {
  card: { type: 'card', sub_type: 'MasterCard', pan: '0008' },
  wallet: { type: 'wallet', sub_type: 'wallet', pan: '01010101010' },
  kiosk: { type: 'aggregator', sub_type: 'AGGREGATOR', pan: '' },
};

/** The owner of the account, and its merchant profile. */
const OWNER = 302852;
const PROFILE = 164295;

export class Books {
  readonly orders: Order[] = [];
  readonly #clock: Clock;
  // A restarted stand-in must not assign ids that it assigned before.
  #nextOrder = 200_000_000 + randomInt(500_000_000);
  #nextTransaction = 200_000_000 + randomInt(500_000_000);

  /** @param numbersFrom the first id: two stand-ins with the same one assign the same ids */
  constructor(clock: Clock, numbersFrom?: number) {
    this.#clock = clock;
    if (numbersFrom !== undefined) this.#nextOrder = this.#nextTransaction = numbersFrom;
  }

  addOrder(asked: Omit<Order, 'id' | 'intentionId' | 'clientSecret' | 'transactions'>, mode: string): Order {
    this.#nextOrder += 1;
    const order: Order = {
      ...asked,
      id: this.#nextOrder,
      intentionId: `pi_${mode}_${randomBytes(16).toString('hex')}`,
      clientSecret: `egy_csk_${mode}_${randomBytes(16).toString('hex')}`,
      transactions: [],
    };
    this.orders.push(order);
    return order;
  }

  byReference(reference: string): Order | undefined {
    return this.orders.find((order) => order.reference === reference);
  }

  transaction(id: unknown): Transaction | undefined {
    return this.orders
      .flatMap(({ transactions }) => transactions)
      .find((transaction) => String(transaction.id) === String(id));
  }

  addPayment(order: Order, outcome: Outcome, more: Partial<Transaction> = {}): Transaction {
    return this.#add(order, {
      kind: 'payment',
      parent: null,
      amount: order.amount,
      source: SOURCES[order.paidBy],
      ...outcome,
      ...more,
    });
  }

  /** Refunds or voids a payment. */
  addChild(parent: Transaction, kind: 'refund' | 'void', amount: number, outcome: Outcome): Transaction {
    return this.#add(parent.order, {
      kind,
      parent,
      amount,
      source: parent.source,
      isSecured: parent.isSecured,
      ...outcome,
    });
  }

  #add(
    order: Order,
    more: Partial<Transaction> & Pick<Transaction, 'kind' | 'amount' | 'parent' | 'source'> & Outcome,
  ): Transaction {
    this.#nextTransaction += 1;
    const transaction: Transaction = {
      id: this.#nextTransaction,
      order,
      isSecured: false,
      billReference: null,
      createdAt: this.#clock.now(),
      ...more,
    };
    order.transactions.push(transaction);
    return transaction;
  }

  isOver(order: Order): boolean {
    return order.expiresAt <= this.#clock.now();
  }

  /** Returns whether a payment can be voided: a card payment, whole, on its day in Cairo. */
  isVoidable(payment: Transaction): boolean {
    const isToday = cairoDay(payment.createdAt) === cairoDay(this.#clock.now());
    return payment.source.type === 'card' && isToday && childrenOf(payment).length === 0;
  }

  booked(): BookedPayment[] {
    return this.orders
      .map((order) => ({
        externalRef: order.reference,
        receivedPiastres: sum(paymentsOf(order)),
        refundedPiastres: sum(paymentsOf(order).flatMap(childrenOf)),
      }))
      .filter(({ receivedPiastres }) => receivedPiastres > 0);
  }
}

/** Returns the tries that brought money. */
export const paymentsOf = (order: Order): Transaction[] =>
  order.transactions.filter(({ kind, state }) => kind === 'payment' && state === 'success');

/** Returns the completed refunds and voids of a payment. */
const childrenOf = (payment: Transaction): Transaction[] =>
  payment.order.transactions.filter(({ parent, state }) => parent === payment && state === 'success');

/** Returns the refundable amount of a payment. */
export const leftOf = (payment: Transaction): number => payment.amount - sum(childrenOf(payment));

const sum = (transactions: readonly Transaction[]) =>
  transactions.reduce((all, { amount }) => all + amount, 0);

/** Formats a moment like Paymob: without a zone. */
const moment = (date: Date) => date.toISOString().replace('Z', '000');

/** Returns a transaction as in answers and notifications. */
export function shown(transaction: Transaction) {
  const { order, parent, kind, state } = transaction;
  const children = kind === 'payment' ? childrenOf(transaction) : [];
  const refunded = sum(children.filter((child) => child.kind === 'refund'));
  return {
    id: transaction.id,
    pending: state === 'pending',
    amount_cents: transaction.amount,
    success: state === 'success',
    is_auth: false,
    is_capture: false,
    is_standalone_payment: parent === null,
    is_voided: children.some((child) => child.kind === 'void'),
    is_refunded: refunded > 0 && refunded === transaction.amount,
    is_3d_secure: transaction.isSecured,
    integration_id: order.integration,
    profile_id: PROFILE,
    has_parent_transaction: parent !== null,
    order: {
      id: order.id,
      created_at: moment(order.transactions[0]?.createdAt ?? transaction.createdAt),
      amount_cents: order.amount,
      currency: order.currency,
      merchant_order_id: order.reference,
      paid_amount_cents: sum(paymentsOf(order)),
      items: [],
    },
    created_at: moment(transaction.createdAt),
    currency: order.currency,
    source_data: transaction.source,
    api_source: 'OTHER',
    is_void: kind === 'void',
    is_refund: kind === 'refund',
    data: {
      txn_response_code: transaction.code,
      acq_response_code: transaction.acquirerCode,
      message: transaction.message,
      ...(transaction.billReference === null ? {} : { bill_reference: transaction.billReference }),
    },
    error_occured: state === 'failed',
    refunded_amount_cents: refunded,
    captured_amount: 0,
    is_captured: false,
    is_live: false,
    owner: OWNER,
    parent_transaction: parent?.id ?? null,
    caf_details: [],
    discount_details: [],
  };
}
