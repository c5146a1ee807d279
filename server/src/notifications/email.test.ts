import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pay, refund } from '../../tests/kit/money.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { readOutbox } from '../messages/outbox.ts';
import { moderate } from '../ops/moderate.ts';
import { notificationJobs } from './email.ts';
import { notify } from './service.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  owner = await daftar.merchant();
});

/** Runs every e-mail job of this merchant, twice each, as a queue that lost its answer would. */
async function sendAll(): Promise<void> {
  const jobs = await daftar.database.sql<{ id: number; payload: { merchantId: number } }[]>`
    select j.id, p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
    where j.task_identifier = 'email-notification' order by j.id`;
  for (const { payload } of [...jobs, ...jobs]) {
    if (payload.merchantId === owner.merchantId)
      await notificationJobs['email-notification']!(daftar.app, payload);
  }
  await daftar.database.sql`
    select graphile_worker.complete_jobs(${jobs.map(({ id }) => id)}::bigint[])`;
}
const mails = async () =>
  (await readOutbox(daftar.app, { merchantId: owner.merchantId }))
    .filter(({ channel, to }) => channel === 'email' && to.startsWith('person'))
    .reverse()
    .map(({ to, locale, subject, links }) => ({ to, locale, subject, links }));

describe('a notification by e-mail', () => {
  test('goes once to each user who may see it and wants it, in their own language', async () => {
    const seller = await daftar.colleague(owner, ['view-transactions-list']);
    const support = await daftar.colleague(owner, ['tickets-list']);
    const quiet = await daftar.colleague(owner, ['view-transactions-list']);
    await daftar.database.sql`update users set locale = 'ar' where id = ${seller.userId}`;
    await daftar.database.sql`update users set receive_notifications = false where id = ${quiet.userId}`;
    const scope = { merchantId: owner.merchantId, mode: 'live' as const };
    await notify(daftar.app, scope, {
      kind: 'payment-received',
      params: { amountPiastres: 15_025, source: 'Rent', reference: 'TRX-1', flags: [] },
      href: '/transactions/1',
    });
    await sendAll();
    expect(await mails()).toEqual([
      {
        to: owner.email,
        locale: 'en',
        subject: '150.25 EGP was paid for Rent (TRX-1)',
        links: [expect.stringMatching(/\/transactions\/1$/)],
      },
      expect.objectContaining({
        to: seller.email,
        locale: 'ar',
        subject: 'تم استلام 150.25 ج.م. عن Rent (TRX-1)',
      }),
    ]);
    expect((await mails()).map(({ to }) => to)).not.toContain(support.email);
  });

  test('never goes to a user who is told in another way, may not see it, or has left', async () => {
    const left = await daftar.colleague(owner, ['view-settlements']);
    await daftar.database.sql`update users set is_active = false where id = ${left.userId}`;
    const scope = { merchantId: owner.merchantId, mode: 'test' as const };
    const settled = { kind: 'settlement-made' as const, params: { amountPiastres: 100, reference: 'STL-1' } };
    await notify(daftar.app, scope, { ...settled, told: [owner.email] });
    await notify(daftar.app, scope, { ...settled, onlyUserId: left.userId });
    await notify(daftar.app, scope, { ...settled, exceptUserId: owner.userId });
    await sendAll();
    expect(await mails()).toEqual([]);
    await daftar.database.sql`update merchant_settings set receive_notification = false
      where merchant_id = ${owner.merchantId} and mode = 'test'`;
    await notify(daftar.app, scope, settled);
    await sendAll();
    expect(await mails()).toEqual([]);
    await daftar.database.sql`update merchant_settings set receive_notification = true
      where merchant_id = ${owner.merchantId} and mode = 'test'`;
    await notify(daftar.app, scope, settled);
    await sendAll();
    expect((await mails()).map(({ to, subject }) => [to, subject])).toEqual([
      [owner.email, '[Test] 1.00 EGP was settled (STL-1) and is ready to pay out'],
    ]);
  });

  test('waits until the quiet hours of its reader are over, once, and goes at once to everybody else', async () => {
    const seller = await daftar.colleague(owner, ['view-transactions-list']);
    const uninterested = await daftar.colleague(owner, ['view-transactions-list']);
    const choose = (as: Actor, body: object) =>
      daftar.call({ method: 'PUT', path: '/api/merchant/notification-preferences', as, body });
    // It is noon in Cairo.
    await choose(owner, { topics: [], quiet_hours: { from: 9, until: 15 } });
    await choose(uninterested, {
      topics: [{ topic: 'payments', bell: true, mail: false }],
      quiet_hours: null,
    });
    await notify(
      daftar.app,
      { merchantId: owner.merchantId, mode: 'live' },
      {
        kind: 'payment-received',
        params: { amountPiastres: 100, source: 'Rent', reference: 'TRX-1', flags: [] },
      },
    );
    await notify(
      daftar.app,
      { merchantId: owner.merchantId, mode: 'live' },
      { kind: 'account-suspend', onlyUserId: owner.userId },
    );
    await sendAll();
    const told = async () => (await mails()).map(({ to, subject }) => [to, subject]);
    const suspended = [owner.email, 'Your account was suspended. Please contact support'];
    expect(await told()).toEqual([[seller.email, expect.stringContaining('was paid')], suspended]);
    const scope = { merchantId: owner.merchantId, mode: 'live' as const };
    await notify(daftar.app, scope, {
      kind: 'settlement-made',
      params: { amountPiastres: 100, reference: 'STL-1' },
    });
    await notify(
      daftar.app,
      { ...scope, mode: 'test' },
      { kind: 'settlement-made', params: { amountPiastres: 200, reference: 'STL-2' } },
    );
    await sendAll();
    const job = 'email-held-notifications';
    const waiting = await daftar.database.sql<{ payload: object; at: Date }[]>`
      select p.payload, j.run_at as at from graphile_worker.jobs j
        join graphile_worker._private_jobs p on p.id = j.id where j.task_identifier = ${job}`;
    expect(waiting).toEqual([
      {
        payload: { merchantId: owner.merchantId, userId: owner.userId },
        at: new Date('2026-06-15T12:00:00Z'),
      },
    ]);
    const { clock } = daftar;
    const before = clock.now();
    // Not yet, where the hours became longer meanwhile.
    await choose(owner, { topics: [], quiet_hours: { from: 9, until: 16 } });
    clock.set(waiting[0]!.at);
    await notificationJobs[job]!(daftar.app, waiting[0]!.payload);
    const ours = async () =>
      (await told()).filter(([to]) => to === owner.email).map(([, subject]) => subject);
    expect(await ours()).toHaveLength(1);
    clock.set(new Date('2026-06-15T13:00:00Z'));
    for (let times = 0; times < 2; times += 1) await notificationJobs[job]!(daftar.app, waiting[0]!.payload);
    // One for each mode; a job that lost its confirmation does not send again.
    await sendAll();
    expect((await ours()).slice(1).toSorted()).toEqual([
      '2 notifications from your quiet hours',
      '[Test] 2.00 EGP was settled (STL-2) and is ready to pay out',
    ]);
    const [mail] = (await readOutbox(daftar.app, { merchantId: owner.merchantId })).filter(({ subject }) =>
      subject?.startsWith('2 '),
    );
    for (const line of ['was paid for Rent (TRX-1)', 'was settled (STL-1)', 'Stop e-mails about: Payments'])
      expect(mail!.text).toContain(line);
    clock.set(before);
  });

  test('of the decision about an account is sent once, though both modes notify', async () => {
    await moderate(daftar.app, 'reject', owner.email, { actor: 'ops:mona', reason: 'Blurred' });
    await sendAll();
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'We could not approve your activation request: Blurred',
    ]);
  });
});

test('a payer is told of a refund once, by e-mail and SMS, in the language they paid in', async () => {
  const { id, reference } = await pay(daftar, owner);
  await refund(daftar, owner, id, { amount: 30 });
  const sent = (await readOutbox(daftar.app, { merchantId: owner.merchantId }))
    .filter(({ text }) => /30\.00|٣٠/.test(text) || text.includes(reference))
    .filter(({ to }) => !to.startsWith('person'))
    .map(({ channel, locale, text }) => ({ channel, locale, text }))
    .toSorted((one, other) => one.channel.localeCompare(other.channel));
  expect(sent).toEqual([
    { channel: 'email', locale: 'ar', text: expect.stringContaining('30.00 ج.م.') },
    { channel: 'sms', locale: 'ar', text: expect.stringContaining(reference) },
  ]);
  expect(sent[0]!.text).toContain('سارة أحمد');
});
