/** Fawry's messages as far as we read them. Fields that a message may lack can also be null in it. */
import * as z from 'zod/mini';
import { fromDecimal } from '../amounts.ts';

/** Numbers such as `referenceNumber` come as text or as a number. */
const Text = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value) => String(value)),
);

/**
 * Pounds, as text or as a number, in piastres. A JSON number that {@link fromDecimal} accepts has at most fifteen digits,
 * and JavaScript reads and writes those without loss: `152.00` is 152, signed again as `152.00`.
 */
const Amount = z.pipe(
  z.union([z.string(), z.number()]).check(z.refine((value) => fromDecimal(value) !== null)),
  z.transform((value) => fromDecimal(value)!),
);

/** How Fawry says whether it did something: `statusCode`, or `code` in answers of newer calls. 200 is success. */
const verdictFields = {
  statusCode: z.nullish(Text),
  code: z.nullish(Text),
  statusDescription: z.nullish(Text),
  description: z.nullish(Text),
  reason: z.nullish(Text),
};

export const VerdictBody = z.object(verdictFields);

/** The answers to a charge and to a question for its status; each names some fields in its own way. */
export const OrderBody = z.object({
  ...verdictFields,
  merchantRefNumber: z.nullish(Text),
  /** Fawry's number of the order: what the payer gives at a kiosk. In the answer to a charge. */
  referenceNumber: z.nullish(Text),
  /** The same in a status. */
  fawryRefNumber: z.nullish(Text),
  orderAmount: z.nullish(Amount),
  /** With Fawry's fee, of which nothing says that it has two decimals. */
  paymentAmount: z.nullish(Text),
  orderStatus: z.nullish(z.string()),
  /** What the first version of the status calls it. */
  paymentStatus: z.nullish(z.string()),
  /** Milliseconds since 1970. */
  expirationTime: z.nullish(z.number()),
  /** Milliseconds since 1970 in the examples, although its description says hours. */
  orderExpiryDate: z.nullish(z.number()),
  failureErrorCode: z.nullish(Text),
  /** Fawry's number of the payment, as it is spelled there; missing for some methods. */
  paymentRefrenceNumber: z.nullish(Text),
});

/** A notification, version 2. Only the fields of {@link SignedNotification} are signed. */
export const NotificationBody = z.object({
  requestId: z.nullish(Text),
  fawryRefNumber: Text,
  merchantRefNumber: Text,
  paymentAmount: Amount,
  orderAmount: Amount,
  orderStatus: z.string(),
  paymentMethod: z.string(),
  paymentRefrenceNumber: z.nullish(Text),
  failureErrorCode: z.nullish(Text),
});

/** `messageSignature` alone: elsewhere it may be blacked out. */
export const SignatureBody = z.object({ messageSignature: z.string() });
