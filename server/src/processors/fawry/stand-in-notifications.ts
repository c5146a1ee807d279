/** What the stand-in's notifications say. */
import { randomUUID } from 'node:crypto';
import type { RawNotification } from '../gateway.ts';
import { signNotification } from './signature.ts';
import {
  amountsOf,
  jsonText,
  orderPiastresOf,
  paymentPiastresOf,
  type StandInOrder,
} from './stand-in-books.ts';

/** The facts of an order, which a status has and a notification. */
export function factsOf(order: StandInOrder) {
  const isPaid = order.paidAt !== null;
  return {
    fawryRefNumber: order.fawryRefNumber,
    merchantRefNumber: order.merchantRefNumber,
    customerMobile: order.customerMobile,
    customerMail: order.customerEmail,
    ...amountsOf(order),
    orderStatus: order.word,
    // The wallet's name and the missing payment number are as in a recorded notification.
    paymentMethod: order.method === 'MWALLET' ? 'Mobile Wallet' : 'PAYATFAWRY',
    paymentTime: order.paidAt?.getTime(),
    // Of the newest payment.
    paymentRefrenceNumber:
      isPaid && order.method !== 'MWALLET' ? `${9 * order.payments}${order.fawryRefNumber}` : undefined,
    orderExpiryDate: order.expiresAt.getTime(),
    failureErrorCode: order.failureErrorCode ?? undefined,
    failureReason: order.failureErrorCode === null ? undefined : 'The transaction is refused',
  };
}

/** A notification, version 2, of where an order stands. */
export function notificationOf(order: StandInOrder, securityKey: string): RawNotification {
  const facts = factsOf(order);
  const messageSignature = signNotification(securityKey, {
    fawryRefNumber: facts.fawryRefNumber,
    merchantRefNumber: facts.merchantRefNumber,
    paymentPiastres: paymentPiastresOf(order),
    orderPiastres: orderPiastresOf(order),
    orderStatus: facts.orderStatus,
    paymentMethod: facts.paymentMethod,
    paymentRefrenceNumber: facts.paymentRefrenceNumber ?? '',
  });
  const requestId = randomUUID().replaceAll('-', '');
  return {
    method: 'POST',
    query: [],
    headers: { 'content-type': 'application/json' },
    body: jsonText({ requestId, ...facts, messageSignature }),
  };
}
