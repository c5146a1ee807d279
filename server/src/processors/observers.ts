/** Who is told what processors report besides the payment itself. Nouns register when they are loaded. */
import type { App } from '../platform/context.ts';
import type { RefundReport } from './gateway.ts';

/** The payment that a refund belongs to. */
export interface ObservedPayment {
  merchantId: number;
  /** The attempt. */
  id: number;
  accountId: number | null;
}

type Observer = (app: App, payment: ObservedPayment, refund: RefundReport) => Promise<void>;
const observers: Observer[] = [];

/** Refunds that processors report, whoever asked for them. */
export const observedRefunds = {
  /** Registers an observer. */
  to(observer: Observer): void {
    observers.push(observer);
  },
  async tell(app: App, payment: ObservedPayment, refund: RefundReport): Promise<void> {
    for (const observer of observers) await observer(app, payment, refund);
  },
};
