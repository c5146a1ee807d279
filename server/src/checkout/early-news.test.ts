/** Notifications that name a payment by the processor's id before that id is known here. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  externalRefOf,
  startTestCheckout,
  type TestCheckout,
  transactionsOf,
} from '../../tests/kit/checkout.ts';
import { addTestAccount, type TestAccount } from '../../tests/kit/processors/account.ts';
import type { RawNotification } from '../processors/gateway.ts';
import { paymob } from '../processors/paymob/index.ts';
import { startStandIn } from '../processors/paymob/stand-in.ts';
import { processorsOf } from '../processors/registry.ts';
import type { StandIn } from '../processors/stand-in.ts';
import { recordReport } from './outcomes.ts';

let checkout: TestCheckout;
let merchant: number;
let standIn: StandIn;
let account: TestAccount;
beforeAll(async () => {
  checkout = await startTestCheckout({ sandboxLive: true }, processorsOf([paymob]));
});
beforeEach(async () => {
  merchant = await checkout.merchant();
  ({ standIn, account } = await connect());
  return () => standIn.close();
});
afterAll(() => checkout.close());

async function connect() {
  const opened = await startStandIn({ mode: 'live', clock: checkout.clock });
  opened.notifications = 'kept';
  const at = await addTestAccount(checkout.app, paymob, opened.settings, {
    mode: 'live',
    merchantId: merchant,
  });
  return { standIn: opened, account: at };
}

/**
 * Starts a payment whose answer is lost, and lets its payer pay. @returns the attempt, Paymob's order and its
 * notifications
 */
async function paidBeforeTheAnswer() {
  standIn.fail('start', 'error-after');
  const link = await checkout.link(merchant, { mode: 'live', asks: ['name'] });
  const { location } = await checkout.post(`/pay/${link.token}`, { method: '1', name: 'Mona Adel' });
  const token = location!.split('/').at(-1)!.split('?')[0]!;
  await standIn.act(await externalRefOf(checkout.sql, token), 'pay');
  const [news] = standIn.takeNotifications();
  const [row] = await checkout.sql<{ id: number }[]>`select id from payment_attempts where token = ${token}`;
  const order = String((JSON.parse(news!.body) as { obj: { order: { id: number } } }).obj.order.id);
  return { ref: { merchantId: merchant, id: row!.id }, order, news: news! };
}

async function deliver({ method, query, headers, body }: RawNotification) {
  const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]));
  await checkout.server.inject({
    method,
    url: `${account.path}?${search}`,
    headers: headers as Record<string, string>,
    payload: body,
  });
  await checkout.runJobs();
}

const inbox = () => checkout.sql<{ state: string; awaits: string | null }[]>`
  select state, awaits from processor_notifications where account_id = ${account.id} order by id`;
const learn = (ref: { merchantId: number; id: number }, order: string, accountId = account.id) =>
  recordReport(
    checkout.app,
    ref,
    { processor: 'paymob', accountId },
    {
      step: { state: 'pending' },
      ids: [{ kind: 'order', value: order }],
    },
  );

test('are processed as soon as the id is known, and book the payment', async () => {
  const { ref, order, news } = await paidBeforeTheAnswer();
  await deliver(news);
  expect(await inbox()).toEqual([{ state: 'unmatched', awaits: `order ${order}` }]);
  await learn(ref, order);
  await checkout.runJobs();
  expect(await inbox()).toEqual([{ state: 'processed', awaits: null }]);
  expect(await transactionsOf(checkout.sql, merchant)).toMatchObject([
    { status: 1, flags: [], charged: 10_000 },
  ]);
  expect(await checkout.differences()).toEqual([]);
});

test('of another account, or about another order, stay unmatched', async () => {
  const { ref, order, news } = await paidBeforeTheAnswer();
  await deliver(news);
  const other = await connect();
  await learn(ref, order, other.account.id);
  await learn(ref, String(Number(order) + 1));
  await checkout.runJobs();
  expect(await inbox()).toEqual([{ state: 'unmatched', awaits: `order ${order}` }]);
  await other.standIn.close();
});
