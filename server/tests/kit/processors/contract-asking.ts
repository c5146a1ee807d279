import { describe, expect, it } from 'vitest';
import type { PaymentRef, Step } from '../../../src/processors/gateway.ts';
import { need } from './contract-rig.ts';
import { LOST, type Scene } from './contract-scene.ts';

const REASONS: ReadonlySet<string> = new Set([
  'declined',
  'insufficient_funds',
  'lost_card',
  'stolen_card',
  'expired_card',
  'incorrect_cvc',
  'processing_error',
  'authentication_failed',
  'wrong_code',
  'canceled',
  'expired',
]);

export function asking(scene: Scene): void {
  const { never, newOrder, keep, started, ask, stepOf, booked, paid, kindOf, eventsOf } = scene;
  describe('asking', () => {
    it('about a payment that was never started finds none', async () => {
      expect(await ask(newOrder())).toBeNull();
    });

    it('before the payer did anything says neither paid nor failed', async () => {
      const order = await started();
      expect([null, 'pending', 'redirect', 'awaiting', 'challenge', 'otp']).toContain(
        (await stepOf(order))?.state ?? null,
      );
    });

    it('before the payment, as on a return that overtakes it, does not decide it', async () => {
      const order = await started();
      await scene.tried.act(order.externalRef, 'leave');
      const before = await ask(order);
      expect(['canceled', 'expired', 'succeeded']).not.toContain(before?.step.state);
      await scene.tried.act(order.externalRef, 'pay');
      expect(await stepOf(order)).toMatchObject({ state: 'succeeded' });
    });

    it.each([1, 99, 100, 59980, 20050, 1999999, 100000001])(
      'tells %i piastres to the piastre',
      async (amountPiastres) => {
        const order = await started({ amountPiastres });
        await scene.tried.act(order.externalRef, 'pay');
        expect(await stepOf(order)).toMatchObject({ state: 'succeeded', receivedPiastres: amountPiastres });
        expect((await booked(order)).receivedPiastres).toBe(amountPiastres);
      },
    );

    it('again tells the same money under the same reference', async () => {
      const order = await paid();
      const first = await ask(order);
      const second = await ask(keep(order, first));
      expect(second?.step).toEqual(first?.step);
      expect(second?.step).toMatchObject({ reference: order.money });
    });

    it('tells the payments of two orders apart', async () => {
      const [one, other] = [await paid(), await paid()];
      expect(one.money).not.toBe(other.money);
      const ids = async (order: PaymentRef) =>
        ((await ask(order))?.ids ?? []).map(({ kind, value }) => `${kind} ${value}`);
      const all = [...new Set(await ids(one)), ...new Set(await ids(other))];
      expect(new Set(all).size).toBe(all.length);
    });

    it('tells why a payment was declined, and finds money that comes afterwards all the same', async () => {
      const order = await started();
      await scene.tried.act(order.externalRef, 'decline');
      const step = await stepOf(order);
      if (step?.state !== 'failed') throw new Error(`a declined payment is ${step?.state}`);
      expect(REASONS.has(step.reason)).toBe(true);
      await scene.tried.act(order.externalRef, 'pay').catch(() => undefined);
      if ((await booked(order)).receivedPiastres > 0) {
        expect(step.mayStillBePaid).toBe(true);
        expect(await stepOf(order)).toMatchObject({ state: 'succeeded', receivedPiastres: 20050 });
      }
    });

    it('after a payment and a decline still says paid', async () => {
      const order = await paid();
      await scene.tried.act(order.externalRef, 'decline').catch(() => undefined);
      expect(await stepOf(order)).toMatchObject({ state: 'succeeded', reference: order.money });
    });

    it.for(['part', 'more'] as const)('tells what came when the payer pays %s', async (act, context) => {
      const payers = need(context, scene.tried.otherAmounts);
      const order = await started();
      await payers.pay(order.externalRef, act);
      const { receivedPiastres } = await booked(order);
      expect(receivedPiastres).not.toBe(20050);
      expect(await stepOf(order)).toMatchObject({ state: 'succeeded', receivedPiastres });
    });

    it('tells all the money of an order that is paid twice', async () => {
      const order = await paid();
      const money = new Map<string, number>();
      const add = (step: Step | undefined) => {
        if (step?.state === 'succeeded') money.set(step.payment ?? step.reference, step.receivedPiastres);
      };
      add((await ask(order))?.step);
      await scene.tried.act(order.externalRef, 'pay-again').catch(() => undefined);
      let kept: PaymentRef = order;
      for (let asked = 0; asked < 3; asked += 1) {
        const report = await ask(kept);
        add(report?.step);
        for (const more of report?.moreMoney ?? []) money.set(more.reference, more.receivedPiastres);
        kept = keep(kept, report);
      }
      for (const event of eventsOf(order)) {
        if (event.kind === 'payment') add(event.report?.step);
      }
      const told = [...money.values()].reduce((sum, one) => sum + one, 0);
      expect(told).toBe((await booked(order)).receivedPiastres);
    });

    it.for(LOST)(
      'finds no answer in %s, whether paid or not, and the next answer is right',
      async (fault, context) => {
        const wire = need(context, scene.tried.wire);
        const order = await paid();
        const unpaid = await started();
        const hasty = scene.hasty(wire, fault);
        for (const one of [order, unpaid]) {
          wire.fail('ask', fault);
          expect(await kindOf(hasty.ask(one, never))).toBe('unknown');
        }
        expect(await stepOf(order)).toMatchObject({ state: 'succeeded', reference: order.money });
      },
    );

    it('finds no answer in a processor that is busy', async (context) => {
      const wire = need(context, scene.tried.wire);
      const order = await paid();
      wire.fail('ask', 'busy');
      expect(await kindOf(ask(order))).toBe('busy');
    });

    it('answered by an unknown word is pending, with the word for an operator', async (context) => {
      const wire = need(context, scene.tried.wire);
      const order = await paid();
      wire.fail('ask', 'unknown-word');
      expect(await stepOf(order)).toMatchObject({ state: 'pending', word: expect.stringMatching(/\S/) });
    });

    it('after the time ran out says paid only if money came, also when it came late', async () => {
      const order = await started();
      await scene.tried.expire(order.externalRef);
      scene.clock.advance({ minutes: 20 });
      expect((await stepOf(order))?.state).not.toBe('succeeded');
      await scene.tried.act(order.externalRef, 'pay').catch(() => undefined);
      const { receivedPiastres } = await booked(order);
      const step = await stepOf(order);
      if (receivedPiastres === 0) expect(step?.state).not.toBe('succeeded');
      else expect(step).toMatchObject({ state: 'succeeded', receivedPiastres });
    });
  });
}
