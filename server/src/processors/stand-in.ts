/**
 * A stand-in for a processor: an HTTP server that implements its documented protocol, as strict as the original, keeps
 * its own books and plays the payer. For development, the demo and tests; `npm run stand-in -- mpgs` starts one.
 */
import type { AccountSettings, RawNotification } from './gateway.ts';

/** A fault in a call to the stand-in. */
export type Fault =
  /** No answer for as long as the caller waits. */
  | 'silent'
  /** An error 500 before anything is done. */
  | 'error-before'
  /** The call is executed, then answered with an error 500. */
  | 'error-after'
  /** Refused because of too much load; nothing is done. */
  | 'busy'
  /** Executed, and answered with bytes in no valid format. */
  | 'malformed'
  /** Executed, and answered with an unknown status. */
  | 'unknown-word';

/** The action of an order's payer at the processor. `part`: pays half; `more`: pays one pound more. */
export type PayerAct = 'pay' | 'decline' | 'pay-again' | 'part' | 'more' | 'leave';

/** The processor's own record of one of our payments. */
export interface BookedPayment {
  externalRef: string;
  receivedPiastres: number;
  refundedPiastres: number;
}

/** A running stand-in. */
export interface StandIn {
  /** Without a trailing slash. */
  readonly url: string;
  /** Settings of an account at it, with credentials that it accepts. */
  readonly settings: AccountSettings;
  /** Sets a fault for the next call of one kind. */
  fail(call: 'start' | 'ask' | 'cancel' | 'refund', fault: Fault): void;
  /** Sets the result of refunds from now on; `pending` ones end with `decideRefunds`. */
  refundsAre(answer: 'made' | 'pending' | 'refused'): void;
  decideRefunds(outcome: 'made' | 'refused'): void;
  /** Plays the payer of an order. */
  act(externalRef: string, act: PayerAct): Promise<void>;
  /** Refunds part of a payment, as in the processor's own dashboard. */
  refundInDashboard(externalRef: string, piastres: number): Promise<void>;
  /** Returns the money of all refunds of a payment; only if the stand-in simulates that. */
  reverseRefunds?(externalRef: string): Promise<void>;
  /** Lets an order expire at the processor. */
  expire(externalRef: string): Promise<void>;
  /**
   * The delivery of notifications: `kept` for a test to take and deliver in any order, as often as it likes; `sent` to
   * the URL of the order or account, repeated until they are accepted.
   */
  notifications: 'kept' | 'sent';
  /** Takes the kept notifications, oldest first. */
  takeNotifications(): RawNotification[];
  /** Uses another notification secret from now on, as after a rotation at the processor. */
  rotateNotificationSecret(secret: string): void;
  /** Returns the orders that brought money. */
  books(): BookedPayment[];
  close(): Promise<void>;
}
