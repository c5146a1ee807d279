/**
 * The interface between us and a payment processor: an acquiring bank's gateway, a wallet, a kiosk network. We call the
 * actions of {@link PaymentGateway}; the processor sends {@link GatewayEvent}s. Code outside an adapter's folder does
 * not depend on the processor. `docs/processors.md` explains how to write an adapter.
 *
 * Money is in integer piastres (hundredths of `currency`). No call is made inside a database transaction. Each may
 * fail, time out or be repeated.
 */
import type { ChargebackStage } from '@daftar/contract/chargebacks';
import type { FailureReason } from '@daftar/contract/checkout';
import type { PaymentMethodId } from '@daftar/contract/lookups';
import type { SettlementLineKind } from '@daftar/contract/ops-settlement-lines';
import type { FieldMessages } from '@daftar/contract/validate';
import type { Logger } from 'pino';
import type * as z from 'zod/mini';
import type { App, Mode, Scope } from '../platform/context.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { CardDetails } from './card.ts';
import type { HttpClient } from './http.ts';

export type Currency = 'EGP';

/**
 * An id assigned by a processor, by its kind: `session`, `order`, `transaction`, `reference` … Unique per account and
 * kind.
 */
export interface ProcessorId {
  kind: string;
  value: string;
}

/** A payment that was, or will be, requested from a processor. */
export interface PaymentRef {
  merchantId: number;
  /**
   * Our id of the payment: 20 characters of `0-9A-Z`, unique across merchants and accounts. Payments made by earlier
   * releases in the sandbox have a longer one.
   */
  externalRef: string;
  method: PaymentMethodId;
  /** The amount requested from the payer. */
  amountPiastres: number;
  currency: Currency;
  /** When the payer's time ends. */
  expiresAt: Date;
  /** The processor's ids of the payment so far: the newest of each kind. */
  ids: Readonly<Record<string, string>>;
}

/** A payment to be started. */
export interface PaymentOrder extends PaymentRef {
  mode: Mode;
  /** Our reference as shown to payer and merchant, `TRX…`. */
  reference: string;
  /** Name of the payable, in the payer's language; may be empty. */
  description: string;
  /** The merchant's name as the payer sees it. */
  merchantName: string;
  locale: 'ar' | 'en';
  /** Fields are empty if unknown. `mobile` is Egyptian: `01` and nine digits. */
  payer: { name: string; email: string; mobile: string };
  /** For methods that collect `wallet-mobile`. */
  walletMobile: string | null;
  /** For methods that collect `card`, which only the sandbox does. */
  card: CardDetails | null;
  /**
   * Requests a second step (3-D Secure) whatever the bank would decide; only if {@link MethodCapabilities} says
   * `asked`.
   */
  challenge?: boolean;
  /** URL to which a processor's page sends the payer back, whatever the result; it decides nothing. */
  returnUrl: string;
  /** URL for the processor's notifications of this account. */
  notificationUrl: string;
}

/** A processor's data of a card that was used on its page. */
export interface PayingCard {
  brand: string;
  last4: string;
  /** The first six digits, if reported. */
  bin?: string | null;
  /** The processor's fingerprint of the card number: the same for one card at one account. Never the number itself. */
  fingerprint?: string | null;
  /** The issuing country, ISO 3166, if reported. */
  country?: string | null;
}

/** The state of a payment. */
export type Step =
  | {
      state: 'succeeded';
      /** The processor's id of the payment; a repeated one is the same money. */
      reference: string;
      /**
       * For processors whose `reference` names the order: their id of this payment of it, if the message has one. The
       * first id belongs to the money under `reference`; any other one is additional money. Unique per account.
       */
      payment?: string;
      /** The amount that the payer paid for the order, without a fee that the processor added for itself. */
      receivedPiastres: number;
      /** True: the processor already knows that the payer disputes it. */
      disputes: boolean;
      /** For a payment made on the processor's page. */
      card?: PayingCard | null;
    }
  | {
      state: 'failed';
      reason: FailureReason;
      /** True: the payer may still pay this order at the processor, for example with another card on its page. */
      mayStillBePaid?: boolean;
    }
  | { state: 'canceled' }
  /** The processor ended it: it can no longer be paid. */
  | { state: 'expired' }
  /** The processor has received it but not decided. `word`: the status that we did not understand, for an operator. */
  | { state: 'pending'; word?: string }
  /** The payer's bank requires a second step on a page of ours; only in the sandbox. */
  | { state: 'challenge' }
  /** We send a one-time code to this mobile and verify it, then call `continue`; only in the sandbox. */
  | { state: 'otp'; sendTo: string }
  /** The payer goes to the processor's page and comes back to `returnUrl`. */
  | {
      state: 'redirect';
      method: 'GET' | 'POST';
      url: string;
      /** Fields of the form, for POST. */
      fields?: Readonly<Record<string, string>>;
    }
  /**
   * The payer pays elsewhere. `code`: the code to pay with (kiosk code, InstaPay address); null: they confirm in their
   * wallet.
   */
  | { state: 'awaiting'; code: string | null; expiresAt?: Date };

