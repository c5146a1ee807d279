/**
 * What stands between us and a payment processor: an acquiring bank's gateway, a wallet, a kiosk network. We call
 * {@link PaymentGateway}'s actions; it tells us {@link GatewayEvent}s. Nothing outside an adapter's folder knows which
 * processor it is. `docs/processors.md` says how to write one.
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

/** An id that a processor gave, by its kind: `session`, `order`, `transaction`, `reference` … Unique per account and kind. */
export interface ProcessorId {
  kind: string;
  value: string;
}

/** A payment that a processor was, or will be, asked for. */
export interface PaymentRef {
  merchantId: number;
  /**
   * Our id of it: 20 characters of `0-9A-Z`, unique over all merchants and accounts. Payments made by earlier releases
   * in the sandbox have a longer one.
   */
  externalRef: string;
  method: PaymentMethodId;
  /** The amount that the payer was asked for. */
  amountPiastres: number;
  currency: Currency;
  /** When the payer's time ends. */
  expiresAt: Date;
  /** What the processor called it so far: the newest id of each kind. */
  ids: Readonly<Record<string, string>>;
}

/** A payment to be started. */
export interface PaymentOrder extends PaymentRef {
  mode: Mode;
  /** Our reference as payer and merchant see it, `TRX…`. */
  reference: string;
  /** What is paid for, in the payer's language; may be empty. */
  description: string;
  /** The merchant's name as the payer sees it. */
  merchantName: string;
  locale: 'ar' | 'en';
  /** Fields are empty when they are not known. `mobile` is Egyptian: `01` and nine digits. */
  payer: { name: string; email: string; mobile: string };
  /** For methods that collect `wallet-mobile`. */
  walletMobile: string | null;
  /** For methods that collect `card`: the sandbox's alone. */
  card: CardDetails | null;
  /** Asks for a second step (3-D Secure) whatever the bank would decide; only where {@link MethodCapabilities} says `asked`. */
  challenge?: boolean;
  /** Where a processor's page sends the payer back to, whatever happened there; it decides nothing. */
  returnUrl: string;
  /** Where the processor sends its notifications of this account. */
  notificationUrl: string;
}

/** What a processor says of a card that was used on its page. */
export interface PayingCard {
  brand: string;
  last4: string;
  /** The first six digits, where it says them. */
  bin?: string | null;
  /** The processor's fingerprint of the card number: the same for one card at one account. Never the number itself. */
  fingerprint?: string | null;
  /** Where the card was issued, ISO 3166, where it says so. */
  country?: string | null;
}

/** Where a payment stands. */
export type Step =
  | {
      state: 'succeeded';
      /** The processor's id of the payment; a repeated one is the same money. */
      reference: string;
      /**
       * For processors whose `reference` names the order: their id of this payment of it, where the message has one. The first
       * id belongs to the money under `reference`; any other one is other money. Unique per account.
       */
      payment?: string;
      /** What the payer paid for the order, without a fee that the processor added for itself. */
      receivedPiastres: number;
      /** The processor knows already that the payer disputes it. */
      disputes: boolean;
      /** For a payment made on the processor's page. */
      card?: PayingCard | null;
    }
  | {
      state: 'failed';
      reason: FailureReason;
      /** The payer may still pay this order at the processor, for example with another card on its page. */
      mayStillBePaid?: boolean;
    }
  | { state: 'canceled' }
  /** The processor ended it: nobody can pay it any more. */
  | { state: 'expired' }
  /** The processor has it, and has not decided. `word`: the status that we did not understand, for an operator. */
  | { state: 'pending'; word?: string }
  /** The payer's bank asks for a second step on a page of ours: the sandbox's alone. */
  | { state: 'challenge' }
  /** We send a one-time code to this mobile and verify it, then call `continue`: the sandbox's alone. */
  | { state: 'otp'; sendTo: string }
  /** The payer goes to the processor's page and comes back to `returnUrl`. */
  | {
      state: 'redirect';
      method: 'GET' | 'POST';
      url: string;
      /** Fields of the form, for POST. */
      fields?: Readonly<Record<string, string>>;
    }
  /** The payer pays elsewhere. `code`: what they pay with (kiosk code, InstaPay address); null: they confirm in their wallet. */
  | { state: 'awaiting'; code: string | null; expiresAt?: Date };

/** A refund as the processor knows it, whoever asked for it. */
export interface RefundReport {
  /** The processor's id of the refund. */
  id: string;
  /** Our key of it; null when it was made in the processor's own dashboard; left out when nobody can tell whose it is. */
  refundKey?: string | null;
  amountPiastres: number;
  /** `reversed`: it had been made, and the money went back to us. */
  state: 'pending' | 'refunded' | 'failed' | 'reversed';
  /** Its status in the processor's words, for an operator. */
  word?: string | undefined;
}

/** What a processor reports too vaguely to be booked, so that an operator has to look. `word`: in its own words. */
export type UnnamedReport =
  /** How much of the payment is refunded now, by refunds that it does not name. */
  | { kind: 'refund'; extent: 'none' | 'part' | 'whole'; word: string }
  /** It is disputed, by cases that it does not name; null: nor how much of it. */
  | { kind: 'dispute'; amountPiastres: number | null; word: string };

