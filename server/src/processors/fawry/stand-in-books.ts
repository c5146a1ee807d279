/** The stand-in's own books: the orders, with their payments and refunds. */
import { createHash } from 'node:crypto';
import type { Clock } from '../../platform/time/clock.ts';
import { toDecimal } from '../amounts.ts';
import type { BookedPayment } from '../stand-in.ts';

/** A fee that Fawry takes from the payer on top, so that tests notice if `paymentAmount` is booked by mistake. */
const PAYER_FEE_PIASTRES = 250;

/**
 * Derives Fawry's numbers from merchants' references: ten digits, the same after a restart, so that no number is reused
 * for another order.
 */
const numberOf = (text: string) =>
  String(createHash('sha256').update(text).digest().readUInt32BE(0) + 1_000_000_000);

export type FawryStatus =
  | 'NEW'
  | 'UNPAID'
  | 'PAID'
  | 'REFUNDED'
  | 'PARTIAL_REFUNDED'
  | 'CANCELED'
  | 'EXPIRED'
  | 'FAILED'
  | 'IN_REVIEW';

export interface StandInOrder {
  merchantRefNumber: string;
  fawryRefNumber: string;
  method: 'PAYATFAWRY' | 'MWALLET';
  /** The amount charged. */
  amountPiastres: number;
  word: FawryStatus;
  failureErrorCode: string | null;
  expiresAt: Date;
  paidAt: Date | null;
  /** The amount received with each payment. */
  paidPiastres: number;
  /** The number of payments; more than one only at kiosks. */
  payments: number;
  refundedPiastres: number;
  webHookUrl: string;
  description: string;
  customerMobile: string;
  customerEmail: string;
}

export type NewOrder = Pick<
  StandInOrder,
  | 'merchantRefNumber'
  | 'method'
  | 'amountPiastres'
  | 'expiresAt'
  | 'webHookUrl'
  | 'description'
  | 'customerMobile'
  | 'customerEmail'
>;

const receivedOf = (order: StandInOrder): number => order.paidPiastres * order.payments;

/** Stores orders in memory. `changed` is called after each change of an order's status. */
export function standInBooks(clock: Clock, changed: (order: StandInOrder) => void) {
  const orders = new Map<string, StandInOrder>();
  /** Accepted refunds that are not completed. */
  let waiting: { order: StandInOrder; piastres: number }[] = [];

  function move(order: StandInOrder, word: FawryStatus): void {
    order.word = word;
    changed(order);
  }

  function refund(order: StandInOrder, piastres: number): void {
    order.refundedPiastres += piastres;
    move(order, order.refundedPiastres < receivedOf(order) ? 'PARTIAL_REFUNDED' : 'REFUNDED');
  }

  const isOpen = (order: StandInOrder) => ['NEW', 'UNPAID', 'IN_REVIEW'].includes(order.word);
  const refundable = (order: StandInOrder) =>
    receivedOf(order) -
    order.refundedPiastres -
    waiting.filter((each) => each.order === order).reduce((sum, { piastres }) => sum + piastres, 0);

  return {
    isOpen,
    refundable,
    refund,

    add(asked: NewOrder): StandInOrder {
      const order: StandInOrder = {
        ...asked,
        fawryRefNumber: numberOf(asked.merchantRefNumber),
        word: 'NEW',
        failureErrorCode: null,
        paidAt: null,
        paidPiastres: 0,
        payments: 0,
        refundedPiastres: 0,
      };
      orders.set(order.merchantRefNumber, order);
      changed(order);
      order.word = 'UNPAID';
      return order;
    },

    /** All orders, newest first. */
    all(): StandInOrder[] {
      return [...orders.keys()].reverse().flatMap((ref) => this.find(ref) ?? []);
    },

    /** Finds an order, and expires it if its time is over. */
    find(merchantRefNumber: string): StandInOrder | undefined {
      const order = orders.get(merchantRefNumber);
      if (order && isOpen(order) && order.expiresAt <= clock.now()) move(order, 'EXPIRED');
      return order;
    },

    findByNumber(fawryRefNumber: string): StandInOrder | undefined {
      const found = [...orders.values()].find((order) => order.fawryRefNumber === fawryRefNumber);
      return found && this.find(found.merchantRefNumber);
    },

    /**
     * Takes the payer's money. A kiosk takes it once, and not for a canceled order; an expired one can still be paid at
     * the moment of its expiry.
     */
    pay(order: StandInOrder, piastres: number): void {
      if (!isOpen(order) && order.word !== 'EXPIRED') return;
      order.paidPiastres = piastres;
      order.payments = 1;
      order.paidAt = clock.now();
      move(order, 'PAID');
    },

    /** Simulates that two kiosks take the money of one code. A wallet's request is confirmed only once. */
    payAgain(order: StandInOrder): void {
      if (order.payments === 0 || order.method === 'MWALLET') return;
      order.payments += 1;
      move(order, 'PAID');
    },

    /** The money of all refunds comes back. */
    reverseRefunds(order: StandInOrder): void {
      order.refundedPiastres = 0;
      move(order, 'PAID');
    },

    decline(order: StandInOrder, code: string): void {
      if (!isOpen(order)) return;
      order.failureErrorCode = code;
      move(order, 'FAILED');
    },

    end(order: StandInOrder, word: 'EXPIRED' | 'CANCELED'): void {
      if (isOpen(order)) move(order, word);
    },

    /** Accepts a refund that is decided later. */
    delay(order: StandInOrder, piastres: number): void {
      waiting.push({ order, piastres });
    },

    decide(outcome: 'made' | 'refused'): void {
      const decided = waiting;
      waiting = [];
      if (outcome === 'made') for (const each of decided) refund(each.order, each.piastres);
    },

    booked: (): BookedPayment[] =>
      [...orders.values()]
        .filter((order) => order.paidPiastres > 0)
        .map((order) => ({
          externalRef: order.merchantRefNumber,
          receivedPiastres: receivedOf(order),
          refundedPiastres: order.refundedPiastres,
        })),
  };
}

export type StandInBooks = ReturnType<typeof standInBooks>;

/** Returns the order's amount as in its messages: the amount received, once there is one. */
export const orderPiastresOf = (order: StandInOrder): number => order.paidPiastres || order.amountPiastres;

export const paymentPiastresOf = (order: StandInOrder): number => orderPiastresOf(order) + PAYER_FEE_PIASTRES;

/** Writes fields in the given order, with amounts in Java's notation, `152.0`, which `JSON.stringify` cannot write. */
export function jsonText(fields: Readonly<Record<string, unknown>>): string {
  const written = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) => `${JSON.stringify(name)}:${value instanceof Pounds ? value : JSON.stringify(value)}`,
    );
  return `{${written.join(',')}}`;
}

/** An amount in {@link jsonText}. */
export class Pounds {
  readonly piastres: number;
  constructor(piastres: number) {
    this.piastres = piastres;
  }
  toString(): string {
    return toDecimal(this.piastres).replace(/0$/, '');
  }
}

/** The fields that an answer to a charge, a status and a notification share. */
export const amountsOf = (order: StandInOrder) => ({
  paymentAmount: new Pounds(paymentPiastresOf(order)),
  orderAmount: new Pounds(orderPiastresOf(order)),
  fawryFees: new Pounds(PAYER_FEE_PIASTRES),
});
