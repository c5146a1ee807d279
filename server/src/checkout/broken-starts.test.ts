/** Payments whose start fails in our own code. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cardForm, startTestCheckout, type TestCheckout } from '../../tests/kit/checkout.ts';
import { loadConfig } from '../config.ts';

let checkout: TestCheckout;
beforeAll(async () => {
  checkout = await startTestCheckout({
    limits: { ...loadConfig({}).limits, declinesPerTenMinutes: 1 },
    sandboxLive: true,
  });
});
afterAll(() => checkout.close());

test('payments that failed to start do not count as in progress: the same payer can pay as soon as the fault is over', async () => {
  const { sql } = checkout;
  const link = await checkout.link(await checkout.merchant(), { mode: 'test', maxPaymentCount: 100 });
  const pay = () => checkout.post(`/pay/${link.token}`, cardForm());
  await sql`create function fail_start() returns trigger language plpgsql as 'begin raise exception ''away''; end'`;
  await sql`create trigger fail_start before insert on payment_attempts for each row execute function fail_start()`;
  const statuses = [];
  for (let times = 0; times < 30; times += 1) statuses.push((await pay()).status);
  expect(new Set(statuses)).toEqual(new Set([500]));
  await sql`drop trigger fail_start on payment_attempts`;
  expect((await pay()).status).toBe(303);
});
