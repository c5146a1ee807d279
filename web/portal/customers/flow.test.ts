import { CHARGEBACK_STATUS } from '@daftar/contract/chargebacks';
import { TRANSACTION_STATUS } from '@daftar/contract/transactions';
import { expect, test } from 'vitest';
import { flowOfEntry } from './flow.ts';

test('the timeline tells money that came from money that went, and neither where none moved', () => {
  const { success, refunded, failed, pending } = TRANSACTION_STATUS;
  const { applied, withdrawn } = CHARGEBACK_STATUS;
  const of = (kind: 'payment' | 'chargeback', ...statuses: number[]) =>
    statuses.map((status) => flowOfEntry({ kind, status: String(status) }));
  expect(of('payment', success, refunded, failed, pending)).toEqual(['in', 'in', null, null]);
  expect(of('chargeback', CHARGEBACK_STATUS.pending, applied, withdrawn)).toEqual([null, 'out', null]);
  const refunds = ['pending', 'succeeded', 'failed', 'canceled', 'reversed'];
  expect(refunds.map((status) => flowOfEntry({ kind: 'refund', status }))).toEqual([
    'out',
    'out',
    null,
    null,
    null,
  ]);
  for (const kind of ['invoice', 'order', 'message', 'note'] as const)
    expect(flowOfEntry({ kind, status: 'paid' })).toBeNull();
});
