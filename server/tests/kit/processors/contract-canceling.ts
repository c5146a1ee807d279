import { describe, expect, it } from 'vitest';
import { need } from './contract-rig.ts';
import { LOST, type Scene } from './contract-scene.ts';

export function canceling(scene: Scene): void {
  const { can, never, started, stepOf, booked, paid, kindOf } = scene;
  describe.runIf(can.cancels)('canceling', () => {
    it('ends an order that nobody has paid: it takes no money afterwards', async () => {
      const order = await started();
      expect(await scene.gateway.cancel!(order, never)).toBe('canceled');
      await scene.tried.act(order.externalRef, 'pay').catch(() => undefined);
      expect((await booked(order)).receivedPiastres).toBe(0);
      expect((await stepOf(order))?.state).not.toBe('succeeded');
    });

    it('comes too late for an order that is paid, and leaves its money', async () => {
      const order = await paid();
      expect(await scene.gateway.cancel!(order, never)).toBe('too-late');
      expect(await stepOf(order)).toMatchObject({ state: 'succeeded', receivedPiastres: 20050 });
    });

    it.for(LOST)('has an unknown outcome after %s', async (fault, context) => {
      const wire = need(context, scene.tried.wire);
      const order = await started();
      wire.fail('cancel', fault);
      const hasty = scene.hasty(wire, fault);
      expect(await kindOf(hasty.cancel!(order, never))).toBe('unknown');
    });
  });
  it('has an action for canceling if its method can be canceled, and none otherwise', () => {
    expect(scene.gateway.cancel !== undefined).toBe(can.cancels);
  });
}
