import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCheckout, type TestCheckout } from '../../tests/kit/checkout.ts';
import { readOutbox } from '../messages/outbox.ts';

let checkout: TestCheckout;
beforeAll(async () => {
  checkout = await startTestCheckout();
});
afterAll(() => checkout.close());

test('the creator of a link is notified of each payment by the chosen channels, once', async () => {
  const merchant = await checkout.merchant();
  const quiet = await checkout.link(merchant);
  const watched = await checkout.link(merchant, { maxPaymentCount: 5 });
  await checkout.sql`
    update payment_links set notify_by_email = true, notify_by_sms = true
     where merchant_id = ${merchant} and id = ${watched.id}`;
  await checkout.payByCard(quiet);
  await checkout.payByCard(watched);
  await checkout.payByCard(watched, '4000000000000002');
  await checkout.runJobs();
  const messages = (await readOutbox(checkout.app, { merchantId: merchant })).toSorted((one, other) =>
    one.channel.localeCompare(other.channel),
  );
  expect(messages.map(({ channel }) => channel)).toEqual(['email', 'sms']);
  expect(messages[0]).toMatchObject({ to: expect.stringContaining('@example.com') });
  expect(messages[0]?.text).toContain('100.00 EGP arrived for “Course”');
  expect(messages[0]?.links[0]).toMatch(/\/transactions\/\d+$/);
  expect(messages[1]).toMatchObject({ to: '01000000000' });
});

test('in test mode, messages to a creator’s number count against the limit of messages to one recipient; those to their own e-mail address do not', async () => {
  const { limits } = checkout.app.config;
  const app = { ...checkout.app.config, limits: { ...limits, trialMessagesPerHour: 2 } };
  const other = await startTestCheckout(app);
  try {
    const merchant = await other.merchant();
    const watched = await other.link(merchant, { mode: 'test', maxPaymentCount: 5 });
    await other.sql`
      update payment_links set notify_by_email = true, notify_by_sms = true
       where merchant_id = ${merchant} and id = ${watched.id}`;
    for (let payments = 0; payments < 3; payments += 1) await other.payByCard(watched);
    await other.runJobs();
    const sent = await readOutbox(other.app, { merchantId: merchant });
    const notices = sent.filter(({ text }) => text.includes('arrived for'));
    expect(notices.filter(({ channel }) => channel === 'email')).toHaveLength(3);
    expect(notices.filter(({ channel }) => channel === 'sms')).toHaveLength(2);
  } finally {
    await other.close();
  }
});