/** A dispute as the processor knows it. Repeated, late or out of order, the furthest one counts. */
export interface DisputeReport {
  /** The network's or processor's id of the case, the same through all its stages. */
  caseId: string;
  amountPiastres: number;
  /** `won`: for the merchant; `lost`: the money was taken. */
  state: 'open' | 'won' | 'lost';
  stage: ChargebackStage;
  /** The network's reason code; empty when unknown. */
  reasonCode: string;
  /** Until when evidence can be given. */
  dueAt: Date | null;
}

/** All that a processor says of a payment. */
export interface PaymentReport {
  step: Step;
  /** Ids that it gave; kept for good. */
  ids?: readonly ProcessorId[];
  /** Other money for the same order besides `step`'s, as when a payer pays twice. */
  moreMoney?: readonly { reference: string; receivedPiastres: number; card?: PayingCard | null }[];
  /** The refunds that it knows; absent when it does not say. */
  refunds?: readonly RefundReport[];
  /** The disputes that it knows; absent when it does not say. */
  disputes?: readonly DisputeReport[];
  /** Refunds and disputes that it mentions, and does not name. */
  unnamed?: readonly UnnamedReport[];
}

/** The payer's answer to a step on our pages. One-time codes are verified before. */
export type Answer = { kind: 'otp' } | { kind: 'challenge'; approved: boolean };

/** A refund to be made. */
export interface RefundOrder extends PaymentRef {
  /** Our id of the refund, 20 characters of `0-9A-Z`: the same one is the same refund, however often it is asked for. */
  refundKey: string;
  refundPiastres: number;
  /** Other refunds of the payment, made or possibly made. */
  refundedBeforePiastres: number;
  /** The processor has reported another refund, of an amount that nobody knows yet. */
  othersAreUnknown: boolean;
  /** The captured amount. */
  receivedPiastres: number;
  /** The processor's id of the money. */
  paymentReference: string | null;
  paidAt: Date;
  /** Whether it was asked for before, and the answer is not known. */
  isRepeated: boolean;
  /** Where to send money that cannot go back the way it came. */
  bankAccount: { accountName: string; bankName: string; iban: string } | null;
  reason: string;
}

export interface RefundAnswer {
  /**
   * `pending`: made, not done; `ambiguous`: nobody can tell whether an earlier request made it, so a person has to look
   * and it is not asked for again.
   */
  state: 'refunded' | 'failed' | 'pending' | 'ambiguous';
  /** The processor's id of it. */
  id?: string;
  /** `void`: the payment was taken back before the bank had booked it. */
  way?: 'refund' | 'void';
  /** In the processor's words, for an operator. Without anything of a card. */
  explanation?: string;
}

/** A notification as received. */
export interface RawNotification {
  method: 'GET' | 'POST';
  /** As in the address, in the order given, decoded. */
  query: readonly (readonly [string, string])[];
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The exact text. */
  body: string;
}

/** Says which of our payments an event is about: our id, or one that the processor gave before. */
export type About = { externalRef: string } | ProcessorId;

/** What a processor tells us without being asked. */
export type GatewayEvent =
  /** `report` is null when the notification does not authenticate the outcome: it only says that asking is worthwhile. */
  | { kind: 'payment'; about: About; report: PaymentReport | null }
  | { kind: 'refund'; about: About; refund: RefundReport }
  | { kind: 'dispute'; about: About; dispute: DisputeReport };

/**
 * One line of a processor's settlement, from a file that a profile reads or a report that an adapter fetches. Amounts in
 * hundredths of `currency`, from our point of view: negative ones are taken from us.
 */
export interface SettlementLine {
  kind: SettlementLineKind;
  /** ISO 4217. */
  currency: string;
  /** Before fees: what the payer paid; negative for what went back. */
  grossPiastres: number;
  /** What the processor keeps of it, including VAT; negative when it returns it. */
  feePiastres: number;
  /** The VAT included in `feePiastres`. */
  vatPiastres: number;
  /** `grossPiastres - feePiastres`. */
  netPiastres: number;
  /** Our `externalRef`, refund key or reference; null when it states none. */
  ourRef: string | null;
  /** The processor's id of the line. */
  processorRef: string | null;
  /** Of cards: the retrieval reference number and authorisation code. */
  rrn: string | null;
  authCode: string | null;
  last4: string | null;
  /** Days in Cairo, `YYYY-MM-DD`. */
  occurredOn: string | null;
  valueOn: string | null;
  /** The batch that is paid together; empty when it states none. */
  batch: string;
  /** The processor's description. */
  text: string | null;
}

/** A notification, read. */
export interface Reading {
  /** The sender's own id of it, to tell a repetition; null when it gives none. */
  id: string | null;
  /** Empty for what does not concern payments. */
  events: readonly GatewayEvent[];
}

