/** Money that arrives with another reference for a successful payment: a code paid twice. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changesOf } from '../../tests/kit/changes.ts';
import {
  type LinkOptions,
  linkRow,
  startTestCheckout,
  type TestCheckout,
  transactionsOf,
} from '../../tests/kit/checkout.ts';
import { applyOutcome } from './outcomes.ts';
import type { AttemptRef } from './store.ts';

const KIOSK = '4';

let checkout: TestCheckout;
let merchant: number;
beforeAll(async () => {
  checkout = await startTestCheckout();
});
beforeEach(async () => {
  merchant = await checkout.merchant();
});
afterAll(() => checkout.close());

/** Pays a new link once. */
async function paidOnce(name: string, options: LinkOptions) {
  const link = await checkout.link(merchant, { maxPaymentCount: 3, asks: ['name'], ...options });
  const started = await checkout.post(`/pay/${link.token}`, { method: KIOSK, name });
  const token = started.location!.split('/').at(-1)!;
  const [row] = await checkout.sql<{ id: number }[]>`
    select id from payment_attempts where merchant_id = ${merchant} and token = ${token}`;
  const ref = { merchantId: merchant, id: row!.id };
  await pay(ref, `P-${ref.id}`, options.amount!);
  return { link, ref };
}

const pay = (ref: AttemptRef, reference: string, receivedPiastres: number) =>
  applyOutcome(checkout.app, ref, { state: 'succeeded', reference, receivedPiastres, disputes: false });
const holds = async () => expect(await checkout.differences()).toEqual([]);

test('becomes one payment more, of the same payer for the same purpose, beside other payments of the merchant', async () => {
  await paidOnce('Omar Said', { amount: 7_000 });
  const { link, ref } = await paidOnce('Mona Adel', { amount: 10_000 });
  await paidOnce('Huda Ali', { amount: 12_000 });
  const changes = await changesOf(checkout.sql, ['transactions', 'payment_attempts', 'payment_links'], () =>
    pay(ref, 'P-more', 10_000),
  );
  expect(Object.values(changes)).toEqual(['new', 'new']);
  const all = await transactionsOf(checkout.sql, merchant);
  expect(all.map(({ charged, flags }) => [charged, flags])).toEqual([
    [7_000, []],
    [10_000, []],
    [12_000, []],
    [10_000, ['duplicate']],
  ]);
  const [copy] = await checkout.sql`
    select t.source_id as link, t.customer_name as payer, t.external_reference as reference, a.duplicate_of as of,
           a.payer_name as also
      from transactions t join payment_attempts a on a.merchant_id = t.merchant_id and a.transaction_id = t.id
     where t.merchant_id = ${merchant} and t.id = ${all[3]!.id}`;
  expect(copy).toEqual({
    link: link.id,
    payer: 'Mona Adel',
    also: 'Mona Adel',
    reference: 'P-more',
    of: ref.id,
  });
  expect(await linkRow(checkout.sql, link)).toMatchObject({ paid: 1, held: 0 });
  await holds();
});

test('is booked once when it is reported again while it is being booked, and neither report fails', async () => {
  const { link, ref } = await paidOnce('Mona Adel', { amount: 10_000 });
  let reports: ReturnType<typeof pay>[] = [];
  await checkout.sql.begin(async (tx) => {
    await tx`select from payment_links where merchant_id = ${merchant} and id = ${link.id} for no key update`;
    reports = [pay(ref, 'P-more', 10_000), pay(ref, 'P-more', 10_000)];
    const waiting = () => checkout.sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting()).count, { timeout: 100_000 }).toBe(2);
  });
  const results = (await Promise.all(reports)).map(({ result }) => result);
  expect(results.toSorted()).toEqual(['already', 'applied']);
  expect(await transactionsOf(checkout.sql, merchant)).toMatchObject([
    { status: 1, flags: [] },
    { status: 1, flags: ['duplicate'] },
  ]);
  await holds();
});
