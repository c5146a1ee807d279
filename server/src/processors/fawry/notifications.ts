/** Fawry's notifications: version 2, a POST of JSON with `messageSignature` in it. */
import type { GatewayEvent, RawNotification, Reading } from '../gateway.ts';
import { isSameSignature } from '../same.ts';
import { stateOf } from './codes.ts';
import { NotificationBody, SignatureBody } from './messages.ts';
import { reportOf } from './order.ts';
import { signNotification } from './signature.ts';

/** Our references; other orders of the same merchant, made in Fawry's own dashboard, do not concern us. */
const OURS = /^[0-9A-Z]{20}$/;

/**
 * Returns whether Fawry signed a notification. Version 1, a GET with an MD5, is refused. An amount with more than two
 * decimals that are not zero is refused as well, because its rounding is not documented; the status is asked for
 * anyway.
 */
export function isGenuine(raw: RawNotification, securityKey: string): boolean {
  const signature = SignatureBody.safeParse(jsonOf(raw));
  const body = notificationOf(raw);
  if (!signature.success || body === null) return false;
  const expected = signNotification(securityKey, {
    fawryRefNumber: body.fawryRefNumber,
    merchantRefNumber: body.merchantRefNumber,
    paymentPiastres: body.paymentAmount,
    orderPiastres: body.orderAmount,
    orderStatus: body.orderStatus,
    paymentMethod: body.paymentMethod,
    paymentRefrenceNumber: body.paymentRefrenceNumber ?? '',
  });
  return isSameSignature(signature.data.messageSignature, expected);
}

/**
 * Reads a genuine notification. Only signed fields decide: the expiry is ignored, and `failureErrorCode` only selects
 * the text for a failure. `requestId` is not signed either, so the id also contains the status and the payment: a
 * notification of one cannot make another look like its repetition.
 */
export function read(raw: RawNotification): Reading | null {
  const body = notificationOf(raw);
  if (body === null) return null;
  const paymentNumber = body.paymentRefrenceNumber || null;
  const said = [body.requestId, body.orderStatus, ...(paymentNumber ? [paymentNumber] : [])];
  const id = body.requestId ? said.join('.') : null;
  if (!OURS.test(body.merchantRefNumber)) return { id, events: [] };
  const order = {
    reference: body.fawryRefNumber,
    state: stateOf(body.orderStatus),
    word: body.orderStatus,
    orderPiastres: body.orderAmount,
    paymentPiastres: body.paymentAmount,
    expiresAt: null,
    failureCode: body.failureErrorCode ?? null,
    paymentNumber,
  };
  // A refund is announced without its amount, and it is undocumented whether the order's amounts are then those of the
  // payment. So the event only triggers a question.
  const isRefund = order.state === 'refunded' || order.state === 'part-refunded';
  const isEmpty = order.state === 'paid' && (order.orderPiastres === 0 || order.paymentPiastres === 0);
  const event: GatewayEvent = {
    kind: 'payment',
    about: { externalRef: body.merchantRefNumber },
    report:
      isRefund || isEmpty
        ? null
        : reportOf(order, {
            // PAYATFAWRY, PayAtFawry; the wallet is called Mobile Wallet in samples and MWALLET in calls.
            isWallet: !/fawry/i.test(body.paymentMethod),
            reference: null,
            amountPiastres: null,
          }),
  };
  return { id, events: [event] };
}

function notificationOf(raw: RawNotification) {
  const body = NotificationBody.safeParse(jsonOf(raw));
  return body.success ? body.data : null;
}

function jsonOf(raw: RawNotification): unknown {
  if (raw.method !== 'POST') return undefined;
  try {
    return JSON.parse(raw.body);
  } catch {
    return undefined;
  }
}
