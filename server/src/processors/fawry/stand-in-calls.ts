/** The stand-in's answers to calls: Fawry's checks, and the shapes of its answers and errors. */
import * as z from 'zod/mini';
import type { Clock } from '../../platform/time/clock.ts';
import { fromDecimal } from '../amounts.ts';
import { isSameSignature } from '../same.ts';
import { type Keys, signCancel, signCharge, signRefund, signStatus } from './signature.ts';
import { amountsOf, jsonText, type StandInBooks, type StandInOrder } from './stand-in-books.ts';
import { factsOf } from './stand-in-notifications.ts';

/** Results in either of Fawry's forms. The code for a repeated reference is not public; 9902 is invented. */
const VERDICTS = {
  merchant: { code: 9901, words: 'Merchant code is blank or invalid' },
  duplicate: { code: 9902, words: 'Duplicate merchantRefNum' },
  refund: { code: 9935, words: 'Refund amount exceeds the amount that can be refunded' },
  order: { code: 9938, words: 'Order is not found' },
  signature: { code: 9946, words: 'Blank or invalid signature' },
  unpaid: { code: 9954, words: 'Order is not paid' },
  canceled: { code: 9984, words: 'Order is already canceled' },
  amount: { code: 21004, words: 'Invalid amount' },
  word: { code: 777, words: 'A code that is in no documentation' },
} as const;
type Refusal = keyof typeof VERDICTS;

const Filled = z.string().check(z.minLength(1));
const Mobile = z.string().check(z.regex(/^01\d{9}$/));
const Pounds = z.number().check(z.positive());

const ChargeRequest = z.object({
  merchantCode: z.string(),
  merchantRefNum: Filled,
  customerProfileId: z.optional(z.string()),
  customerName: z.optional(Filled),
  customerMobile: Mobile,
  customerEmail: z.string().check(z.regex(/^[^@\s]+@[^@\s]+$/)),
  paymentMethod: z.enum(['PAYATFAWRY', 'MWALLET']),
  amount: Pounds,
  currencyCode: z.literal('EGP'),
  language: z.enum(['ar-eg', 'en-gb']),
  description: Filled,
  paymentExpiry: z.int(),
  orderWebHookUrl: z.url(),
  chargeItems: z
    .array(z.object({ itemId: Filled, description: Filled, price: Pounds, quantity: Pounds }))
    .check(z.minLength(1)),
  debitMobileWalletNo: z.optional(Mobile),
  signature: z.string(),
});
const StatusRequest = z.object({
  merchantCode: z.string(),
  merchantRefNumber: z.string(),
  signature: z.string(),
});
const RefundRequest = z.object({
  merchantCode: z.string(),
  referenceNumber: Filled,
  refundAmount: Pounds,
  reason: z.optional(z.string()),
  signature: z.string(),
});
const CancelRequest = z.object({
  merchantAccount: z.string(),
  orderRefNo: Filled,
  lang: z.enum(['ar-eg', 'en-gb']),
  signature: z.string(),
});

/** The HTTP answer. */
export interface Answer {
  status: number;
  body: string;
}

/** The state on which the answers depend. */
export interface CallContext {
  books: StandInBooks;
  clock: Clock;
  merchantCode: string;
  /** Any of them may sign calls. */
  securityKeys: readonly string[];
  refunds(): 'made' | 'pending' | 'refused';
  /** Waits until every pending notification has been tried. */
  delivered(): Promise<void>;
}

/** Answers a call. `word`: an undocumented status or code to answer instead of the right one. */
type Call = (input: unknown, word?: string) => Answer | Promise<Answer>;

export interface Calls {
  chargeKiosk: Call;
  chargeWallet: Call;
  status: Call;
  refund: Call;
  cancel: Call;
}

