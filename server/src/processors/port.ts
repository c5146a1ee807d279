import type { FailureReason } from '@daftar/contract/checkout';
import type { PaymentMethodId } from '@daftar/contract/lookups';
import type { Mode } from '../platform/context.ts';
import type { CardDetails } from './card.ts';

/** Identifies a payment between us and a processor. */
export interface OrderRef {
  merchantId: number;
  /** Our id, unique and unguessable; see {@link orderIdOf}. */
  orderId: string;
}

/** A payment to be started. */
export interface PaymentOrder extends OrderRef {
  mode: Mode;
  method: PaymentMethodId;
  /** The amount charged, in EGP. */
  amountPiastres: number;
  /** For cards, with a processor that lets numbers reach us (the sandbox). */
  card?: CardDetails;
  /** For wallets. */
  walletMobile?: string;
}

/** The state of a payment as the processor reports it. */
export type Step =
  | {
      state: 'succeeded';
      /** The processor's reference: the same one twice means the same money. */
      reference: string;
      receivedPiastres: number;
      /** The processor already knows that the payer will dispute the payment. */
      disputes: boolean;
    }
  | { state: 'failed'; reason: FailureReason }
  | { state: 'canceled' }
  /** The payer's bank requires a second step. */
  | { state: 'challenge' }
  /** We send a one-time code to this mobile, verify it, then call `continue`. */
  | { state: 'otp'; sendTo: string }
  /** The payer pays elsewhere (kiosk code, InstaPay address); a callback says when. */
  | { state: 'awaiting'; code: string };

/** The payer's answer to a step. One-time codes are verified before this is called. */
export type Answer = { kind: 'otp' } | { kind: 'challenge'; approved: boolean };

/** The content of an authentic callback. */
export interface Callback extends OrderRef {
  step: Step;
}

/** A callback as received: the exact bytes that were signed, and the headers. */
export interface RawCallback {
  body: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface RefundOrder extends OrderRef {
  /** Identifies the refund, however often it is requested. */
  refundKey: string;
  amountPiastres: number;
  /** The processor's reference of the payment, where it gave one: an order may have been paid twice. */
  paymentReference: string | null;
  /** Where to refund payments that cannot be returned the way they came (kiosk). */
  bankAccount: { accountName: string; bankName: string; iban: string } | null;
}

export type RefundAnswer = 'refunded' | 'failed' | 'pending';

/**
 * A payment processor: an acquirer, a wallet, a kiosk network. Nothing above this interface knows which. Every call may
 * fail or be repeated; none is made inside a database transaction.
 */
export interface Processor {
  readonly name: string;
  /** Starts a payment; repeated with the same order id, returns its current state. */
  start(order: PaymentOrder): Promise<Step>;
  /** Passes on the payer's answer. */
  continue(order: OrderRef, answer: Answer): Promise<Step>;
  /**
   * Returns the state of a payment; null when it never arrived. `signal` aborts when nobody waits for the answer any
   * more.
   */
  status(order: OrderRef, signal: AbortSignal): Promise<Step | null>;
  /**
   * Refunds a payment: `failed` when it cannot, `pending` while a bank takes its time; repeat the call to learn more.
   */
  refund(order: RefundOrder): Promise<{ state: RefundAnswer }>;
  /** Verifies and reads a callback; null when it is forged or not understood. */
  readCallback(raw: RawCallback): Callback | null;
  /** Completes a payment that waits for the payer, as a callback would; sandboxes only. */
  simulate?(order: OrderRef, outcome: 'pay' | 'fail'): Promise<RawCallback>;
  /** Makes the next refund of a payment fail; sandboxes only. */
  refuseNextRefund?(order: OrderRef): Promise<void>;
  /** Keeps refunds of a payment pending until a moment; sandboxes only. */
  holdRefunds?(order: OrderRef, until: Date): Promise<void>;
}

/** The order id of an attempt: the merchant, so that a callback finds its tenant, and the attempt's token. */
export function orderIdOf(merchantId: number, attemptToken: string): string {
  return `${merchantId}.${attemptToken}`;
}

/** Returns the merchant and attempt of an order id, or null when it is not ours. */
export function readOrderId(orderId: string): { merchantId: number; attemptToken: string } | null {
  const match = /^([1-9]\d{0,14})\.([\w-]{20,64})$/.exec(orderId);
  return match ? { merchantId: Number(match[1]), attemptToken: match[2]! } : null;
}
