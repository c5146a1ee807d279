/** Refunds through the adapter, with its stand-in. */
import type { PaymentMethodId } from '@daftar/contract/lookups';
import { describe, expect, test } from 'vitest';
import {
  calls,
  callsOf,
  fails,
  gateway,
  KIOSK,
  opened,
  order,
  paid,
  refunded,
  refundOf,
  signal,
  standIn,
  started,
  useStandIn,
  WALLET,
} from '../../../tests/kit/processors/fawry.ts';
import type { PaymentOrder, RefundOrder } from '../gateway.ts';
import type { Fault } from '../stand-in.ts';

useStandIn();

describe('refunding', () => {
  test.each([KIOSK, WALLET] as PaymentMethodId[])('the whole of a payment (method %i)', async (method) => {
    const payment = await paid({ method });
    expect(await gateway.refund(refundOf(payment), signal)).toEqual({
      state: 'refunded',
      id: expect.stringMatching(/^REFUND/),
    });
    expect(refunded()).toBe(150_00);
  });

  test('carries our key as the reason', async () => {
    const payment = await paid();
    await gateway.refund(refundOf(payment, { refundPiastres: 10_10 }), signal);
    expect(calls.find((call) => call.url.endsWith('/refund'))?.json).toMatchObject({
      reason: 'REFUND00000000000001',
      refundAmount: 10.1,
      referenceNumber: payment.ids.reference,
    });
  });

  test('a payment in two parts', async () => {
    const payment = await paid();
    const first = refundOf(payment, { refundPiastres: 50_00 });
    expect(await gateway.refund(first, signal)).toEqual({
      state: 'refunded',
      id: expect.stringMatching(/^REFUND/),
    });
    const second = refundOf(payment, { refundPiastres: 100_00, refundedBeforePiastres: 50_00 });
    expect(await gateway.refund(second, signal)).toEqual({
      state: 'refunded',
      id: expect.stringMatching(/^REFUND/),
    });
    expect(refunded()).toBe(150_00);
  });

  test('more than came fails', async () => {
    const payment = await paid();
    const answer = await gateway.refund(refundOf(payment, { refundPiastres: 150_01 }), signal);
    const explanation = '9935 Refund amount exceeds the amount that can be refunded';
    expect(answer).toEqual({ state: 'failed', explanation });
    expect(refunded()).toBe(0);
  });

  test('an order that is not paid fails, and one that Fawry does not have', async () => {
    const payment = await started();
    expect(await gateway.refund(refundOf(payment), signal)).toMatchObject({ state: 'failed' });
    expect(await gateway.refund(refundOf(order()), signal)).toMatchObject({ state: 'failed' });
  });

  test('that Fawry refuses fails', async () => {
    const payment = await paid();
    standIn.refundsAre('refused');
    expect(await gateway.refund(refundOf(payment), signal)).toMatchObject({ state: 'failed' });
  });

  test('of cash is refused for an account without it, before Fawry is asked', async () => {
    const payment = await paid();
    const without = opened({ credentials: { kioskRefund: 'no' } });
    await fails(without.refund(refundOf(payment), signal), 'refused');
    expect(callsOf('status')).toBe(0);
    expect(callsOf('/refund')).toBe(0);
  });

  test('of a wallet does not depend on cash', async () => {
    const payment = await paid({ method: WALLET });
    const without = opened({ credentials: { kioskRefund: 'no' } });
    expect(await without.refund(refundOf(payment), signal)).toEqual({
      state: 'refunded',
      id: expect.stringMatching(/^REFUND/),
    });
  });

  test('with a wrong key is refused', async () => {
    const payment = await paid();
    const wrong = opened({ credentials: { securityKey: 'another' } });
    await fails(wrong.refund(refundOf(payment), signal), 'refused');
  });

  describe('whose answer is lost', () => {
    /** Loses the answer of a refund, then requests it again. */
    async function lost(payment: PaymentOrder, fault: Fault, changes: Partial<RefundOrder> = {}) {
      const refund = refundOf(payment, { refundKey: 'REFUND00000000000002', ...changes });
      standIn.fail('refund', fault);
      await fails(gateway.refund(refund, signal), 'unknown');
      return gateway.refund({ ...refund, isRepeated: true }, signal);
    }

    test.each(['error-after', 'malformed'] as Fault[])(
      'is found by the status (%s), and made once',
      async (fault) => {
        const payment = await paid();
        expect(await lost(payment, fault)).toEqual({
          state: 'refunded',
          id: expect.stringMatching(/^REFUND/),
        });
        expect(refunded()).toBe(150_00);
        expect(callsOf('/refund')).toBe(1);
      },
    );

    test('is found by the status when it is a part', async () => {
      const payment = await paid();
      expect(await lost(payment, 'error-after', { refundPiastres: 1_00 })).toEqual({
        state: 'refunded',
        id: expect.stringMatching(/^REFUND/),
      });
      expect(refunded()).toBe(1_00);
    });

    test('needs a person when the status does not show it, and is not sent again', async () => {
      const payment = await paid();
      expect(await lost(payment, 'error-before')).toMatchObject({ state: 'ambiguous' });
      expect(callsOf('/refund')).toBe(1);
      expect(refunded()).toBe(0);
    });

    test('needs a person when it is a part after another', async () => {
      const payment = await paid();
      await gateway.refund(refundOf(payment, { refundPiastres: 50_00 }), signal);
      const second = { refundPiastres: 20_00, refundedBeforePiastres: 50_00 };
      expect(await lost(payment, 'error-after', second)).toMatchObject({ state: 'ambiguous' });
      expect(callsOf('/refund')).toBe(2);
    });

    test('is found when it was the last part', async () => {
      const payment = await paid();
      await gateway.refund(refundOf(payment, { refundPiastres: 50_00 }), signal);
      const last = { refundPiastres: 100_00, refundedBeforePiastres: 50_00 };
      expect(await lost(payment, 'error-after', last)).toEqual({
        state: 'refunded',
        id: expect.stringMatching(/^REFUND/),
      });
      expect(refunded()).toBe(150_00);
    });

    test('needs a person when it was the last part and the status does not show it', async () => {
      const payment = await paid();
      await gateway.refund(refundOf(payment, { refundPiastres: 50_00 }), signal);
      const last = { refundPiastres: 100_00, refundedBeforePiastres: 50_00 };
      expect(await lost(payment, 'error-before', last)).toMatchObject({ state: 'ambiguous' });
      expect(refunded()).toBe(50_00);
    });

    test('needs a person when the status shows a refund of another size', async () => {
      const payment = await paid();
      await standIn.refundInDashboard(payment.externalRef, 150_00);
      const part = { refundPiastres: 20_00 };
      expect(await lost(payment, 'error-before', part)).toMatchObject({ state: 'ambiguous' });
    });

    test('stays unknown while the status is not told', async () => {
      const payment = await paid();
      standIn.fail('ask', 'error-before');
      await fails(gateway.refund(refundOf(payment, { isRepeated: true }), signal), 'unknown');
      expect(refunded()).toBe(0);
    });
  });

  test('an answer that is not known needs a person, with Fawry’s words', async () => {
    const payment = await paid();
    standIn.fail('refund', 'unknown-word');
    const answer = await gateway.refund(refundOf(payment), signal);
    expect(answer).toMatchObject({ state: 'ambiguous', explanation: expect.stringContaining('777') });
  });

  test('is busy when Fawry has too much to do, and nothing was refunded', async () => {
    const payment = await paid();
    standIn.fail('refund', 'busy');
    await fails(gateway.refund(refundOf(payment), signal), 'busy');
    expect(refunded()).toBe(0);
  });

  test('is pending until the status shows it', async () => {
    const payment = await paid();
    standIn.refundsAre('pending');
    const refund = refundOf(payment);
    expect(await gateway.refund(refund, signal)).toEqual({ state: 'pending', id: 'REFUND00000000000001' });
    expect(await gateway.askRefund(refund, signal)).toEqual({ state: 'pending', id: 'REFUND00000000000001' });
    standIn.decideRefunds('made');
    expect(await gateway.askRefund(refund, signal)).toEqual({
      state: 'refunded',
      id: expect.stringMatching(/^REFUND/),
    });
  });

  test('of the last part is pending until the status shows it', async () => {
    const payment = await paid();
    await gateway.refund(refundOf(payment, { refundPiastres: 50_00 }), signal);
    standIn.refundsAre('pending');
    const last = refundOf(payment, { refundPiastres: 100_00, refundedBeforePiastres: 50_00 });
    expect(await gateway.refund(last, signal)).toEqual({ state: 'pending', id: 'REFUND00000000000001' });
    standIn.decideRefunds('made');
    expect(await gateway.askRefund(last, signal)).toEqual({
      state: 'refunded',
      id: expect.stringMatching(/^REFUND/),
    });
  });

  test('that never shows stays pending', async () => {
    const payment = await paid();
    standIn.refundsAre('pending');
    await gateway.refund(refundOf(payment), signal);
    standIn.decideRefunds('refused');
    expect(await gateway.askRefund(refundOf(payment), signal)).toEqual({
      state: 'pending',
      id: 'REFUND00000000000001',
    });
    expect(refunded()).toBe(0);
  });

  test('that was accepted is not lost by a question that fails', async () => {
    const payment = await paid();
    standIn.fail('ask', 'error-before');
    expect(await gateway.refund(refundOf(payment), signal)).toEqual({
      state: 'refunded',
      id: expect.stringMatching(/^REFUND/),
    });
  });
});
