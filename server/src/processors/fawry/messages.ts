/** The parts of Fawry's messages that we read. Optional fields may also be null. */
import * as z from 'zod/mini';
import { fromDecimal } from '../amounts.ts';

/** Values such as `referenceNumber` come as text or as a number. */
const Text = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value) => String(value)),
);

/**
 * Pounds as text or number, converted to piastres. A JSON number that {@link fromDecimal} accepts has at most fifteen
 * digits, which JavaScript reads and writes without loss: `152.00` becomes 152, and is signed again as `152.00`.
 */
const Amount = z.pipe(
  z.union([z.string(), z.number()]).check(z.refine((value) => fromDecimal(value) !== null)),
  z.transform((value) => fromDecimal(value)!),
);

/** Fields of Fawry's result: `statusCode`, or `code` in answers of newer calls. 200 is success. */
const verdictFields = {
  statusCode: z.nullish(Text),
  code: z.nullish(Text),
  statusDescription: z.nullish(Text),
  description: z.nullish(Text),
  reason: z.nullish(Text),
};

export const VerdictBody = z.object(verdictFields);

/** The answers to a charge and to a status request; each has its own names for some fields. */
export const OrderBody = z.object({
  ...verdictFields,
  merchantRefNumber: z.nullish(Text),
  /** In the answer to a charge: Fawry's number of the order, which the payer gives at a kiosk. */
  referenceNumber: z.nullish(Text),
  /** The same number in a status. */
  fawryRefNumber: z.nullish(Text),
  orderAmount: z.nullish(Amount),
  /** Includes Fawry's fee, which is not documented to have two decimals. */
  paymentAmount: z.nullish(Text),
  orderStatus: z.nullish(z.string()),
  /** The name in the first version of the status call. */
  paymentStatus: z.nullish(z.string()),
  /** Milliseconds since 1970. */
  expirationTime: z.nullish(z.number()),
  /** Milliseconds since 1970 in the examples, although the documentation says hours. */
  orderExpiryDate: z.nullish(z.number()),
  failureErrorCode: z.nullish(Text),
  /** Fawry's number of the payment, with Fawry's spelling; missing for some methods. */
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

/** Only `messageSignature`: other fields may be blacked out. */
export const SignatureBody = z.object({ messageSignature: z.string() });
