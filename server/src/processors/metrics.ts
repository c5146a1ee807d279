/** Metrics of accounts at processors; labels name the account, never a merchant or a payment. */
import { Counter, Histogram } from 'prom-client';
import { processMetrics } from '../platform/metrics.ts';
import { ProcessorError } from './errors.ts';
import type { AccountRef } from './gateway.ts';

/** An account, with the name of its adapter. */
export interface Measured {
  id: number;
  adapter: string;
}

/** A call of an account's gateway. */
export type Call = 'start' | 'ask' | 'cancel' | 'refund' | 'askRefund';

const calls = new Histogram({
  name: 'daftar_processor_call_seconds',
  help: 'How long calls to processors took, by account, call and outcome',
  labelNames: ['adapter', 'account', 'call', 'outcome'],
  buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40],
  registers: [processMetrics],
});

const payments = new Counter({
  name: 'daftar_processor_payments_total',
  help: 'Payments that processors completed or declined, by account',
  labelNames: ['adapter', 'account', 'outcome'],
  registers: [processMetrics],
});

/** Measures a call: `answered`, or the kind of its {@link ProcessorError}; any other error is `unknown`. */
export async function measured<R>({ id, adapter }: Measured, call: Call, made: Promise<R>): Promise<R> {
  const begun = performance.now();
  const end = (outcome: string) =>
    calls.observe({ adapter, account: id, call, outcome }, (performance.now() - begun) / 1000);
  try {
    const answer = await made;
    end('answered');
    return answer;
  } catch (error) {
    end(error instanceof ProcessorError ? error.kind : 'unknown');
    throw error;
  }
}

/** Counts a payment that an account's processor completed or declined; the sandbox's are not counted. */
export function countPayment({ processor, accountId }: AccountRef, outcome: 'succeeded' | 'failed'): void {
  if (accountId !== null) payments.inc({ adapter: processor, account: accountId, outcome });
}