/** A refund as the processor knows it, whoever requested it. */
export interface RefundReport {
  /** The processor's id of the refund. */
  id: string;
  /** Our key of the refund; null if it was made in the processor's own dashboard; absent if its origin is unknown. */
  refundKey?: string | null;
  amountPiastres: number;
  /** `reversed`: it had been made, and the money returned to us. */
  state: 'pending' | 'refunded' | 'failed' | 'reversed';
  /** The processor's status, for an operator. */
  word?: string | undefined;
}

/** A report that is too vague to be booked, so that an operator must look at it. `word`: the processor's wording. */
export type UnnamedReport =
  /** The extent to which the payment is now refunded, by refunds without details. */
  | { kind: 'refund'; extent: 'none' | 'part' | 'whole'; word: string }
  /** The payment is disputed, by cases without details; null if the amount is unknown too. */
  | { kind: 'dispute'; amountPiastres: number | null; word: string };

/** A dispute as the processor knows it. For repeated, late or unordered reports, the most advanced state counts. */
export interface DisputeReport {
  /** The network's or processor's case ID, the same through all its stages. */
  caseId: string;
  amountPiastres: number;
  /** `won`: for the merchant; `lost`: the money was taken. */
  state: 'open' | 'won' | 'lost';
  stage: ChargebackStage;
  /** The network's reason code; empty if unknown. */
  reasonCode: string;
  /** Deadline for evidence. */
  dueAt: Date | null;
}

/** A processor's complete report of a payment. */
export interface PaymentReport {
  step: Step;
  /** Ids that the processor assigned; stored permanently. */
  ids?: readonly ProcessorId[];
  /** Further money for the same order besides that of `step`, for example if a payer pays twice. */
  moreMoney?: readonly { reference: string; receivedPiastres: number; card?: PayingCard | null }[];
  /** The refunds known to the processor; absent if it does not report them. */
  refunds?: readonly RefundReport[];
  /** The disputes known to the processor; absent if it does not report them. */
  disputes?: readonly DisputeReport[];
  /** Refunds and disputes that it mentions without details. */
  unnamed?: readonly UnnamedReport[];
}

/** The payer's answer to a step on our pages. One-time codes are verified beforehand. */
export type Answer = { kind: 'otp' } | { kind: 'challenge'; approved: boolean };

/** A refund to be made. */
export interface RefundOrder extends PaymentRef {
  /** Our id of the refund, 20 characters of `0-9A-Z`: the same id is the same refund, however often it is requested. */
  refundKey: string;
  refundPiastres: number;
  /** Other refunds of the payment, made or possibly made. */
  refundedBeforePiastres: number;
  /** True: the processor has reported another refund of unknown amount. */
  othersAreUnknown: boolean;
  /** The captured amount. */
  receivedPiastres: number;
  /** The processor's id of the money. */
  paymentReference: string | null;
  paidAt: Date;
  /** True: it was requested before, with unknown result. */
  isRepeated: boolean;
  /** Destination of money that cannot go back the way it came. */
  bankAccount: { accountName: string; bankName: string; iban: string } | null;
  reason: string;
}

export interface RefundAnswer {
  /**
   * `pending`: accepted, not completed; `ambiguous`: it is unknown whether an earlier request made it, so a person must
   * look and it is not requested again.
   */
  state: 'refunded' | 'failed' | 'pending' | 'ambiguous';
  /** The processor's id of the refund. */
  id?: string;
  /** `void`: the payment was canceled before the bank had booked it. */
  way?: 'refund' | 'void';
  /** The processor's explanation, for an operator. Contains no card data. */
  explanation?: string;
}

