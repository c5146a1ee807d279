/** Who is told what processors report besides the payment itself. Nouns register when they are loaded. */
import type { App } from '../platform/context.ts';
import type { DisputeReport, RefundReport } from './gateway.ts';

/** The payment that a refund or dispute belongs to. */
export interface ObservedPayment {
  merchantId: number;
  /** The attempt. */
  id: number;
  accountId: number | null;
}

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
