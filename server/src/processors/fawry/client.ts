/** Calls to Fawry, and the meaning of each answer. */
import type * as z from 'zod/mini';
import { toDecimal } from '../amounts.ts';
import { ProcessorError } from '../errors.ts';
import type { HttpCall, HttpClient } from '../http.ts';
import { isWrongCredentials, SUCCESS, UNKNOWN_ORDER } from './codes.ts';
import { OrderBody, VerdictBody } from './messages.ts';
import { type FawryOrder, orderOf } from './order.ts';
import { type Keys, type SignedCharge, signCancel, signCharge, signRefund, signStatus } from './signature.ts';

/** Fawry's result of a request: its code, and its explanation for an operator. */
export interface Verdict {
  /** Empty if the answer has no code. */
  code: string;
  explanation: string;
}

/** A charge: for a reference code if `walletMobile` is null, otherwise a request to pay to that wallet. */
export interface Charge {
  merchantRefNum: string;
  amountPiastres: number;
  walletMobile: string | null;
  /** Further fields of the call. */
  fields: Readonly<Record<string, unknown>>;
  /** The single line of the order; Fawry requires the sum of lines to be the amount. */
  item: { itemId: string; description: string };
}

export interface Client {
  /** Creates an order. The second element is null unless it was created. */
  charge(charge: Charge, signal: AbortSignal): Promise<[Verdict, FawryOrder | null]>;
  /** Null if Fawry does not know the order. @throws ProcessorError */
  status(merchantRefNum: string, signal: AbortSignal): Promise<FawryOrder | null>;
  refund(referenceNumber: string, piastres: number, reason: string, signal: AbortSignal): Promise<Verdict>;
  cancel(referenceNumber: string, signal: AbortSignal): Promise<Verdict>;
}

/** Maximum length of a stored explanation. */
const MAX_EXPLANATION = 200;

/** Language of a cancellation's SMS; the payer's language is not known at that time. */
const CANCEL_LANGUAGE = 'ar-eg';

/** Converts piastres to a JSON number; up to fifteen digits are the same as those of {@link toDecimal}. */
const jsonAmount = (piastres: number): number => Number(toDecimal(piastres));

/** Creates the client. Every call of it throws ProcessorError `refused` for wrong credentials. */
export function clientOf(baseUrl: string, keys: Keys, http: HttpClient): Client {
  const { merchantCode } = keys;

  /** Calls and parses. Fawry's errors have their codes in the body, with any HTTP status below 500. */
  async function call<S extends typeof OrderBody | typeof VerdictBody>(
    schema: S,
    request: Omit<HttpCall, 'url'> & { path: string },
  ): Promise<[Verdict, z.output<S>]> {
    const { path, ...rest } = request;
    const reply = await http({ ...rest, url: `${baseUrl}${path}` });
    if (reply.status === 429) throw new ProcessorError('busy', 'Fawry answers 429', 429);
    if (reply.status >= 500)
      throw new ProcessorError('unknown', `Fawry answers ${reply.status}`, reply.status);
    const parsed = schema.safeParse(reply.json);
    if (!parsed.success) {
      const kind = reply.status === 401 || reply.status === 403 ? 'refused' : 'unknown';
      throw new ProcessorError(kind, `Fawry answers ${reply.status}, not understood`, reply.status);
    }
    const body = parsed.data as z.output<S>;
    const verdict = verdictOf(body, reply.status);
    if (isWrongCredentials(verdict.code)) {
      throw new ProcessorError('refused', `Fawry refuses: ${verdict.explanation}`, reply.status);
    }
    return [verdict, body];
  }

  /** @throws ProcessorError `unknown` if the answer concerns another order */
  function ours(body: z.output<typeof OrderBody>, merchantRefNum: string): FawryOrder {
    if (body.merchantRefNumber === merchantRefNum) return orderOf(body);
    throw new ProcessorError('unknown', 'Fawry answers about another order');
  }

  return {
    async charge({ merchantRefNum, amountPiastres, walletMobile, fields, item }, signal) {
      const signed: SignedCharge = {
        merchantRefNum,
        customerProfileId: '',
        paymentMethod: walletMobile === null ? 'PAYATFAWRY' : 'MWALLET',
        amountPiastres,
        walletMobile: walletMobile ?? '',
      };
      const amount = jsonAmount(amountPiastres);
      const json = {
        ...fields,
        merchantCode,
        merchantRefNum,
        paymentMethod: signed.paymentMethod,
        amount,
        currencyCode: 'EGP',
        chargeItems: [{ ...item, price: amount, quantity: 1 }],
        ...(walletMobile === null ? {} : { debitMobileWalletNo: walletMobile }),
        signature: signCharge(keys, signed),
      };
      const path = `/ECommerceWeb/${walletMobile === null ? 'Fawry' : 'api'}/payments/charge`;
      const [verdict, body] = await call(OrderBody, { method: 'POST', path, json, signal });
      return [verdict, verdict.code === SUCCESS ? ours(body, merchantRefNum) : null];
    },

    async status(merchantRefNum, signal) {
      const query = new URLSearchParams({
        merchantCode,
        merchantRefNumber: merchantRefNum,
        signature: signStatus(keys, merchantRefNum),
      });
      const path = `/ECommerceWeb/Fawry/payments/status/v2?${query}`;
      const [verdict, body] = await call(OrderBody, { method: 'GET', path, signal });
      if (verdict.code === UNKNOWN_ORDER) return null;
      // The documented status has no `statusCode`, and clients disagree about its signature: its authenticity rests on
      // TLS to a host of Fawry's.
      if (verdict.code !== SUCCESS && verdict.code !== '') {
        throw new ProcessorError('unknown', `Fawry gives no status: ${verdict.explanation}`);
      }
      const order = ours(body, merchantRefNum);
      if (order.word === '') throw new ProcessorError('unknown', 'Fawry gives no status');
      return order;
    },

    async refund(referenceNumber, piastres, reason, signal) {
      const json = {
        merchantCode,
        referenceNumber,
        refundAmount: jsonAmount(piastres),
        reason,
        signature: signRefund(keys, referenceNumber, piastres, reason),
      };
      const path = '/ECommerceWeb/Fawry/payments/refund';
      return (await call(VerdictBody, { method: 'POST', path, json, signal }))[0];
    },

    async cancel(referenceNumber, signal) {
      const json = {
        merchantAccount: merchantCode,
        orderRefNo: referenceNumber,
        lang: CANCEL_LANGUAGE,
        signature: signCancel(keys, referenceNumber, CANCEL_LANGUAGE),
      };
      const path = '/ECommerceWeb/api/orders/cancel-unpaid-order';
      return (await call(VerdictBody, { method: 'POST', path, json, signal }))[0];
    },
  };
}

/** Reads the verdict; an error without its own code gets the HTTP status as code. */
function verdictOf(body: z.output<typeof VerdictBody>, status: number): Verdict {
  const code = body.statusCode ?? body.code ?? (status < 300 ? '' : String(status));
  const words = [body.statusDescription, body.description, body.reason].filter((each) => each);
  return { code, explanation: [code, ...words].join(' ').slice(0, MAX_EXPLANATION) };
}