/** A notification as received. */
export interface RawNotification {
  method: 'GET' | 'POST';
  /** As in the URL, in the order given, decoded. */
  query: readonly (readonly [string, string])[];
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The exact text of the body. */
  body: string;
}

/** Identifies the payment of an event: our id, or one that the processor assigned before. */
export type About = { externalRef: string } | ProcessorId;

/** An event that a processor reports on its own. */
export type GatewayEvent =
  /** `report` is null if the notification does not authenticate the result: it is only a reason to ask. */
  | { kind: 'payment'; about: About; report: PaymentReport | null }
  | { kind: 'refund'; about: About; refund: RefundReport }
  | { kind: 'dispute'; about: About; dispute: DisputeReport };

/**
 * One line of a processor's settlement, from a file read by a profile or a report fetched by an adapter. Amounts in
 * hundredths of `currency`, from our point of view: negative ones are taken from us.
 */
export interface SettlementLine {
  kind: SettlementLineKind;
  /** ISO 4217. */
  currency: string;
  /** The amount before fees, as paid by the payer; negative for refunded money. */
  grossPiastres: number;
  /** The processor's fee, including VAT; negative if refunded. */
  feePiastres: number;
  /** The VAT included in `feePiastres`. */
  vatPiastres: number;
  /** `grossPiastres - feePiastres`. */
  netPiastres: number;
  /** Our `externalRef`, refund key or reference; null if the line has none. */
  ourRef: string | null;
  /** The processor's id of the line. */
  processorRef: string | null;
  /** For cards: the retrieval reference number and authorisation code. */
  rrn: string | null;
  authCode: string | null;
  last4: string | null;
  /** Days in Cairo, `YYYY-MM-DD`. */
  occurredOn: string | null;
  valueOn: string | null;
  /** The batch that is paid together; empty if the line has none. */
  batch: string;
  /** The processor's description. */
  text: string | null;
}

/** The content of a notification. */
export interface Reading {
  /** The sender's own id, to detect repetitions; null if there is none. */
  id: string | null;
  /** Empty for notifications that do not concern payments. */
  events: readonly GatewayEvent[];
}

/** A connection to one account at a processor. */
export interface PaymentGateway {
  /**
   * Starts a payment; repeated for the same order, reports its state.
   * @throws ProcessorError `refused` or `busy` only if certainly nothing was started.
   */
  start(order: PaymentOrder, signal: AbortSignal): Promise<PaymentReport>;
  /** Passes on the payer's answer to a step on our pages. */
  continue?(order: PaymentRef, answer: Answer): Promise<PaymentReport>;
  /**
   * Reports the state of a payment; null if the processor does not know it.
   * @throws ProcessorError if it does not say; nothing follows for the money.
   */
  ask(order: PaymentRef, signal: AbortSignal): Promise<PaymentReport | null>;
  /** Tells the processor that an order must no longer be paid. `too-late`: it was paid, or is being paid. */
  cancel?(order: PaymentRef, signal: AbortSignal): Promise<'canceled' | 'too-late'>;
  /** @throws ProcessorError if the result is unknown: the same refund is then requested again, with `isRepeated`. */
  refund(order: RefundOrder, signal: AbortSignal): Promise<RefundAnswer>;
  /** Reports the state of a pending refund. @throws ProcessorError */
  askRefund(order: RefundOrder, signal: AbortSignal): Promise<RefundAnswer>;
  /** Returns whether the account's notification secret authenticates a notification; in constant time. */
  isGenuine(raw: RawNotification): boolean;
  /**
   * Reads a genuine notification, in which secrets and card numbers may be blacked out; null if it is not understood.
   */
  read(raw: RawNotification): Reading | null;
  /**
   * Makes calls that require the credentials and change nothing.
   * @returns the limits of the proof, in a sentence for an operator; empty if the credentials are fully proved
   * @throws ProcessorError `refused` for wrong ones
   */
  check(signal: AbortSignal): Promise<string>;
}

/** A gateway with the capabilities of its account by method. */
export interface OpenGateway extends PaymentGateway {
  readonly methods: Route['methods'];
}

/** An account with the gateways that may authenticate its notifications. */
export interface Notified {
  account: AccountRef;
  gateways: readonly PaymentGateway[];
}