/** A connection to one account at a processor. */
export interface PaymentGateway {
  /**
   * Starts a payment; repeated for the same order, reports where it stands.
   * @throws ProcessorError `refused` or `busy` only when certainly nothing was started.
   */
  start(order: PaymentOrder, signal: AbortSignal): Promise<PaymentReport>;
  /** Passes on the payer's answer to a step on our pages. */
  continue?(order: PaymentRef, answer: Answer): Promise<PaymentReport>;
  /**
   * Reports where a payment stands; null when the processor does not know it.
   * @throws ProcessorError when it does not say; this means nothing for the money.
   */
  ask(order: PaymentRef, signal: AbortSignal): Promise<PaymentReport | null>;
  /** Tells the processor that an order must not be paid any more. `too-late`: it was paid, or is being paid. */
  cancel?(order: PaymentRef, signal: AbortSignal): Promise<'canceled' | 'too-late'>;
  /** @throws ProcessorError when the answer is not known: the same refund is asked for again, `isRepeated`. */
  refund(order: RefundOrder, signal: AbortSignal): Promise<RefundAnswer>;
  /** Reports what became of a pending refund. @throws ProcessorError */
  askRefund(order: RefundOrder, signal: AbortSignal): Promise<RefundAnswer>;
  /** Whether the account's notification secret authenticates a notification; in constant time. */
  isGenuine(raw: RawNotification): boolean;
  /** Reads a genuine notification, in which secrets and card numbers may be blacked out; null when it is not understood. */
  read(raw: RawNotification): Reading | null;
  /**
   * Makes calls that need the credentials and change nothing.
   * @returns what they cannot prove, in a sentence for an operator; empty when the credentials are proved
   * @throws ProcessorError `refused` for wrong ones
   */
  check(signal: AbortSignal): Promise<string>;
}

/** A gateway with what its account can do by each method. */
export interface OpenGateway extends PaymentGateway {
  readonly methods: Route['methods'];
}

/** An account with the gateways that may authenticate its notifications. */
export interface Notified {
  account: AccountRef;
  gateways: readonly PaymentGateway[];
}

/** How a method is paid through an adapter. */
export interface MethodCapabilities {
  /** What the payer enters on our page. */
  collects: 'card' | 'wallet-mobile' | 'nothing';
  /** How the payer pays then. */
  pays: 'here' | 'redirect' | 'code' | 'wallet';
  /** What can be refunded through the processor; `bank`: by a transfer that the provider makes. */
  refunds: 'any-part' | 'whole' | 'bank';
  /** Whether an order that is not paid yet can be canceled at the processor. */
  cancels: boolean;
  /**
   * Whether the payer proves who they are in a second step (3-D Secure, a code by SMS): with each payment, when it is
   * `asked` for, or `no`: that we can neither ask for nor know. Left out: `no`.
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

/** What an adapter may use. */
export interface AdapterTools {
  clock: Clock;
  log: Logger;
  http: HttpClient;
}

/** A kind of processor. */
export interface Adapter {
  readonly name: string;
  readonly methods: Readonly<Partial<Record<PaymentMethodId, MethodCapabilities>>>;
  /** What an account can do less than the adapter, by its credentials that are not secret. */
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

/** Which account at which processor. */
export interface AccountRef {
  /** The name of the adapter. */
  processor: string;
  /** Null: the sandbox. */
  accountId: number | null;
}

/** An account that takes payments, with what it can do. */
export interface Route extends AccountRef {
  methods: Readonly<Partial<Record<PaymentMethodId, MethodCapabilities>>>;
  /** Where it sends notifications. */
  notificationPath: string;
}

type Needs = Pick<App, 'pool' | 'clock' | 'config' | 'log'>;

/** The processors of this installation; part of {@link App}, so that tests can bring others. */
export interface Processors {
  /** The kinds of processors that accounts can be kept at; without the sandbox. */
  readonly adapters: readonly Adapter[];
  /** The accounts that take payments of a merchant and mode, first choice first; empty: none can be taken. */
  routes(app: Needs, scope: Scope): Promise<readonly Route[]>;
  /** Opens the account that a payment was started at, also after it was switched off; null when it is gone. */
  open(app: Needs, account: AccountRef): Promise<OpenGateway | null>;
  /**
   * Finds the account of a notification's address, with its secret and, for a while after a rotation, the one before.
   * Null when there is none.
   */
  notified(app: Needs, adapter: string, token: string): Promise<Notified | null>;
  /** Opens the sandbox; null when the account is another. */
  sandbox(app: Needs, account: AccountRef): Sandbox | null;
}

declare module '../platform/context.ts' {
  // Here, because the platform knows no noun.
  interface App {
    readonly processors: Processors;
  }
}

/** The sandbox plays the payer as well. */
export interface Sandbox extends PaymentGateway {
  /** Completes a payment that waits for the payer, and returns the notification of it. */
  simulate(order: PaymentRef, outcome: 'pay' | 'fail'): Promise<RawNotification>;
  /** Makes the next refund of a payment fail. */
  refuseNextRefund(order: Pick<PaymentRef, 'merchantId' | 'externalRef'>): Promise<void>;
  /** Keeps refunds of a payment pending until a moment. */
  holdRefunds(order: Pick<PaymentRef, 'merchantId' | 'externalRef'>, until: Date): Promise<void>;
}
