/** What can be paid, behind one small interface; checkout knows nothing else about a kind of payable. */
import type { ClosedReason, PayableView, PayerField } from '@daftar/contract/checkout';
import type { PaymentMethodId } from '@daftar/contract/lookups';
import type { App, Mode } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { PaidFacts } from './store-announce.ts';

export type PayableKind = PayableView['kind'];

/** Names one payable of one merchant. */
export interface PayableRef {
  merchantId: number;
  mode: Mode;
  kind: PayableKind;
  id: number;
}

/** A payable as checkout needs it, at one moment. */
export interface Payable extends PayableRef {
  token: string;
  view: PayableView;
  /** In EGP: what the payment is worth to the merchant. */
  valuePiastres: number;
  /** EGP per unit × 1,000,000. */
  rateScaled: number;
  /** Allowed by the payable; empty means all. What the merchant allows is checked besides. */
  methods: PaymentMethodId[];
  asks: PayerField[];
  /** Of the payable itself: 1 Arabic, 2 English. */
  language: 1 | 2;
  /** What its transactions show as their source, as the portal addresses it. */
  source: { kind: string; id: number; name: string; reference: string };
  /** Who the payer is, where the payable knows (an invoice does); fills what is not asked for. */
  payer: { name: string; email: string; mobile: string; address: string } | null;
  /** Where the payer goes on afterwards, where the payable has a page of its own; the merchant's addresses otherwise. */
  returnUrl?: string;
  /** Whether several people may pay it, perhaps on one device. */
  isForMany: boolean;
  /** Why it takes no payment now, or null when it does. */
  closed: ClosedReason | null;
}

/**
 * One kind of payable. Besides this, its migration brings two SQL functions, `payable_<kind>_lock` and
 * `payable_<kind>_settle` (see 0003_payments.sql), which the outcome of a payment goes through.
 */
export interface PayableSource {
  kind: PayableKind;
  /** The payable as a payer sees it at `now`. */
  find(db: Db, ref: PayableRef, now: Date): Promise<Payable | null>;
  /** Locks the payable and takes one of its places; or says why not. */
  hold(tx: Tx, ref: PayableRef, now: Date): Promise<'held' | ClosedReason>;
  /** Promises the payer's receipt in words of its own; a kind without sends the usual one. Called once a payment. */
  sendReceipt?(app: App, tx: Tx, paid: PaidFacts): Promise<void>;
}

const sources = new Map<PayableKind, PayableSource>();

/** Makes a kind payable. Called once, where the application is put together. */
export function addPayableSource(source: PayableSource): void {
  sources.set(source.kind, source);
}

/** The source of a kind that may be something else than payable (a payout). */
export function findSource(kind: string): PayableSource | undefined {
  return sources.get(kind as PayableKind);
}

/** @throws Error when nobody added this kind: a defect of how the application is put together. */
export function sourceOf(kind: PayableKind): PayableSource {
  const source = sources.get(kind);
  if (!source) throw new Error(`no payable source for ${kind}`);
  return source;
}
