/** The content of the stand-in's notifications. */
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

/** Returns the facts of an order that statuses and notifications share. */
export function factsOf(order: StandInOrder) {
  const isPaid = order.paidAt !== null;
  return {
    fawryRefNumber: order.fawryRefNumber,
    merchantRefNumber: order.merchantRefNumber,
    customerMobile: order.customerMobile,
    customerMail: order.customerEmail,
    ...amountsOf(order),
    orderStatus: order.word,
    // The wallet's name and the missing payment number follow a recorded notification.
    paymentMethod: order.method === 'MWALLET' ? 'Mobile Wallet' : 'PAYATFAWRY',
    paymentTime: order.paidAt?.getTime(),
    // That of the newest payment.
    paymentRefrenceNumber:
      isPaid && order.method !== 'MWALLET' ? `${9 * order.payments}${order.fawryRefNumber}` : undefined,
    orderExpiryDate: order.expiresAt.getTime(),
    failureErrorCode: order.failureErrorCode ?? undefined,
    failureReason: order.failureErrorCode === null ? undefined : 'The transaction is refused',
  };
}

/** Returns a notification, version 2, of an order's state. */
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
