import { describe, expect, it } from 'vitest';
import { ProcessorError } from '../../../src/processors/errors.ts';
import { need } from './contract-rig.ts';
import { LOST, type Scene } from './contract-scene.ts';

export function starting(scene: Scene): void {
  const { can, never, newOrder, keep, started, stepOf, booked, paid, outcomeOf, kindOf } = scene;
  describe('starting', () => {
    it('says how the payer pays, and takes no money', async (context) => {
      const { step } = await scene.gateway.start(newOrder(), never);
      const states = { here: /./, redirect: /^redirect$/, code: /^awaiting$/, wallet: /^awaiting$/ };
      expect(step.state).toMatch(states[can.pays]);
      if (step.state === 'redirect')
        expect(step.url.startsWith(`${need(context, scene.tried.wire).url}/`)).toBe(true);
      if (can.pays === 'code') expect(step).toMatchObject({ code: expect.stringMatching(/\S/) });
      if (can.pays === 'wallet') expect(step).toMatchObject({ code: null });
      expect(await scene.tried.books()).toEqual([]);
    });

    it('works without a description, name and e-mail, and with long Arabic ones', async () => {
      const bare = { description: '', payer: { name: '', email: '', mobile: '01012345678' } };
      const long = {
        description: 'قميص قطن مصري '.repeat(40),
        merchantName: 'متجر القمصان '.repeat(20),
        locale: 'ar' as const,
        payer: { name: 'منى عادل '.repeat(30), email: 'mona@example.com', mobile: '01012345678' },
      };
      for (const more of [bare, long]) {
        const order = await started(more);
        await scene.tried.act(order.externalRef, 'pay');
        expect(await stepOf(order)).toMatchObject({ state: 'succeeded' });
      }
    });

    it('twice for one order is one payment', async () => {
      const order = await started();
      const again = keep(order, await scene.gateway.start(order, never));
      await scene.tried.act(again.externalRef, 'pay');
      expect(await stepOf(again)).toMatchObject({ state: 'succeeded', receivedPiastres: 20050 });
      expect(await scene.tried.books()).toHaveLength(1);
      expect((await booked(again)).receivedPiastres).toBe(20050);
    });

    it('twice at once for one order is one payment', async () => {
      const order = newOrder();
      const answers = await Promise.all([1, 2].map(() => outcomeOf(scene.gateway.start(order, never))));
      let kept = order;
      for (const answer of answers) if (!(answer instanceof ProcessorError)) kept = keep(kept, answer);
      await scene.tried.act(order.externalRef, 'pay');
      expect(await stepOf(kept)).toMatchObject({ state: 'succeeded', receivedPiastres: 20050 });
      expect((await booked(order)).receivedPiastres).toBe(20050);
    });

    it('again after it was paid says that it is paid', async () => {
      const order = await paid();
      const { step } = await scene.gateway.start(order, never);
      expect(step).toMatchObject({ state: 'succeeded', reference: order.money });
    });

    it('is busy when the processor is, and can be repeated', async (context) => {
      const wire = need(context, scene.tried.wire);
      const order = newOrder();
      wire.fail('start', 'busy');
      expect(await kindOf(scene.gateway.start(order, never))).toBe('busy');
      const kept = keep(order, await scene.gateway.start(order, never));
      await scene.tried.act(order.externalRef, 'pay');
      expect(await stepOf(kept)).toMatchObject({ state: 'succeeded' });
    });

    it.for(LOST)('has an unknown outcome after %s; repeated, it is one payment', async (fault, context) => {
      const wire = need(context, scene.tried.wire);
      const order = newOrder();
      wire.fail('start', fault);
      const hasty = scene.hasty(wire, fault);
      expect(await kindOf(hasty.start(order, never))).toBe('unknown');
      const kept = keep(order, await scene.gateway.start(order, never));
      await scene.tried.act(order.externalRef, 'pay');
      expect(await stepOf(kept)).toMatchObject({ state: 'succeeded', receivedPiastres: 20050 });
      expect((await booked(order)).receivedPiastres).toBe(20050);
    });

    it('answered by an unknown word neither failed nor succeeded', async (context) => {
      const wire = need(context, scene.tried.wire);
      wire.fail('start', 'unknown-word');
      const outcome = await outcomeOf(scene.gateway.start(newOrder(), never));
      if (outcome instanceof ProcessorError) expect(outcome.kind).toBe('unknown');
      else expect(outcome.step).toMatchObject({ state: 'pending', word: expect.stringMatching(/\S/) });
    });

    it('of nobody who still waits is given up', async (context) => {
      const wire = need(context, scene.tried.wire);
      wire.fail('start', 'silent');
      const stop = new AbortController();
      const call = scene.gateway.start(newOrder(), stop.signal);
      stop.abort();
      expect(await kindOf(call)).not.toBe('answered');
    });

    it('of a processor that is not reachable is busy: nothing was sent', async (context) => {
      const wire = need(context, scene.tried.wire);
      await wire.close();
      expect(await kindOf(scene.openAt(wire, wire.settings).start(newOrder(), never))).toBe('busy');
    });
  });
}
