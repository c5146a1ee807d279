/** Observers of processors' reports other than those of the payment itself. Nouns register when they are loaded. */
import type { App } from '../platform/context.ts';
import type { DisputeReport, RefundReport, UnnamedReport } from './gateway.ts';

/** The payment of a refund or dispute. */
export interface ObservedPayment {
  merchantId: number;
  /** The attempt's id. */
  id: number;
  accountId: number | null;
}

/**
 * A difference between a processor's records and our books that a person must resolve. `word`: the processor's wording.
 */
export type Discrepancy =
  | UnnamedReport
  /** A refund that succeeded according to our books. */
  | { kind: 'refund-failed'; refundId: number; amountPiastres: number; word: string }
  /** A payment that succeeded according to our books. */
  | { kind: 'payment-failed'; word: string };

type Observer<Report> = (app: App, payment: ObservedPayment, report: Report) => Promise<void>;

function observed<Report>() {
  const observers: Observer<Report>[] = [];
  return {
    /** Registers an observer. */
    to(observer: Observer<Report>): void {
      observers.push(observer);
    },
    async tell(app: App, payment: ObservedPayment, report: Report): Promise<void> {
      for (const observer of observers) await observer(app, payment, report);
    },
  };
}

/** Refunds that processors report, whoever requested them. */
export const observedRefunds = observed<RefundReport>();

/** Disputes that processors report. */
export const observedDisputes = observed<DisputeReport>();

/** Discrepancies that only a person can resolve. */
export const observedDiscrepancies = observed<Discrepancy>();
