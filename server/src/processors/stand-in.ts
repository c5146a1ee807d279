/**
 * A stand-in for a processor: an HTTP server that speaks its documented protocol, as strict as the original, keeps books
 * of its own and plays the payer. For development, the demo and tests; `npm run stand-in -- mpgs` starts one.
 */
import type { AccountSettings, RawNotification } from './gateway.ts';

/** How a call to the stand-in goes wrong. */
export type Fault =
  /** No answer for as long as the caller waits. */
  | 'silent'
  /** An error 500 before anything is done. */
  | 'error-before'
  /** The call is carried out, then answered by an error 500. */
  | 'error-after'
  /** Refused for too much load; nothing is done. */
  | 'busy'
  /** Carried out, and answered by bytes that are not the format. */
  | 'malformed'
  /** Carried out, and answered with a status word that nobody knows. */
  | 'unknown-word';

/** What the payer of an order does at the processor. `part`: pays half; `more`: pays one pound more. */
export type PayerAct = 'pay' | 'decline' | 'pay-again' | 'part' | 'more' | 'leave';

/** What the processor's own books say of one of our payments. */
export interface BookedPayment {
  externalRef: string;
  receivedPiastres: number;
  refundedPiastres: number;
}

/** A running stand-in. */
export interface StandIn {
  /** Without a trailing slash. */
  readonly url: string;
  /** Settings of an account at it, whose credentials it accepts. */
  readonly settings: AccountSettings;
  /** Makes the next call of one kind go wrong. */
  fail(call: 'start' | 'ask' | 'cancel' | 'refund', fault: Fault): void;
  /** What becomes of the refunds from now on; `pending` ones end with `decideRefunds`. */
  refundsAre(answer: 'made' | 'pending' | 'refused'): void;
  decideRefunds(outcome: 'made' | 'refused'): void;
  /** Plays the payer of an order. */
  act(externalRef: string, act: PayerAct): Promise<void>;
  /** Refunds a part of a payment as somebody does in the processor's own dashboard. */
  refundInDashboard(externalRef: string, piastres: number): Promise<void>;
  /** Lets the money of all refunds of a payment come back; only where the stand-in plays that. */
  reverseRefunds?(externalRef: string): Promise<void>;
  /** Lets the time of an order run out there. */
  expire(externalRef: string): Promise<void>;
  /**
   * How notifications leave: `kept` for a test to take and deliver in any order, as often as it likes; `sent` to the
   * address that the order or the account names, repeated until they are accepted.
   */
  notifications: 'kept' | 'sent';
  /** Takes the notifications that were kept, oldest first. */
  takeNotifications(): RawNotification[];
  /** Answers with another notification secret from now on, as after a rotation there. */
  rotateNotificationSecret(secret: string): void;
  /** Orders that brought money. */
  books(): BookedPayment[];
  close(): Promise<void>;
}
