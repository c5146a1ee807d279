/** Metrics of an account's calls. */
import { expect, test } from 'vitest';
import { processMetrics } from '../platform/metrics.ts';
import { ProcessorError } from './errors.ts';
import type { PaymentGateway, PaymentRef, RefundOrder } from './gateway.ts';
import { type Health, watch } from './health.ts';

const ORDER: PaymentRef = {
  merchantId: 4711,
  externalRef: 'REFERENCEOFAPAYMENT1',
  method: 1,
  amountPiastres: 10_000,
  currency: 'EGP',
  expiresAt: new Date(0),
  ids: {},
};
const signal = new AbortController().signal;

/** Returns a gateway whose every call ends in this way. */
const ending = (end: () => unknown) => new Proxy({} as PaymentGateway, { get: () => async () => end() });
const fails = (error: Error) => () => {
  throw error;
};

/** Returns the series of this account, without values that depend on time. */
async function countsOf(account: number): Promise<string[]> {
  const lines = (await processMetrics.metrics()).split('\n');
  const prefix = 'daftar_processor_call_seconds_count';
  return lines.filter((line) => line.startsWith(prefix) && line.includes(`account="${account}"`)).sort();
}
const line = (account: number, call: string, outcome: string, count: number) =>
  `daftar_processor_call_seconds_count{adapter="mpgs",account="${account}",call="${call}",outcome="${outcome}"} ${count}`;

const ENDS: [outcome: string, account: number, end: () => unknown][] = [
  ['answered', 901, () => null],
  ['refused', 902, fails(new ProcessorError('refused', 'wrong credentials'))],
  ['busy', 903, fails(new ProcessorError('busy', 'too many requests'))],
  ['unknown', 904, fails(new ProcessorError('unknown', 'took too long'))],
  ['unknown', 905, fails(new TypeError('an adapter has a defect'))],
];

test.each(ENDS)(
  'every call of an account that ends %s is measured as such (%i)',
  async (outcome, id, end) => {
    const seen: Health = new Map();
    const gateway = watch(seen, { id, adapter: 'mpgs' }, ending(end));
    const refund = { ...ORDER, refundKey: 'KEY' } as RefundOrder;
    const calls = [
      gateway.ask(ORDER, signal),
      gateway.ask(ORDER, signal),
      gateway.start({ ...ORDER } as Parameters<PaymentGateway['start']>[0], signal),
      gateway.cancel!(ORDER, signal),
      gateway.refund(refund, signal),
      gateway.askRefund(refund, signal),
    ];
    const settled = await Promise.allSettled(calls);
    // The caller receives the failure as before.
    expect(new Set(settled.map(({ status }) => status))).toEqual(
      new Set([outcome === 'answered' ? 'fulfilled' : 'rejected']),
    );
    expect(await countsOf(id)).toEqual(
      [
        line(id, 'ask', outcome, 2),
        line(id, 'start', outcome, 1),
        line(id, 'cancel', outcome, 1),
        line(id, 'refund', outcome, 1),
        line(id, 'askRefund', outcome, 1),
      ].sort(),
    );
  },
);

test('labels name the account and the call, and nothing of a merchant or a payment', async () => {
  await watch(
    new Map(),
    { id: 906, adapter: 'mpgs' },
    ending(() => null),
  ).ask(ORDER, signal);
  expect(await countsOf(906)).toEqual([line(906, 'ask', 'answered', 1)]);
});