/** The way in which a method is paid through an adapter. */
export interface MethodCapabilities {
  /** The data that the payer enters on our page. */
  collects: 'card' | 'wallet-mobile' | 'nothing';
  /** The way of paying afterwards. */
  pays: 'here' | 'redirect' | 'code' | 'wallet';
  /** The refunds possible through the processor; `bank`: by a transfer that the provider makes. */
  refunds: 'any-part' | 'whole' | 'bank';
  /** True: an unpaid order can be canceled at the processor. */
  cancels: boolean;
  /**
   * Whether the payer proves their identity in a second step (3-D Secure, a code by SMS): with each payment, if it is
   * `asked` for, or `no` if we can neither request nor know it. Absent: `no`.
   */
  challenge?: 'always' | 'asked' | 'no';
}

/** The settings of an account that its adapter reads. */
export interface AccountSettings {
  mode: Mode;
  methods: readonly PaymentMethodId[];
  currencies: readonly Currency[];
  /** Without a trailing slash. */
  baseUrl: string;
  credentials: Readonly<Record<string, string>>;
  /** Authenticates notifications. */
  notificationSecret: string;
}

/** Tools for an adapter. */
export interface AdapterTools {
  clock: Clock;
  log: Logger;
  http: HttpClient;
}

/** A kind of processor. */
export interface Adapter {
  readonly name: string;
  readonly methods: Readonly<Partial<Record<PaymentMethodId, MethodCapabilities>>>;
  /** Returns the methods that an account has with these public credentials, if fewer than the adapter's. */
  methodsOf?(credentials: Readonly<Record<string, string>>): Adapter['methods'];
  readonly currencies: readonly Currency[];
  /** The names of the credentials; `isSecret` ones are never shown again. */
  readonly credentials: Readonly<Record<string, { isSecret: boolean; schema: z.ZodMiniType<string> }>>;
  /** In production the base address must be one of these domains or below one. */
  readonly domains: readonly string[];
  /** Validates an account's settings. @returns errors by field, such as a test account in live mode; {} for none */
  validateSettings(settings: AccountSettings): FieldMessages;
  open(settings: AccountSettings, tools: AdapterTools): PaymentGateway;
}

/** Identifies an account at a processor. */
export interface AccountRef {
  /** The name of the adapter. */
  processor: string;
  /** Null for the sandbox. */
  accountId: number | null;
}

/** An account that takes payments, with its capabilities. */
export interface Route extends AccountRef {
  methods: Readonly<Partial<Record<PaymentMethodId, MethodCapabilities>>>;
  /** The path of its notifications. */
  notificationPath: string;
}

type Needs = Pick<App, 'pool' | 'clock' | 'config' | 'log'>;

/** The processors of this installation; part of {@link App}, so that tests can replace them. */
export interface Processors {
  /** The adapters for which accounts can be created; excludes the sandbox. */
  readonly adapters: readonly Adapter[];
  /** Returns the accounts that take payments of a merchant and mode, in order of preference; empty if none does. */
  routes(app: Needs, scope: Scope): Promise<readonly Route[]>;
  /** Opens the account at which a payment was started, even if it is switched off; null if it no longer exists. */
  open(app: Needs, account: AccountRef): Promise<OpenGateway | null>;
  /**
   * Finds the account of a notification's URL, with its secret and, for a while after a rotation, the previous one.
   * Null if there is none.
   */
  notified(app: Needs, adapter: string, token: string): Promise<Notified | null>;
  /** Opens the sandbox; null if the account is another. */
  sandbox(app: Needs, account: AccountRef): Sandbox | null;
}

declare module '../platform/context.ts' {
  // Declared here because the platform does not depend on nouns.
  interface App {
    readonly processors: Processors;
  }
}

/** The sandbox plays the payer as well. */
export interface Sandbox extends PaymentGateway {
  /** Completes a payment that waits for the payer, and returns its notification. */
  simulate(order: PaymentRef, outcome: 'pay' | 'fail'): Promise<RawNotification>;
  /** Makes the next refund of a payment fail. */
  refuseNextRefund(order: Pick<PaymentRef, 'merchantId' | 'externalRef'>): Promise<void>;
  /** Keeps refunds of a payment pending until a moment. */
  holdRefunds(order: Pick<PaymentRef, 'merchantId' | 'externalRef'>, until: Date): Promise<void>;
}