/** Creates the calls that the stand-in serves. */
export function standInCalls(context: CallContext): Calls {
  const { books, clock, merchantCode: ourCode, securityKeys } = context;

  /** Refuses a wrong merchant code or signature. */
  function credentialFault(
    code: string,
    signature: string,
    expected: (keys: Keys) => string,
  ): Refusal | null {
    if (code !== ourCode) return 'merchant';
    const isSigned = securityKeys.some((securityKey) =>
      isSameSignature(signature, expected({ merchantCode: ourCode, securityKey })),
    );
    return isSigned ? null : 'signature';
  }

  async function charge(input: unknown, method: StandInOrder['method'], word?: string): Promise<Answer> {
    const parsed = ChargeRequest.safeParse(input);
    if (!parsed.success) return invalid(parsed.error);
    const body = parsed.data;
    const piastres = fromDecimal(body.amount);
    if (piastres === null) return refusal('ChargeResponse', 'amount');
    const wrong = credentialFault(body.merchantCode, body.signature, (keys) =>
      signCharge(keys, {
        merchantRefNum: body.merchantRefNum,
        customerProfileId: body.customerProfileId ?? '',
        paymentMethod: body.paymentMethod,
        amountPiastres: piastres,
        walletMobile: body.debitMobileWalletNo ?? '',
      }),
    );
    if (wrong) return refusal('ChargeResponse', wrong);
    if (books.find(body.merchantRefNum)) return refusal('ChargeResponse', 'duplicate');
    if (body.paymentMethod !== method) return missing('paymentMethod');
    if ((method === 'MWALLET') !== (body.debitMobileWalletNo !== undefined))
      return missing('debitMobileWalletNo');
    if (body.paymentExpiry <= clock.now().getTime()) return missing('paymentExpiry');
    const sum = body.chargeItems.reduce(
      (all, item) => all + (fromDecimal(item.price) ?? 0) * item.quantity,
      0,
    );
    if (sum !== piastres) return refusal('ChargeResponse', 'amount');

    const order = books.add({
      merchantRefNumber: body.merchantRefNum,
      method,
      amountPiastres: piastres,
      expiresAt: new Date(body.paymentExpiry),
      webHookUrl: body.orderWebHookUrl,
      description: body.description,
      customerMobile: body.debitMobileWalletNo ?? body.customerMobile,
      customerEmail: body.customerEmail,
    });
    const sort = piastres % 100;
    if (sort === 6) order.word = 'IN_REVIEW';
    if (sort === 2 && method === 'MWALLET') books.decline(order, '99907');
    if (sort === 51 && method === 'MWALLET') books.decline(order, '99951');
    if (sort === 1) {
      books.pay(order, piastres);
      await context.delivered();
    }
    return ok({
      type: 'ChargeResponse',
      referenceNumber: order.fawryRefNumber,
      merchantRefNumber: order.merchantRefNumber,
      statusCode: 200,
      statusDescription: 'Operation done successfully',
      // A wallet's answer contains no more. A status in the answer may be older than a notification.
      ...(method === 'MWALLET'
        ? { ...(word ? { orderStatus: word } : {}), walletQr: 'data:image/PNG;base64,' }
        : {
            ...amountsOf(order),
            paymentMethod: method,
            orderStatus: word ?? (sort === 6 ? 'IN_REVIEW' : 'UNPAID'),
            expirationTime: body.paymentExpiry,
          }),
    });
  }

  function status(input: unknown, word?: string): Answer {
    const parsed = StatusRequest.safeParse(input);
    if (!parsed.success) return invalid(parsed.error);
    const { merchantCode, merchantRefNumber, signature } = parsed.data;
    const wrong = credentialFault(merchantCode, signature, (keys) => signStatus(keys, merchantRefNumber));
    if (wrong) return refusal('PaymentStatusResponse', wrong);
    const order = books.find(merchantRefNumber);
    if (!order) return refusal('PaymentStatusResponse', 'order');
    return ok({ ...factsOf(order), ...(word ? { orderStatus: word } : {}) });
  }

  function refund(input: unknown, word?: string): Answer {
    const parsed = RefundRequest.safeParse(input);
    if (!parsed.success) return invalid(parsed.error);
    const { merchantCode, referenceNumber, refundAmount, reason = '', signature } = parsed.data;
    const piastres = fromDecimal(refundAmount);
    if (piastres === null) return refusal('ResponseDataModel', 'amount');
    const wrong = credentialFault(merchantCode, signature, (keys) =>
      signRefund(keys, referenceNumber, piastres, reason),
    );
    if (wrong) return refusal('ResponseDataModel', wrong);
    const order = books.findByNumber(referenceNumber);
    if (!order) return refusal('ResponseDataModel', 'order');
    if (order.paidPiastres === 0) return refusal('ResponseDataModel', 'unpaid');
    if (piastres > books.refundable(order) || context.refunds() === 'refused')
      return refusal('ResponseDataModel', 'refund');
    if (context.refunds() === 'pending') books.delay(order, piastres);
    else books.refund(order, piastres);
    return word ? refusal('ResponseDataModel', 'word') : ok({ type: 'ResponseDataModel', ...DONE });
  }

  function cancel(input: unknown, word?: string): Answer {
    const parsed = CancelRequest.safeParse(input);
    if (!parsed.success) return invalid(parsed.error);
    const { merchantAccount, orderRefNo, lang, signature } = parsed.data;
    const wrong = credentialFault(merchantAccount, signature, (keys) => signCancel(keys, orderRefNo, lang));
    if (wrong) return described(400, VERDICTS[wrong].code, VERDICTS[wrong].words);
    const order = books.findByNumber(orderRefNo);
    if (!order) return described(404, VERDICTS.order.code, VERDICTS.order.words);
    if (order.word === 'CANCELED') return described(400, VERDICTS.canceled.code, VERDICTS.canceled.words);
    if (!books.isOpen(order)) return described(400, 400, 'The order cannot be canceled');
    books.end(order, 'CANCELED');
    return word ? described(400, VERDICTS.word.code, VERDICTS.word.words) : described(200, 200, 'Success');
  }

  return {
    chargeKiosk: (input, word) => charge(input, 'PAYATFAWRY', word),
    chargeWallet: (input, word) => charge(input, 'MWALLET', word),
    status,
    refund,
    cancel,
  };
}

const DONE = { statusCode: 200, statusDescription: 'Operation done successfully' };

const ok = (fields: Readonly<Record<string, unknown>>): Answer => ({ status: 200, body: jsonText(fields) });

/** The older calls return errors with HTTP 200. */
const refusal = (type: string, name: Refusal): Answer =>
  ok({ type, statusCode: VERDICTS[name].code, statusDescription: VERDICTS[name].words });

const described = (status: number, code: number, description: string, reason = ''): Answer => ({
  status,
  body: jsonText({ code, description, reason }),
});

const missing = (field: string): Answer => described(400, 400, 'Missing or invalid element', field);

const invalid = (error: z.core.$ZodError): Answer =>
  missing(error.issues[0]?.path.map(String).join('.') ?? '');
