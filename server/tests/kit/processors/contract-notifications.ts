import { describe, expect, it } from 'vitest';
import type { Scene } from './contract-scene.ts';

export function notifications(scene: Scene): void {
  const { keep, started, ask, stepOf, paid, isAbout, eventsOf, rig } = scene;
  describe('notifications', () => {
    it('tell of a payment, in whatever order and however often they come', async () => {
      const order = await started();
      await scene.tried.act(order.externalRef, 'decline');
      await scene.tried.act(order.externalRef, 'pay').catch(() => undefined);
      const raws = scene.tried.takeNotifications();
      expect(raws.length).toBeGreaterThan(0);
      const asked = await ask(order);
      for (const raw of [...raws, ...raws.toReversed(), ...raws]) {
        expect(scene.gateway.isGenuine(raw)).toBe(true);
        const reading = scene.gateway.read(raw);
        const events = reading?.events ?? [];
        expect(events.some(({ about }) => isAbout(about, keep(order, asked)))).toBe(true);
      }
      const ids = raws.map((raw) => scene.gateway.read(raw)?.id ?? null);
      expect(raws.map((raw) => scene.gateway.read(raw)?.id ?? null)).toEqual(ids);
      const given = ids.filter((id) => id !== null);
      expect(new Set(given).size).toBe(given.length);
    });

    it('of a payment say nothing else than asking does', async () => {
      const order = await paid();
      const asked = await ask(order);
      const reports = eventsOf(order).flatMap((event) =>
        event.kind === 'payment' && event.report ? [event.report.step] : [],
      );
      for (const step of reports) {
        if (step.state === 'succeeded' && asked?.step.state === 'succeeded') {
          expect(step.reference).toBe(asked.step.reference);
          expect(step.receivedPiastres).toBe(asked.step.receivedPiastres);
        } else expect(['pending', 'awaiting', 'redirect']).toContain(step.state);
      }
    });

    it('are not needed: asking finds the payment without one', async () => {
      const order = await started();
      await scene.tried.act(order.externalRef, 'pay');
      scene.tried.takeNotifications();
      expect(await stepOf(order)).toMatchObject({ state: 'succeeded' });
    });

    it('are forged when made with another secret, also the one before a rotation', async () => {
      const order = await paid();
      expect(scene.tried.takeNotifications().every((raw) => scene.gateway.isGenuine(raw))).toBe(true);
      scene.tried.rotateNotificationSecret('another-secret-of-notifications');
      const next = await started();
      await scene.tried.act(next.externalRef, 'pay');
      const raws = scene.tried.takeNotifications();
      expect(raws.length).toBeGreaterThan(0);
      const rotated = scene.tried.open(scene.log(), 'another-secret-of-notifications');
      for (const raw of raws) {
        expect(scene.gateway.isGenuine(raw)).toBe(false);
        expect(rotated.isGenuine(raw)).toBe(true);
      }
      expect(order.externalRef).not.toBe(next.externalRef);
    });

    it('without a header, a query or a text are forged, and nonsense is not understood', async () => {
      const [raw] = await (async () => {
        await paid();
        return scene.tried.takeNotifications();
      })();
      if (!raw) throw new Error('nothing was told');
      for (const headers of [raw.headers, {}])
        for (const query of [raw.query, []])
          for (const body of [raw.body, '', '{', 'null', '[]', '"x"']) {
            const changed = { ...raw, headers, query, body };
            const isSame = headers === raw.headers && query.length === raw.query.length && body === raw.body;
            if (isSame || (rig.signsInText && body === raw.body)) continue;
            // Whoever sent it: it is refused, or it decides nothing.
            const events = scene.gateway.isGenuine(changed)
              ? (scene.gateway.read(changed)?.events ?? [])
              : [];
            expect(events.some((event) => event.kind === 'payment' && event.report !== null)).toBe(false);
          }
      const bare = { ...raw, headers: {}, query: [], body: '{}' };
      expect(scene.gateway.isGenuine(bare)).toBe(false);
      expect(scene.gateway.read(bare)).toBeNull();
    });

    it('moved to another payment are forged, or only a reason to ask', async () => {
      const order = await paid();
      const other = await started();
      for (const raw of scene.tried.takeNotifications()) {
        const move = (text: string) => text.replaceAll(order.externalRef, other.externalRef);
        const moved = {
          ...raw,
          body: move(raw.body),
          query: raw.query.map(([key, value]) => [key, move(value)] as const),
        };
        // Information about the other payment is still true.
        if (JSON.stringify(moved) === JSON.stringify(raw) || !scene.gateway.isGenuine(moved)) continue;
        for (const event of scene.gateway.read(moved)?.events ?? [])
          if (isAbout(event.about, other)) expect(event).toMatchObject({ kind: 'payment', report: null });
      }
      expect((await stepOf(other))?.state).not.toBe('succeeded');
    });

    it('with another amount are forged, or only a reason to ask', async () => {
      await paid({ amountPiastres: 77700 });
      for (const raw of scene.tried.takeNotifications()) {
        const more = (text: string) => text.replaceAll('777', '999');
        const changed = {
          ...raw,
          body: more(raw.body),
          query: raw.query.map(([key, value]) => [key, more(value)] as const),
        };
        if (!scene.gateway.isGenuine(changed)) continue;
        for (const event of scene.gateway.read(changed)?.events ?? [])
          expect(event).toMatchObject({ kind: 'payment', report: null });
      }
    });
  });
}
