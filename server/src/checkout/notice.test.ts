import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOutbox } from '../messages/outbox.ts';
import { startTestCheckout, type TestCheckout } from './testing.ts';

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
