import type { FailureReason } from '@daftar/contract/checkout';
import type { PaymentMethodId } from '@daftar/contract/lookups';
import type { Mode } from '../platform/context.ts';
import type { CardDetails } from './card.ts';

/** How a payment is named between us and a processor. */
export interface OrderRef {
  merchantId: number;
  /** Ours, unique and unguessable; see {@link orderIdOf}. */
  orderId: string;
}

/** A payment to be started. */
export interface PaymentOrder extends OrderRef {
  mode: Mode;
  method: PaymentMethodId;
  /** What the payer is charged, in EGP. */
  amountPiastres: number;
  /** Cards only, and only with a processor that lets numbers reach us (the sandbox). */
  card?: CardDetails;
  /** Wallets only. */
  walletMobile?: string;
}

/** Where a payment stands, as the processor tells it. */
export type Step =
  | {
      state: 'succeeded';
      /** The processor's name for this money: the same one twice is the same money. */
      reference: string;
      receivedPiastres: number;
      /** The processor already knows that the payer will dispute it. */
      disputes: boolean;
    }
  | { state: 'failed'; reason: FailureReason }
  | { state: 'canceled' }
  /** The payer's bank asks for a second step. */
  | { state: 'challenge' }
  /** We send a one-time code to this mobile and check it, then `continue`. */
  | { state: 'otp'; sendTo: string }
  /** The payer pays elsewhere (kiosk code, InstaPay address); a callback says when. */
  | { state: 'awaiting'; code: string };

/** The payer's answer to a step. A one-time code was checked before this is called. */
export type Answer = { kind: 'otp' } | { kind: 'challenge'; approved: boolean };

/** What an authentic callback says. */
export interface Callback extends OrderRef {
  step: Step;
}

/** A callback as it arrives: the exact bytes that were signed, and the headers. */
export interface RawCallback {
  body: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface RefundOrder extends OrderRef {
  /** The same key is the same refund, however often it is asked for. */
  refundKey: string;
  amountPiastres: number;
  /** The processor's own name for the money, where it named one: an order may have been paid twice. */
  paymentReference: string | null;
  /** Where it goes when the payment has no way back of its own (kiosk). */
  bankAccount: { accountName: string; bankName: string; iban: string } | null;
}

export type RefundAnswer = 'refunded' | 'failed' | 'pending';

/**
 * Whoever moves the money: an acquirer, a wallet, a kiosk network. Nothing above this interface knows which one. Every
 * call may fail or be repeated; none is ever made inside a database transaction.
 */
export interface Processor {
  readonly name: string;
  /** Starts a payment; started again under the same order id it says where it stands. */
  start(order: PaymentOrder): Promise<Step>;
  /** Carries the payer's answer on. */
  continue(order: OrderRef, answer: Answer): Promise<Step>;
  /** Where a payment stands; null when it never arrived there. `signal` says that nobody waits for the answer any more. */
  status(order: OrderRef, signal: AbortSignal): Promise<Step | null>;
  /** Gives money back; `failed` when it cannot, `pending` while a bank takes its time: asked again, it says more. */
  refund(order: RefundOrder): Promise<{ state: RefundAnswer }>;
  /** Judges the signature and reads a callback; null when it is forged or not understood. */
  readCallback(raw: RawCallback): Callback | null;
  /** Completes a payment that waits for the payer, as a callback would: sandboxes only. */
  simulate?(order: OrderRef, outcome: 'pay' | 'fail'): Promise<RawCallback>;
  /** Lets the next refund of a payment fail: sandboxes only. */
  refuseNextRefund?(order: OrderRef): Promise<void>;
  /** Has refunds of a payment wait until a moment: sandboxes only. */
  holdRefunds?(order: OrderRef, until: Date): Promise<void>;
}

/** The order id of an attempt: the merchant, so that a callback finds its tenant, and the attempt's token. */
export function orderIdOf(merchantId: number, attemptToken: string): string {
  return `${merchantId}.${attemptToken}`;
}

/** The merchant and attempt of an order id, or null when it is none of ours. */
export function readOrderId(orderId: string): { merchantId: number; attemptToken: string } | null {
  const match = /^([1-9]\d{0,14})\.([\w-]{20,64})$/.exec(orderId);
  return match ? { merchantId: Number(match[1]), attemptToken: match[2]! } : null;
}
