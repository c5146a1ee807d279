/**
 * Every event of the contract, from its cause to a merchant's server on this machine, verified with the Standard
 * Webhooks library. An event without a cause here fails.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { WEBHOOK_EVENT_TYPES, WEBHOOK_EVENTS, type WebhookEventType } from '@daftar/contract/event-payloads';
import { WITHOUT_MONEY } from '@daftar/contract/transactions';
import { FIRST_VERSION, LATEST_VERSION } from '@daftar/contract/versions';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { receivingAccount, reportRefund } from '../../tests/kit/money.ts';
import { PASSWORD } from '../../tests/kit/people.ts';
import { samples } from '../../tests/kit/samples.ts';
import { orderOf } from '../../tests/kit/samples-store.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { type Receiver, startReceiver } from '../../tests/kit/webhooks.ts';
import { type DemoEnding, payForDemo } from '../checkout/seed.ts';
import { jobHandlers } from '../jobs.ts';
import { transaction } from '../platform/db/transaction.ts';
import { FakeClock } from '../platform/time/clock.ts';
import { returnSettlement } from '../settlements/pay.ts';
import { deliverWebhook } from './deliver.ts';

let daftar: TestServer;
let owner: Actor;
let receiver: Receiver;
beforeAll(async () => {
  daftar = await startTestServer();
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await daftar.close();
});
beforeEach(async () => {
  // The verifier looks at the machine's own clock.
  daftar.clock.set(new Date());
  owner = await daftar.merchant();
  receiver.received.length = 0;
  // Scheduled jobs run for every merchant; those of other tests have no receivers.
  await daftar.database.sql`update merchant_settings set callback_url = null`;
  await daftar.database.sql`delete from webhook_endpoints`;
  await daftar.database.sql`delete from graphile_worker._private_jobs`;
  const urls = {
    defaultCallbackUrl: receiver.url,
    defaultCancelUrl: receiver.url,
    defaultReturnUrl: receiver.url,
    current_password: PASSWORD,
  };
  await call('POST', '/merchant/AccountSettings/WebHooKUrl', urls);
  // As one that was set before there were versions.
  await daftar.database.sql`
    update merchant_settings set callback_version = null where merchant_id = ${owner.merchantId}`;
  await endpointOf(BEFORE);
  await endpointOf(LATEST_VERSION);
});

const world = () => ({ daftar, actor: owner, mode: 'test' as const });
/** The owner's call in test mode, with a token of this moment wherever the clock was moved. */
async function call(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) {
  const token = await daftar.auth.tokens.sign(owner, daftar.clock.now());
  const as = { ...owner, headers: { authorization: `Bearer ${token}` } };
  const answer = await daftar.call({
    method,
    path,
    mode: 'test',
    as,
    ...(body === undefined ? {} : { body }),
  });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.raw}`);
  return answer.body.data;
}

interface Job {
  id: string;
  task: string;
  // biome-ignore lint/suspicious/noExplicitAny: each job has a payload of its own.
  payload: any;
}

/** Runs waiting jobs, as the workers would: all jobs, and then the deliveries at the machine's own time. */
async function runJobs(): Promise<void> {
  const { sql } = daftar.database;
  const gateways = { email: null, sms: null } as never;
  const handlers = jobHandlers(gateways);
  const take = (isDelivery: boolean) => sql<Job[]>`
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier <> 'deliver-sealed-message'
       and (t.identifier = 'deliver-webhook') = ${isDelivery}
    returning j.id::text as id, t.identifier as task, j.payload`;
  for (let jobs = await take(false); jobs.length > 0; jobs = await take(false)) {
    for (const { task, payload } of jobs) await handlers[task]!(daftar.app, payload);
  }
  daftar.clock.set(new Date());
  for (const { payload } of await take(true)) await deliverWebhook(daftar.app, payload);
}

/** Runs a scheduled job. */
const onSchedule = (job: string) => jobHandlers({ email: null, sms: null } as never)[job]!(daftar.app, {});

const simulate = (kind: 'payment' | 'money', scenario: string) =>
  call('POST', `/merchant/simulations/${kind}`, { scenario });

const linkForm = (method: number) => ({
  invoice_name: 'Rent',
  currency_id: 1,
  amount: 100,
  due_date: new Date(daftar.clock.now().getTime() + 7 * 86_400_000).toISOString(),
  payment_methods: [method],
  language: 2,
});

/** A visitor of the page of a token. */
async function atThePage(token: string, method: 1 | 4, ending: DemoEnding): Promise<void> {
  const clock = new FakeClock(daftar.clock.now());
  const made = await payForDemo({ ...daftar.app, clock }, clock, token, {
    method,
    ending,
    payer: { name: 'Sara', email: 'sara@example.com', mobile: '01112345678', address: 'Cairo' },
    cardNumber: '4242424242424242',
    waitMinutes: 1,
  });
  if (!made) throw new Error('No payment could be begun');
}

const tokenOf = (url: string) => url.split('/').at(-1) ?? '';

async function payLink(method: 1 | 4, ending: DemoEnding): Promise<void> {
  const { link } = await call('POST', '/merchant/payment_links/create', linkForm(method));
  await atThePage(tokenOf(link), method, ending);
}

/** A payment of which 10 EGP are asked back. */
async function refund(): Promise<number> {
  const { reference } = await simulate('payment', 'payment-succeeded');
  const [row] = await daftar.database.sql<{ id: number }[]>`
    select id from transactions where merchant_id = ${owner.merchantId} and reference = ${reference}`;
  const { id } = await call('POST', `/merchant/transactions/${row!.id}/refunds`, { amount: 10 });
  return id;
}

const invoice = async () => (await samples['invoices.deactivate']!.params!(world())) as { id: number };

/** The cause of each event, by the calls and pages that people use. */
const CAUSES: { readonly [Type in WebhookEventType]?: () => Promise<unknown> } = {
  'payment.succeeded': () => simulate('payment', 'payment-succeeded'),
  'payment.failed': () => simulate('payment', 'card-declined'),
  'payment.canceled': () => payLink(4, 'gives-up'),
  'payment.expired': async () => {
    await payLink(4, 'leaves');
    daftar.clock.advance({ days: 30 });
    await onSchedule('expire-attempts');
  },
  'refund.succeeded': refund,
  'refund.failed': () => simulate('money', 'refund-failed'),
  'refund.reversed': async () => reportRefund(daftar, await refund(), 'reversed'),
  'payout.requested': () => simulate('money', 'payout-handed-over'),
  'payout.handed-over': () => simulate('money', 'payout-handed-over'),
  'payout.returned': () => simulate('money', 'payout-failed'),
  'payout.expired': async () => {
    await simulate('money', 'settlement');
    await call('POST', '/merchant/payment_links/payout', { amount: 5 });
    daftar.clock.advance({ days: 90 });
    await onSchedule('expire-payouts');
  },
  'settlement.made': () => simulate('money', 'settlement'),
  'settlement.paid': async () => {
    await receivingAccount(daftar, owner);
    const { reference } = await simulate('money', 'settlement');
    // Amounts settled for the others are in the balance.
    await daftar.database.sql`
      update bank_accounts set receives_settlements = false where merchant_id = ${owner.merchantId}`;
    const [row] = await daftar.database.sql<{ id: number }[]>`
      select id from settlements where merchant_id = ${owner.merchantId} and reference = ${reference}`;
    const body = { bank_reference: 'CIB-1' };
    const as = await daftar.operator('finance');
    const path = `/api/ops/settlements/${owner.merchantId}/${row!.id}/paid`;
    const answer = await daftar.call({ method: 'POST', path, query: { mode: 'test' }, as, body });
    if (answer.status >= 300) throw new Error(answer.raw);
  },
  'settlement.returned': async () => {
    await receivingAccount(daftar, owner);
    const { reference } = await simulate('money', 'settlement');
    const { sql } = daftar.database;
    await sql`update bank_accounts set receives_settlements = false where merchant_id = ${owner.merchantId}`;
    const [row] = await sql<{ id: number }[]>`
      select id from settlements where merchant_id = ${owner.merchantId} and reference = ${reference}`;
    const ref = { merchantId: owner.merchantId, id: row!.id };
    const back = { reason: 'AC04', actor: 'ops:test' };
    await transaction(daftar.app.db, (tx) => returnSettlement(daftar.app, tx, ref, back));
  },
  'chargeback.opened': () => simulate('payment', 'chargeback-opened'),
  'chargeback.moved': async () => {
    const { reference } = await simulate('payment', 'chargeback-opened');
    const [row] = await daftar.database.sql<{ id: number }[]>`
      select id from chargebacks where merchant_id = ${owner.merchantId} and reference = ${reference}`;
    const as = await daftar.operator('finance');
    const path = `/api/ops/chargebacks/${owner.merchantId}/${row!.id}/move`;
    const answer = await daftar.call({ method: 'POST', path, as, body: { stage: 'pre_arbitration' } });
    if (answer.status >= 300) throw new Error(answer.raw);
  },
  'chargeback.reopened': async () => {
    const { reference } = await simulate('payment', 'chargeback-lost');
    const [row] = await daftar.database.sql<{ id: number }[]>`
      select id from chargebacks where merchant_id = ${owner.merchantId} and reference = ${reference}`;
    const as = await daftar.operator('finance');
    const path = `/api/ops/chargebacks/${owner.merchantId}/${row!.id}/take-back`;
    const answer = await daftar.call({ method: 'POST', path, as, body: { reason: 'The wrong button' } });
    if (answer.status >= 300) throw new Error(answer.raw);
  },
  'chargeback.applied': () => simulate('payment', 'chargeback-lost'),
  'chargeback.withdrawn': () => simulate('payment', 'chargeback-won'),
  'invoice.created': invoice,
  'invoice.paid': async () => {
    const { id } = await invoice();
    const [share] = await daftar.database.sql<{ token: string }[]>`
      select token from invoice_shares where merchant_id = ${owner.merchantId} and invoice_id = ${id}`;
    await atThePage(share!.token, 1, 'pays');
  },
  'invoice.canceled': async () => call('PATCH', `/merchant/invoices/deactivate/${(await invoice()).id}`),
  'invoice.expired': async () => {
    await invoice();
    daftar.clock.advance({ days: 8 });
    await onSchedule('expire-invoices');
  },
  'payment-link.created': () => call('POST', '/merchant/payment_links/create', linkForm(1)),
  'payment-link.closed': async () => {
    const { id } = await call('POST', '/merchant/payment_links/create', linkForm(1));
    await call('PATCH', `/merchant/payment_links/deactivate/${id}`);
  },
  'payment-link.expired': async () => {
    await call('POST', '/merchant/payment_links/create', linkForm(1));
    daftar.clock.advance({ days: 8 });
    await onSchedule('expire-links');
  },
  'order.created': () => orderOf(world()),
  'order.paid': async () => atThePage((await orderOf(world(), 'now')).token, 1, 'pays'),
  'order.canceled': async () => {
    const { reference } = await orderOf(world());
    const body = { order_number: reference, fulfilment: 'canceled', note: '' };
    await call('POST', '/merchant/store/products/orders/fulfilment', body);
  },
  'webhook.test': () => call('POST', '/merchant/webhooks/test'),
};

/**
 * The bytes of each event as sent, except for values that differ in every run: to a callback URL from before
 * versions, and to an endpoint of the newest one. `DAFTAR_RECORD_EVENTS=yes` writes those of the newest again, and
 * never those of earlier versions.
 */
const golden = new URL('./events.golden.json', import.meta.url);
const recorded: Record<string, { first: string; newest: string }> = JSON.parse(readFileSync(golden, 'utf8'));
const plain = (body: string) =>
  body
    .replace(/"(id|transaction_id)":\d+/g, '"$1":1')
    .replace(/person\d+@/g, 'person@')
    .replace(/"mobile":"0100\d+"/g, '"mobile":"0100"')
    .replace(/\b([A-Z]{3})-[0-9A-Z]{6,}/g, '$1-X')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'T');
afterAll(() => {
  if (process.env.DAFTAR_RECORD_EVENTS) writeFileSync(golden, `${JSON.stringify(recorded, null, 2)}\n`);
});

const BEFORE = '2026-11-26';
const endpointOf = (version: string) => daftar.database.sql`
  insert into webhook_endpoints (merchant_id, mode, url, version, salt, created_at, updated_at)
  values (${owner.merchantId}, 'test', ${receiver.url}, ${version}, ${Buffer.alloc(32, 1)}, now(), now())`;

type Told = { type: WebhookEventType; version?: string; mode: string; data: Record<string, unknown> };

/** The call that reads the object of an event. */
const READS: Record<string, (data: Record<string, unknown>) => string> = {
  payment: ({ id }) => `/merchant/transactions/${id}`,
  refund: ({ id }) => `/merchant/refunds/${id}`,
  payout: ({ id }) => `/merchant/payouts/${id}`,
  settlement: ({ id }) => `/merchant/settlements/${id}`,
  chargeback: ({ id }) => `/merchant/chargebacks/${id}`,
  invoice: ({ id }) => `/merchant/invoices/${id}`,
  'payment-link': ({ id }) => `/merchant/payment_links/${id}`,
  order: ({ reference }) => `/merchant/store/products/orders/details?order_number=${reference}`,
};
/**
 * Fields that events have and that call has not; values that change after the event; and texts of the call in the
 * caller's language.
 */
const ONLY_TOLD = ['value', 'currency', 'reason'];
const MOVES = [
  'status',
  'state',
  'stage',
  'reason',
  'reason_code',
  'paid_count',
  'bank_reference',
  'due_date',
];
const IN_WORDS = ['failure_reason'];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Figures that calls report as 0 if no money came. Events keep the amounts that they would have been, because their
 * bytes are guaranteed.
 */
const OF_MONEY = ['fee', 'vat', 'net'];
const isWithoutMoney = (data: Record<string, unknown>) => WITHOUT_MONEY.includes(data.status as number);

/** Compares the fields that both have, at any depth. */
function agree(told: Record<string, unknown>, read: Record<string, unknown>, at = ''): void {
  for (const [name, value] of Object.entries(told)) {
    const other = read[name];
    if (!(name in read)) {
      if (at === '') expect(ONLY_TOLD).toContain(name);
    } else if (isObject(value) && isObject(other)) agree(value, other, `${at}.${name}`);
    else if (MOVES.includes(name) || IN_WORDS.includes(name)) expect(typeof other, name).toBe(typeof value);
    else expect({ [`${at}.${name}`]: value }).toEqual({ [`${at}.${name}`]: other });
  }
}

test.for(WEBHOOK_EVENT_TYPES)(
  '%s reaches the merchant’s server, signed, once, as the contract says',
  async (type) => {
    const cause = CAUSES[type];
    if (!cause) throw new Error(`Nothing here causes ${type}`);
    await cause();
    await runJobs();
    const proof = { current_password: PASSWORD };
    const { secret } = await call('POST', '/merchant/AccountSettings/WebhookSecret/reveal', proof);
    const told = receiver.received
      .map(({ body, headers }) => ({ body, headers, ...(JSON.parse(body) as Told) }))
      .filter((message) => message.type === type);
    const byVersion = new Map(told.map((message) => [message.version ?? 'none', message]));
    const versions = type === 'webhook.test' ? ['none'] : [BEFORE, LATEST_VERSION, 'none'];
    expect([...byVersion.keys()].toSorted()).toEqual(versions);
    expect(told).toHaveLength(versions.length);
    const first = byVersion.get('none')!;
    new Webhook(secret).verify(first.body, first.headers as Record<string, string>);
    expect(first.mode).toBe('test');
    const [kept] = await call('GET', `/merchant/events?type=${type}`);
    expect(kept).toMatchObject({
      type,
      object: type.split('.')[0],
      version: FIRST_VERSION,
      data: first.data,
    });

    // Exactly as before there was a newer version.
    expect(plain(first.body)).toBe(recorded[type]?.first);
    if (type === 'webhook.test') return;
    const versioned = new RegExp(`^\\{"id":\\d+,"type":"${type}","version":"${BEFORE}",`);
    expect(byVersion.get(BEFORE)!.body.replace(versioned, `{"type":"${type}",`)).toBe(first.body);

    const newest = byVersion.get(LATEST_VERSION)!;
    if (process.env.DAFTAR_RECORD_EVENTS) recorded[type]!.newest = plain(newest.body);
    expect(plain(newest.body)).toBe(recorded[type]?.newest);
    expect(z.safeParse(WEBHOOK_EVENTS[type], newest.data).error?.issues ?? []).toEqual([]);
    // One type of a program reads the event and the object.
    const object = await call('GET', READS[type.split('.')[0]!]!(newest.data));
    const promised = type.startsWith('payment.') && isWithoutMoney(newest.data) ? OF_MONEY : [];
    for (const name of promised) expect(object[name], name).toBe(0);
    agree(
      Object.fromEntries(Object.entries(newest.data).filter(([name]) => !promised.includes(name))),
      object,
    );
    expect(kept.object_id).toBe((newest.data.id as number) ?? null);
    expect(Object.keys(newest.data).toSorted()).toEqual(
      Object.keys((WEBHOOK_EVENTS[type] as unknown as z.ZodMiniObject).def.shape).toSorted(),
    );
  },
);
