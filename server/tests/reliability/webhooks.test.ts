/** Webhooks from workers that are processes of their own: killed in the middle, side by side, and kept waiting. */
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { emitEvent } from '../../src/webhooks/emit.ts';
import { createTestDatabase, type TestDatabase } from '../kit/platform/database.ts';
import { type Receiver, startReceiver } from '../kit/webhooks.ts';
import { type Bundle, buildBundle, type Product, startProduct } from './product.ts';

let bundle: Bundle;
let database: TestDatabase;
let workers: Product[];
let receivers: Receiver[];

beforeAll(async () => {
  bundle = await buildBundle();
});
beforeEach(async () => {
  database = await createTestDatabase();
  workers = [];
  receivers = [];
});
afterEach(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await Promise.all(workers.map(({ ended }) => ended));
  await Promise.all(receivers.map((receiver) => receiver.close()));
  await database.drop();
});

async function startWorker(): Promise<Product> {
  const worker = await startProduct(bundle, {
    DAFTAR_ROLE: 'worker',
    DATABASE_URL: database.url,
    DAFTAR_SECRET: 'a secret that only this test knows, 32+',
    DAFTAR_WEBHOOKS_TO_LOOPBACK: 'yes',
    DAFTAR_LOG_LEVEL: 'error',
  });
  workers.push(worker);
  return worker;
}

/** A merchant whose messages go to a server of its own. */
async function merchant(): Promise<{ receiver: Receiver; emit(): Promise<string> }> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  const [row] = await database.sql<{ id: number }[]>`
    with m as (insert into merchants (business_name, email, mobile) values ('Nour', 'n@example.com', '01000000000') returning id)
    insert into merchant_settings (merchant_id, mode, callback_url) select id, 'test', ${receiver.url} from m
    returning merchant_id as id`;
  const scope = { merchantId: row!.id, mode: 'test' } as const;
  const emit = async () => {
    const event = await emitEvent(
      database.sql,
      scope,
      'order.created',
      {
        id: 1,
        reference: 'ORD-1',
        status: 'new',
        fulfilment: 'new',
        amount: 10,
        currency: 'EGP',
        customer_name: '',
        customer_email: '',
        customer_phone: '',
        merchant_reference: null,
        metadata: {},
      },
      { now: new Date() },
    );
    return event!.messageId;
  };
  return { receiver, emit };
}

const idsOf = ({ received }: Receiver) => received.map(({ headers }) => headers['webhook-id']);
const undelivered = async () => (await database.sql`select 1 from webhook_events where state <> 2`).length;
const WAIT = { timeout: 100_000, interval: 50 };

test('after a worker is killed between sending a message and recording it, another sends the same message again', async () => {
  const shop = await merchant();
  const first = await startWorker();
  shop.receiver.answer = (response) => {
    shop.receiver.answer = (later) => later.writeHead(200).end();
    first.kill('SIGKILL');
    first.ended.then(() => response.writeHead(200).end());
  };
  const id = await shop.emit();
  await first.ended;
  expect(idsOf(shop.receiver)).toEqual([id]);
  await startWorker();
  await vi.waitUntil(async () => (await undelivered()) === 0, WAIT);
  expect(idsOf(shop.receiver)).toEqual([id, id]);
  expect(shop.receiver.received[0]!.body).toBe(shop.receiver.received[1]!.body);
});

test('two workers send each message exactly once', async () => {
  const shop = await merchant();
  const ids = await Promise.all(Array.from({ length: 40 }, () => shop.emit()));
  await Promise.all([startWorker(), startWorker()]);
  await vi.waitUntil(async () => (await undelivered()) === 0, WAIT);
  expect(idsOf(shop.receiver).toSorted()).toEqual(ids.toSorted());
});

test('a receiver that never answers delays no other receiver', async () => {
  const [slow, quick] = [await merchant(), await merchant()];
  slow.receiver.answer = () => {};
  for (let message = 0; message < 50; message += 1) await slow.emit();
  await startWorker();
  await vi.waitUntil(() => slow.receiver.received.length > 0, WAIT);
  const id = await quick.emit();
  await vi.waitUntil(() => quick.receiver.received.length > 0, WAIT);
  expect(idsOf(quick.receiver)).toEqual([id]);
  // Two at once are under way to the slow one, whatever waits behind them.
  expect(slow.receiver.received.length).toBeLessThanOrEqual(4);
});
