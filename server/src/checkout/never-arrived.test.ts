/** Payments whose request is still on its way when the processor is asked about them. */
import { ATTEMPT_HOLD_MINUTES } from '@daftar/contract/checkout';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  type Link,
  linkRow,
  type PayReply,
  startTestCheckout,
  type TestCheckout,
  transactionsOf,
} from '../../tests/kit/checkout.ts';
import { expireAttempts } from './jobs.ts';

let checkout: TestCheckout;
let merchant: number;
let link: Link;
beforeAll(async () => {
  checkout = await startTestCheckout();
  await checkout.sql`create function lose_answer() returns trigger language plpgsql as 'begin raise exception ''away''; end'`;
});
afterAll(() => checkout.close());
beforeEach(async () => {
  merchant = await checkout.merchant();
  link = await checkout.link(merchant);
});

const rows = () => transactionsOf(checkout.sql, merchant);

/**
 * Pays, and delays the request before it reaches the processor, which meanwhile knows nothing when asked.
 * @param before runs just before the request arrives after all
 * @returns the result shown to the payer in the end
 */
async function payHeldUp(before: () => Promise<unknown> = async () => undefined): Promise<PayReply> {
  let paying: Promise<PayReply>;
  await checkout.sql.begin(async (tx) => {
    // The sandbox can be read, but records nothing.
    await tx`lock table sandbox_payments in share mode`;
    paying = checkout.payByCard(link);
    const heldUp = () => checkout.sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and query like '%insert into sandbox_payments%'`;
    await vi.waitFor(async () => expect(await heldUp()).toHaveLength(1), 20_000);
    checkout.clock.advance({ minutes: ATTEMPT_HOLD_MINUTES });
    await expireAttempts(checkout.app);
    expect(await rows()).toMatchObject([{ status: 2, failure: 'processing_error' }]);
    expect(await linkRow(checkout.sql, link)).toMatchObject({ paid: 0, held: 0 });
    await before();
  });
  return paying!;
}

test('a payment that its processor knew nothing of is asked about again: money that came later is booked as late', async () => {
  const { sql, clock, app } = checkout;
  await payHeldUp(
    () => sql`
      create trigger lose_answer before update on transactions for each row when (new.status = 1)
        execute function lose_answer()`,
  );
  expect(await rows()).toMatchObject([{ status: 2 }]);
  await sql`drop trigger lose_answer on transactions`;
  clock.advance({ minutes: ATTEMPT_HOLD_MINUTES });
  await expireAttempts(app);
  expect(await rows()).toMatchObject([{ status: 1, flags: ['late'], charged: 10_000, failure: null }]);
  expect(await linkRow(sql, link)).toEqual({ status: 1, paid: 1, held: 0 });
  expect(await checkout.differences()).toEqual([]);
});

test('a request that reaches its processor only after the processor was asked is booked, as late', async () => {
  const { status, location } = await payHeldUp();
  expect(status).toBe(303);
  expect(await rows()).toMatchObject([{ status: 1, flags: ['late'], charged: 10_000, failure: null }]);
  expect((await checkout.get(location!)).view?.page).toMatchObject({ attempt: { state: 'succeeded' } });
  expect(await checkout.differences()).toEqual([]);
});
