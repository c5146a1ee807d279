/** The stand-in's notifications: what they say, and how they leave. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { RawNotification } from '../gateway.ts';
import { signNotification } from './signature.ts';
import {
  amountsOf,
  jsonText,
  orderPiastresOf,
  paymentPiastresOf,
  type StandInOrder,
} from './stand-in-books.ts';

const MAX_RETRY_MILLISECONDS = 60_000;
const DELIVERY_MILLISECONDS = 10_000;

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
    paymentRefrenceNumber: isPaid && order.method !== 'MWALLET' ? `9${order.fawryRefNumber}` : undefined,
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

/** Sends notifications, each until it is accepted, or keeps them. */
export function standInSender(start: 'kept' | 'sent', retryMilliseconds: number) {
  const closing = new AbortController();
  let delivery = start;
  let kept: RawNotification[] = [];
  let deliveries: Promise<void>[] = [];

  /** Ends after the first try; later ones follow until one is accepted. */
  async function deliver(raw: RawNotification, url: string): Promise<void> {
    if (await isAccepted(raw, url)) return;
    void repeat(raw, url);
  }

  async function repeat(raw: RawNotification, url: string): Promise<void> {
    for (let pause = retryMilliseconds; ; pause = Math.min(pause * 2, MAX_RETRY_MILLISECONDS)) {
      try {
        await delay(pause, undefined, { signal: closing.signal, ref: false });
      } catch {
        return;
      }
      if (await isAccepted(raw, url)) return;
    }
  }

  async function isAccepted(raw: RawNotification, url: string): Promise<boolean> {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(DELIVERY_MILLISECONDS)]);
    const headers = { 'content-type': 'application/json' };
    try {
      const reply = await fetch(url, { method: 'POST', body: raw.body, headers, redirect: 'error', signal });
      return reply.status === 200;
    } catch {
      return false;
    }
  }

  /** Waits for the first try of each notification under way. */
  async function delivered(): Promise<void> {
    const under = deliveries;
    deliveries = [];
    await Promise.all(under);
  }

  return {
    get delivery() {
      return delivery;
    },
    set delivery(value: 'kept' | 'sent') {
      delivery = value;
    },
    send(raw: RawNotification, url: string): void {
      if (delivery === 'kept') kept.push(raw);
      else deliveries.push(deliver(raw, url));
    },
    delivered,
    take(): RawNotification[] {
      const taken = kept;
      kept = [];
      return taken;
    },
    close: () => closing.abort(),
  };
}
