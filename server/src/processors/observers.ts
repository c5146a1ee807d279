/** Who is told what processors report besides the payment itself. Nouns register when they are loaded. */
import type { App } from '../platform/context.ts';
import type { DisputeReport, RefundReport, UnnamedReport } from './gateway.ts';

/** The payment that a refund or dispute belongs to. */
export interface ObservedPayment {
  merchantId: number;
  /** The attempt. */
  id: number;
  accountId: number | null;
}

/** What a processor says and our books do not, so that a person has to settle it. `word`: in the processor's words. */
export type Discrepancy =
  | UnnamedReport
  /** A refund that was made by our books. */
  | { kind: 'refund-failed'; refundId: number; amountPiastres: number; word: string }
  /** A payment that succeeded by our books. */
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

/** Refunds that processors report, whoever asked for them. */
export const observedRefunds = observed<RefundReport>();

/** Disputes that processors report. */
export const observedDisputes = observed<DisputeReport>();

/** What only a person can settle. */
export const observedDiscrepancies = observed<Discrepancy>();
