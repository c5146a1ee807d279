import { describe, expect, it } from 'vitest';
import { ProcessorError } from '../../../src/processors/errors.ts';
import { need } from './contract-rig.ts';
import { LOST, type Scene } from './contract-scene.ts';

export function refunds(scene: Scene): void {
  const {
    can,
    never,
    started,
    ask,
    stepOf,
    booked,
    paid,
    refundOf,
    refund,
    outcomeOf,
    kindOf,
    refundsTold,
    rig,
  } = scene;
  describe.runIf(can.refunds !== 'bank')('refunding', () => {
    it('gives the whole payment back, once', async () => {
      const order = await paid();
      const answer = await refund(refundOf(order));
      expect(answer).toMatchObject({ state: 'refunded', id: expect.stringMatching(/\S/) });
      expect(await booked(order)).toMatchObject({ receivedPiastres: 20050, refundedPiastres: 20050 });
    });

    it('gives it back on a later day', async () => {
      const order = await paid();
      const asked = refundOf(order);
      scene.clock.advance({ days: 3 });
      expect(await refund(asked)).toMatchObject({ state: 'refunded' });
      expect((await booked(order)).refundedPiastres).toBe(20050);
    });

    it.runIf(can.refunds === 'any-part')('makes two equal partial refunds as two', async () => {
      const order = await paid();
      const first = await refund(refundOf(order, { refundPiastres: 5025 }));
      const second = await refund(refundOf(order, { refundPiastres: 5025, refundedBeforePiastres: 5025 }));
      expect([first.state, second.state]).toEqual(['refunded', 'refunded']);
      expect(first.id).not.toBe(second.id);
      expect((await booked(order)).refundedPiastres).toBe(10050);
    });

    it('with the same key is the same refund', async () => {
      const order = await paid();
      const asked = refundOf(order);
      await refund(asked);
      const again = await refund({ ...asked, isRepeated: true });
      expect(['refunded', 'ambiguous']).toContain(again.state);
      expect((await booked(order)).refundedPiastres).toBe(20050);
    });

    it.runIf(can.refunds === 'any-part')('with the same key is the same refund of a part', async () => {
      const order = await paid();
      const asked = refundOf(order, { refundPiastres: 5025 });
      const first = await refund(asked);
      const again = await refund({ ...asked, isRepeated: true });
      expect(['refunded', 'ambiguous']).toContain(again.state);
      if (again.state === 'refunded') expect(again.id).toBe(first.id);
      expect((await booked(order)).refundedPiastres).toBe(5025);
    });

    it('of more than came is refused, and moves nothing', async () => {
      const order = await paid();
      const answer = await outcomeOf(refund(refundOf(order, { refundPiastres: 20051 })));
      expect(answer instanceof ProcessorError ? answer.kind : answer.state).toMatch(/^(refused|failed)$/);
      expect((await booked(order)).refundedPiastres).toBe(0);
    });

    it('that is refused has failed, and moves nothing', async () => {
      const order = await paid();
      await scene.tried.refundsAre(order.externalRef, 'refused');
      expect(await refund(refundOf(order))).toMatchObject({ state: 'failed' });
      expect((await booked(order)).refundedPiastres).toBe(0);
      expect(await stepOf(order)).toMatchObject({ state: 'succeeded', reference: order.money });
    });

    it.each([
      ['made', 'refunded', 20050],
      ['refused', 'failed', 0],
    ] as const)('that is pending is pending until it is %s', async (outcome, state, piastres) => {
      const order = await paid();
      await scene.tried.refundsAre(order.externalRef, 'pending');
      const asked = refundOf(order);
      expect(await refund(asked)).toMatchObject({ state: 'pending' });
      expect(await scene.gateway.askRefund({ ...asked, isRepeated: true }, never)).toMatchObject({
        state: 'pending',
      });
      expect((await booked(order)).refundedPiastres).toBe(0);
      await scene.tried.decideRefunds(order.externalRef, outcome);
      // A second way tried after a refusal is refused as well.
      if (outcome === 'refused') await scene.tried.refundsAre(order.externalRef, 'refused');
      const end = outcome === 'refused' && rig.forgetsRefusals ? 'pending' : state;
      expect(await scene.gateway.askRefund({ ...asked, isRepeated: true }, never)).toMatchObject({
        state: end,
      });
      expect((await booked(order)).refundedPiastres).toBe(piastres);
    });

    it.for([...LOST, 'unknown-word' as const])(
      'never moves money twice after %s, and does not call it failed',
      async (fault, context) => {
        const wire = need(context, scene.tried.wire);
        const order = await paid();
        const asked = refundOf(order, can.refunds === 'any-part' ? { refundPiastres: 5025 } : {});
        wire.fail('refund', fault);
        const hasty = scene.hasty(wire, fault);
        const first = await outcomeOf(hasty.refund(asked, never));
        expect(first instanceof ProcessorError ? first.kind : first.state).toMatch(
          /^(unknown|pending|ambiguous)$/,
        );
        const second = await refund({ ...asked, isRepeated: true });
        expect(['refunded', 'pending', 'ambiguous']).toContain(second.state);
        const { refundedPiastres } = await booked(order);
        expect(refundedPiastres).toBeLessThanOrEqual(asked.refundPiastres);
        if (second.state === 'refunded') expect(refundedPiastres).toBe(asked.refundPiastres);
      },
    );

    it('can be repeated when the processor was busy', async (context) => {
      const wire = need(context, scene.tried.wire);
      const order = await paid();
      const asked = refundOf(order);
      wire.fail('refund', 'busy');
      expect(await kindOf(refund(asked))).toBe('busy');
      expect((await booked(order)).refundedPiastres).toBe(0);
      // Nothing was done, and the caller knows that.
      expect(await refund(asked)).toMatchObject({ state: 'refunded' });
      expect((await booked(order)).refundedPiastres).toBe(20050);
    });

    it('with wrong credentials is no failure of the refund', async (context) => {
      const wire = need(context, scene.tried.wire);
      const order = await paid();
      expect(await kindOf(scene.openAt(wire, wire.wrongSettings).refund(refundOf(order), never))).toBe(
        'refused',
      );
      expect((await booked(order)).refundedPiastres).toBe(0);
    });

    it('does not take back that the payment was paid', async () => {
      const order = await paid();
      const asked = refundOf(order);
      await refund(asked);
      scene.clock.advance({ days: 1 });
      expect(await stepOf(order)).toMatchObject({
        state: 'succeeded',
        reference: order.money,
        receivedPiastres: 20050,
      });
      scene.tried.takeNotifications();
    });

    it('is found by who asks for the first time after it: paid, and refunded', async (context) => {
      const dashboard = need(context, scene.tried.dashboard);
      const order = await started();
      await scene.tried.act(order.externalRef, 'pay');
      await dashboard.refund(order.externalRef, 20050);
      expect(await stepOf(order)).toMatchObject({ state: 'succeeded', receivedPiastres: 20050 });
    });

    it('is told with our key, under the id that it was answered with', async () => {
      const order = await paid();
      const asked = refundOf(order);
      const answer = await refund(asked);
      const told = [...(await refundsTold(order)).values()].filter(
        (one) => typeof one.refundKey === 'string',
      );
      for (const one of told)
        expect(one).toMatchObject({ id: answer.id, refundKey: asked.refundKey, amountPiastres: 20050 });
      const says = (await ask(order))?.refunds !== undefined;
      expect(told.length).toBe(says ? 1 : Math.min(told.length, 1));
    });

    it('of money that was given back in the dashboard before moves nothing', async (context) => {
      const dashboard = need(context, scene.tried.dashboard);
      const order = await paid();
      await dashboard.refund(order.externalRef, 20050);
      const outcome = await outcomeOf(refund(refundOf(order)));
      expect(outcome instanceof ProcessorError ? outcome.kind : outcome.state).toMatch(
        /^(refused|failed|ambiguous)$/,
      );
      expect((await booked(order)).refundedPiastres).toBe(20050);
    });

    it("in the processor's own dashboard is told, without a key of ours", async (context) => {
      const dashboard = need(context, scene.tried.dashboard);
      const order = await paid();
      const whole = can.refunds === 'whole';
      await dashboard.refund(order.externalRef, whole ? 20050 : 5025);
      if (!whole) await dashboard.refund(order.externalRef, 5025);
      const told = [...(await refundsTold(order)).values()];
      const says = told.length > 0 || (await ask(order))?.refunds !== undefined;
      context.skip(!says, 'this processor does not say which refunds it made');
      expect(told.every((one) => typeof one.refundKey !== 'string' && one.state === 'refunded')).toBe(true);
      expect(told.reduce((sum, one) => sum + one.amountPiastres, 0)).toBe(
        (await booked(order)).refundedPiastres,
      );
    });
  });
}
