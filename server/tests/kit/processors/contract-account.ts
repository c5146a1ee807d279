import { describe, expect, it } from 'vitest';
import { need } from './contract-rig.ts';
import type { Scene } from './contract-scene.ts';

export function account(scene: Scene): void {
  const { never, newOrder, paid, kindOf } = scene;
  describe('the account', () => {
    it('is accepted with the settings of its stand-in, whose credentials have the declared names and form', (context) => {
      const wire = need(context, scene.tried.wire);
      expect(wire.adapter.validateSettings(wire.settings)).toEqual({});
      expect(Object.keys(wire.settings.credentials).sort()).toEqual(
        Object.keys(wire.adapter.credentials).sort(),
      );
      for (const [key, { schema }] of Object.entries(wire.adapter.credentials))
        expect(schema.safeParse(wire.settings.credentials[key]).success, key).toBe(true);
    });

    it('is checked by a call that changes nothing', async () => {
      await scene.gateway.check(never);
      expect(await scene.tried.books()).toEqual([]);
      expect(scene.tried.takeNotifications()).toEqual([]);
    });

    it('refuses every call with wrong credentials, and no answer about a payment is made of that', async (context) => {
      const wire = need(context, scene.tried.wire);
      const order = await paid();
      const stranger = scene.openAt(wire, wire.wrongSettings);
      expect(await kindOf(stranger.check(never))).toBe('refused');
      expect(await kindOf(stranger.start(newOrder(), never))).toBe('refused');
      expect(await kindOf(stranger.ask(order, never))).toBe('refused');
    });
  });
}
