/** An order as described in Fawry's answers and notifications, and the resulting step. */
import type * as z from 'zod/mini';
import { fromDecimal } from '../amounts.ts';
import { ProcessorError } from '../errors.ts';
import type { PaymentReport, ProcessorId, Step } from '../gateway.ts';
import { failureOf, type OrderState, stateOf } from './codes.ts';
import type { OrderBody } from './messages.ts';

export interface FawryOrder {
  /** Fawry's number of the order, the code for the kiosk; null if the message has none. */
  reference: string | null;
  state: OrderState;
  /** Fawry's status; empty if the message has none. */
  word: string;
  /** The amount of the order, which is the amount that we receive. */
  orderPiastres: number | null;
  /** The amount that the payer paid, including Fawry's fee; null if unknown. */
  paymentPiastres: number | null;
  expiresAt: Date | null;
  failureCode: string | null;
  /** Fawry's number of the payment; null if the message has none. */
  paymentNumber: string | null;
}

/** The payment whose step is determined. */
interface Asked {
  /** True: confirmed in the wallet; false: the payer gives a code at a kiosk. */
  isWallet: boolean;
  /** The code given before; null if none. */
  reference: string | null;
  /** Null if not known here. */
  amountPiastres: number | null;
}

/** Smaller values (before 2001) are not times: `orderExpiryDate` may be a number of hours. */
const EARLIEST = 1e12;

/** Reads an answer to a charge or a status. */
export function orderOf(body: z.output<typeof OrderBody>): FawryOrder {
  const word = body.orderStatus ?? body.paymentStatus ?? '';
  const expiry = body.expirationTime ?? body.orderExpiryDate ?? 0;
  return {
    reference: body.referenceNumber ?? body.fawryRefNumber ?? null,
    state: stateOf(word),
    word,
    orderPiastres: body.orderAmount ?? null,
    paymentPiastres: fromDecimal(body.paymentAmount),
    expiresAt: expiry >= EARLIEST ? new Date(expiry) : null,
    failureCode: body.failureErrorCode ?? null,
    paymentNumber: body.paymentRefrenceNumber || null,
  };
}

/**
 * Returns the report of a payment from its order.
 * @throws ProcessorError `unknown` if it was paid, and the amount or Fawry's number is missing
 */
export function reportOf(order: FawryOrder, asked: Asked): PaymentReport {
  const ids: ProcessorId[] = order.reference === null ? [] : [{ kind: 'reference', value: order.reference }];
  return { step: stepOf(order, asked), ids, ...unnamedOf(order) };
}

/** The refunded extent of an order, by its status. */
const REFUNDED: Readonly<Partial<Record<OrderState, 'none' | 'part' | 'whole'>>> = {
  paid: 'none',
  'part-refunded': 'part',
  refunded: 'whole',
};

/**
 * Fawry names neither the refunds of an order nor their sum, and does not guarantee that REFUNDED means the whole
 * amount, so a person finds out what was refunded; and what came back, if the status shows less than our books.
 */
function unnamedOf({ state, word }: FawryOrder): Pick<PaymentReport, 'unnamed'> {
  const extent = REFUNDED[state];
  return extent ? { unnamed: [{ kind: 'refund', extent, word }] } : {};
}

function stepOf(order: FawryOrder, asked: Asked): Step {
  switch (order.state) {
    case 'unpaid':
      return awaiting(order, asked);
    case 'paid':
    case 'refunded':
    case 'part-refunded':
      return succeeded(order);
    case 'failed':
      return { state: 'failed', reason: failureOf(order.failureCode) };
    case 'canceled':
      return { state: 'canceled' };
    case 'expired':
      return { state: 'expired' };
    default:
      return { state: 'pending', word: order.word };
  }
}

function awaiting(order: FawryOrder, asked: Asked): Step {
  const isOther =
    asked.amountPiastres !== null &&
    order.orderPiastres !== null &&
    order.orderPiastres !== asked.amountPiastres;
  // A code for another amount must not be shown to a payer.
  if (isOther) return { state: 'pending', word: `${order.word} orderAmount` };
  const code = order.reference ?? asked.reference;
  if (!asked.isWallet && code === null) throw new ProcessorError('unknown', 'Fawry gave no reference number');
  const expiresAt = order.expiresAt === null ? {} : { expiresAt: order.expiresAt };
  return { state: 'awaiting', code: asked.isWallet ? null : code, ...expiresAt };
}

/**
 * Reads the step of a paid order. `orderAmount` is ours; `paymentAmount` also contains the fee that Fawry takes from
 * the payer. The reference is that of the order, because `paymentRefrenceNumber`, which names the payment, is missing
 * in some messages. If present, a different one is another payment of the same code. After a refund it may be the
 * refund's, so it is omitted.
 */
function succeeded(order: FawryOrder): Step {
  const { reference, orderPiastres, paymentPiastres, paymentNumber, state } = order;
  if (reference === null || !orderPiastres) {
    throw new ProcessorError(
      'unknown',
      `Fawry says ${order.word} without a reference number or an orderAmount`,
    );
  }
  // A payment below the order's amount is undocumented. If one occurs, no more is booked than the payer paid. After a
  // refund the amount may be the remaining one, which says nothing about the amount received.
  const isTold = state === 'paid' && paymentPiastres !== null;
  const receivedPiastres = isTold ? Math.min(paymentPiastres, orderPiastres) : orderPiastres;
  if (receivedPiastres === 0) throw new ProcessorError('unknown', 'Fawry says PAID, and nothing was paid');
  return {
    state: 'succeeded',
    reference,
    receivedPiastres,
    disputes: false,
    ...(state === 'paid' && paymentNumber !== null ? { payment: `${reference}/${paymentNumber}` } : {}),
  };
}
