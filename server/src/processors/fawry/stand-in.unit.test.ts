/** Functions of the stand-in beyond answering the adapter. */
import { describe, expect, test } from 'vitest';
import {
  calls,
  gateway,
  order,
  receive,
  standIn,
  started,
  stepAt,
  useStandIn,
} from '../../../tests/kit/processors/fawry.ts';
import type { PaymentOrder } from '../gateway.ts';

useStandIn({ retryMilliseconds: 1 });

describe('the stand-in', () => {
  test('repeats a notification until it is accepted', async () => {
    standIn.notifications = 'sent';
    const replies = [500, 302, 200];
    const receiver = await receive(() => replies.shift() ?? 200);
    const payment = await started({ notificationUrl: receiver.url });
    await receiver.received(3);
    await standIn.act(payment.externalRef, 'pay');
    await receiver.received(4);
    const words = receiver.bodies.map((body) => JSON.parse(body).orderStatus);
    expect(words).toEqual(['NEW', 'NEW', 'NEW', 'PAID']);
    await receiver.close();
  });

  test.each([
    [150_03, 0, 0],
    [150_04, 3, 3],
    [150_05, 1, 0],
  ])(
    'an order of %i piastres sends %i notifications at a time, %i of them genuine',
    async (amount, sent, genuine) => {
      const payment = await started({ amountPiastres: amount });
      standIn.takeNotifications();
      await standIn.act(payment.externalRef, 'pay');
      const notifications = standIn.takeNotifications();
      expect(notifications).toHaveLength(sent);
      expect(notifications.filter((raw) => gateway.isGenuine(raw))).toHaveLength(genuine);
      expect((await stepAt(payment))?.state).toBe('succeeded');
    },
  );

  test('an order of 150.06 has a word that is in no documentation until it is paid', async () => {
    const payment = await started({ amountPiastres: 150_06 });
    expect(await stepAt(payment)).toEqual({ state: 'pending', word: 'IN_REVIEW' });
    await standIn.act(payment.externalRef, 'pay');
    expect((await stepAt(payment))?.state).toBe('succeeded');
  });

  test('refuses an order with another sum, without a field, or by the wrong call', async () => {
    const real = calls;
    await started();
    const { url, json } = real[0]!;
    const post = async (path: string, changes: Record<string, unknown>) => {
      const body = JSON.stringify({ ...(json as object), ...changes });
      const headers = { 'content-type': 'application/json' };
      return (await (await fetch(path, { method: 'POST', body, headers })).json()) as Record<string, unknown>;
    };
    const item = { itemId: '1', description: 'One', price: 1, quantity: 1 };
    expect(await post(url, { amount: 151 })).toMatchObject({ statusCode: 9946 });
    expect(await post(url, { merchantCode: 'x' })).toMatchObject({ statusCode: 9901 });
    expect(await post(url, {})).toMatchObject({ statusCode: 9902 });
    expect(await post(url, { customerMobile: '' })).toMatchObject({ code: 400, reason: 'customerMobile' });
    expect(await post(url, { chargeItems: [item] })).toMatchObject({ statusCode: 9902 });
    expect(await post(url, { orderWebHookUrl: 'x' })).toMatchObject({ code: 400, reason: 'orderWebHookUrl' });
  });

  describe('its page', () => {
    const page = async (query = '', headers = {}) => {
      const reply = await fetch(`${standIn.url}/${query}`, { headers });
      return { status: reply.status, text: await reply.text() };
    };
    const press = (payment: PaymentOrder, act: string, lang = 'en') =>
      fetch(`${standIn.url}/orders/${payment.externalRef}?lang=${lang}`, {
        method: 'POST',
        body: new URLSearchParams({ act }),
        redirect: 'manual',
      });

    test('lists the codes with what the payer pays, in both languages, and says what it is', async () => {
      const payment = await started({ description: '<b>Shirts</b>' });
      const english = await page('?lang=en');
      expect(english.text).toContain('<html lang="en" dir="ltr">');
      expect(english.text).toContain('A stand-in for Fawry');
      expect(english.text).toContain(payment.ids.reference);
      expect(english.text).toContain('EGP 152.50');
      expect(english.text).toContain('&lt;b&gt;Shirts&lt;/b&gt;');
      const arabic = await page('', { 'accept-language': 'ar-EG' });
      expect(arabic.text).toContain('<html lang="ar" dir="rtl">');
      expect(arabic.text).toContain('محاكاة لنظام فوري');
      for (const { text } of [english, arabic]) {
        expect(text).not.toMatch(/stand-in-fawry\.|\{\{/);
        expect(text).not.toContain('<script');
      }
    });

    test.each([
      ['pay', 'succeeded'],
      ['decline', 'failed'],
      ['expire', 'expired'],
    ])('its button %s ends the payment: %s', async (act, state) => {
      const payment = await started();
      const reply = await press(payment, act, 'ar');
      expect([reply.status, reply.headers.get('location')]).toEqual([303, '/?lang=ar']);
      expect((await stepAt(payment))?.state).toBe(state);
      expect((await page()).text).not.toContain('value="pay"');
    });

    test('knows no other act and no other order', async () => {
      const payment = await started();
      expect((await press(payment, 'steal')).status).toBe(404);
      expect((await press(order(), 'pay')).status).toBe(404);
    });
  });
});
