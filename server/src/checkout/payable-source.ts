/** The interface through which checkout handles anything that can be paid, independent of the kind of payable. */
import type { ClosedReason, PayableView, PayerField } from '@daftar/contract/checkout';
import type { PaymentMethodId } from '@daftar/contract/lookups';
import type { Charge } from '@daftar/contract/money';
import type { App, Mode } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { PaidFacts } from './store-announce.ts';

export type PayableKind = PayableView['kind'];

/** Identifies a payable of a merchant. */
export interface PayableRef {
  merchantId: number;
  mode: Mode;
  kind: PayableKind;
  id: number;
}

/** A payable at one moment, as checkout needs it. */
export interface Payable extends PayableRef {
  token: string;
  view: PayableView;
  /** The merchant's amount in EGP. */
  valuePiastres: number;
  /** EGP per unit × 1,000,000. */
  rateScaled: number;
  /** Methods that the payable allows; empty means all. The merchant's own settings apply as well. */
  methods: PaymentMethodId[];
  asks: PayerField[];
  /** The payable's own language: 1 Arabic, 2 English. */
  language: 1 | 2;
  /** The source named in its transactions, by its id in the portal. */
  source: { kind: string; id: number; name: string; reference: string };
  /** The payer, if the payable knows them (an invoice does); fills the fields that the form does not ask for. */
  payer: { name: string; email: string; mobile: string; address: string } | null;
  /**
   * The URL to which the payer is sent afterwards, if the payable has a page of its own; otherwise the merchant's URLs
   * apply.
   */
  returnUrl?: string;
  /** The payable's own return URLs, called with a signed result; null for the merchant's URLs. */
  signedReturn?: { successUrl: string | null; cancelUrl: string | null };
  /** True: several people may pay it, perhaps on one device. */
  isForMany: boolean;
  /** The fees and tax that apply to the payer's choice; absent if the price is fixed. */
  charges?: { fees: Charge; tax: Charge };
  /** The reason why it cannot be paid now; null if it can. */
  closed: ClosedReason | null;
}

/**
 * One kind of payable. `server/sql/selling` has two SQL functions for it, `payable_<kind>_lock` and
 * `payable_<kind>_settle`, which `payable_lock` and `payable_settle` call to book a result. Links are handled by these
 * two themselves.
 */
export interface PayableSource {
  kind: PayableKind;
  /** The payable as a payer sees it at `now`. */
  find(db: Db, ref: PayableRef, now: Date): Promise<Payable | null>;
  /** Locks the payable and takes one of its places, or returns the reason why it cannot. */
  hold(tx: Tx, ref: PayableRef, now: Date): Promise<'held' | ClosedReason>;
  /** Sends a receipt worded for this kind; without it, the default receipt is sent. Called once per payment. */
  sendReceipt?(app: App, tx: Tx, paid: PaidFacts): Promise<void>;
}

const sources = new Map<PayableKind, PayableSource>();

/** Registers a kind of payable. Called once, at startup. */
export function addPayableSource(source: PayableSource): void {
  sources.set(source.kind, source);
}

/** Returns the source of a kind, or undefined if the kind is not payable (a payout). */
export function findSource(kind: string): PayableSource | undefined {
  return sources.get(kind as PayableKind);
}

/** @throws Error if the kind is not registered, which is a defect of the startup code. */
export function sourceOf(kind: PayableKind): PayableSource {
  const source = sources.get(kind);
  if (!source) throw new Error(`no payable source for ${kind}`);
  return source;
}
