import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, startPushService } from '../../tests/kit/push.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { notify } from '../notifications/service.ts';
import type { Mode } from '../platform/context.ts';
import { pushJobs } from './jobs.ts';

let daftar: TestServer;
let service: Awaited<ReturnType<typeof startPushService>>;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
  service = await startPushService(() => daftar.clock.now());
});
afterAll(async () => {
  await daftar.close();
  await service.close();
});
beforeEach(async () => {
  daftar.clock.set('2026-06-15T09:00:00Z');
  service.told.length = 0;
  service.answers.length = 0;
  owner = await daftar.merchant();
});

const DEVICES = '/api/merchant/push/devices';
let count = 0;

async function register(as: Actor, browser?: Browser) {
  count += 1;
  const device = browser ?? service.subscribe(`/push/${count}`);
  const answer = await daftar.call({ method: 'POST', path: DEVICES, as, body: device.form });
  expect(answer.status, answer.raw).toBe(200);
  return { device, id: answer.body.data.id as number, path: new URL(device.form.endpoint).pathname };
}
const devicesOf = async (as: Actor) => {
  const answer = await daftar.call({ path: DEVICES, as });
  expect(answer.status, answer.raw).toBe(200);
  return answer.body.data.devices as { id: number; is_current: boolean; told_at: string | null }[];
};

const paid = (mode: Mode = 'live', others: object = {}) =>
  notify(
    daftar.app,
    { merchantId: owner.merchantId, mode },
    {
      kind: 'payment-received',
      params: { amountPiastres: 15_025, source: 'Rent', reference: 'TRX-1', flags: [] },
      href: '/transactions/1',
      ...others,
    },
  );

/** Runs the waiting jobs of this merchant, once each; one that fails stays. @returns how many failed. */
async function deliver(): Promise<number> {
  let failed = 0;
  for (const name of ['push-notification', 'push-to-device']) {
    const jobs = await daftar.database.sql<{ id: number; payload: { merchantId: number } }[]>`
      select j.id, p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
       where j.task_identifier = ${name} and j.run_at <= greatest(now(), ${daftar.clock.now()})
         and (p.payload ->> 'merchantId')::bigint = ${owner.merchantId} order by j.id`;
    for (const { id, payload } of jobs) {
      try {
        await pushJobs[name]!(daftar.app, payload);
        await daftar.database.sql`select graphile_worker.complete_jobs(array[${id}]::bigint[])`;
      } catch {
        failed += 1;
      }
    }
  }
  return failed;
}
const toldTo = () => service.told.map(({ path }) => path).sort();

describe('a notification on a device', () => {
  test('is encrypted for it, says who sent it, and tells no amount or name to a locked screen', async () => {
    const { path } = await register(owner);
    await paid();
    await paid('test');
    await deliver();
    expect(service.told).toEqual([
      {
        path,
        news: {
          title: 'You have been paid',
          body: 'Open Daftar to see it.',
          lang: 'en',
          path: '/transactions/1',
          tag: expect.stringMatching(/^notification-\d+$/),
        },
        subject: expect.stringMatching(/^(https:|mailto:)/),
        expires: daftar.clock.now().getTime() / 1000 + 12 * 3600,
        ttl: '86400',
      },
      expect.objectContaining({ news: expect.objectContaining({ title: '[Test] You have been paid' }) }),
    ]);
    const { body } = await daftar.call({ path: DEVICES, as: owner });
    expect([...service.keys]).toEqual([body.data.public_key]);
    expect(body.data.devices[0]).toMatchObject({
      is_current: true,
      told_at: daftar.clock.now().toISOString(),
    });
  });

  test('reaches who may see it, in their own language, as their permissions are when it is sent', async () => {
    const cashier = await daftar.colleague(owner, ['view-transactions-list']);
    const support = await daftar.colleague(owner, ['tickets-list']);
    await daftar.database.sql`update users set locale = 'ar' where id = ${cashier.userId}`;
    const [mine, theirs] = [await register(owner), await register(cashier)];
    await register(support);
    await paid();
    await paid('live', { exceptUserId: owner.userId });
    await deliver();
    expect(toldTo()).toEqual([mine.path, theirs.path, theirs.path].sort());
    expect(service.told.find(({ path }) => path === theirs.path)?.news).toMatchObject({
      title: 'وصلتك دفعة',
      lang: 'ar',
    });
    // Between planning and sending, a person loses the right to see payments.
    service.told.length = 0;
    await paid();
    const [job] = await daftar.database.sql<{ payload: { merchantId: number } }[]>`
      select p.payload from graphile_worker._private_jobs p join graphile_worker.jobs j on j.id = p.id
       where j.task_identifier = 'push-notification' and (p.payload ->> 'merchantId')::bigint = ${owner.merchantId}`;
    await pushJobs['push-notification']!(daftar.app, job!.payload);
    await daftar.database.sql`
      update roles set permissions = '{}' where merchant_id = ${owner.merchantId} and not is_first`;
    await deliver();
    expect(toldTo()).toEqual([mine.path]);
  });

  test('is tried again while the push service cannot be reached, and for ever given up where a device is gone', async () => {
    const { id } = await register(owner);
    service.answers.push(503, 429);
    await paid();
    expect([await deliver(), await deliver(), await deliver()]).toEqual([1, 1, 0]);
    expect(service.told).toHaveLength(1);
    service.answers.push(403);
    await paid();
    expect(await deliver()).toBe(0);
    expect((await devicesOf(owner)).map((device) => device.id)).toEqual([id]);
    service.answers.push(410);
    await paid();
    expect(await deliver()).toBe(0);
    expect(await devicesOf(owner)).toEqual([]);
  });

  test('that is a day old is not told any more', async () => {
    await register(owner);
    service.answers.push(503);
    await paid();
    expect(await deliver()).toBe(1);
    daftar.clock.advance({ seconds: 86_401 });
    expect(await deliver()).toBe(0);
    expect(service.told).toEqual([]);
  });
});

describe('a device', () => {
  test('is told until its session ends, however it ends', async () => {
    const here = await daftar.elsewhere(owner);
    const other = await daftar.elsewhere(owner);
    const kept = await register(owner);
    await register(here);
    await register(other);
    await daftar.call({ method: 'DELETE', path: '/api/merchant/logout', as: here });
    expect(await devicesOf(owner)).toHaveLength(2);
    await daftar.database
      .sql`update sessions set expires_at = ${daftar.clock.now()} where id = ${other.sessionId}`;
    expect((await devicesOf(owner)).map(({ id }) => id)).toEqual([kept.id]);
    await paid();
    await deliver();
    expect(toldTo()).toEqual([kept.path]);
  });

  test('is one person’s: whoever signs in on it next has it, and nobody else removes it', async () => {
    const { device, id } = await register(owner);
    const colleague = await daftar.colleague(owner, ['view-transactions-list']);
    const remove = (as: Actor, which: number) =>
      daftar.call({ method: 'DELETE', path: `${DEVICES}/${which}`, as });
    expect((await remove(colleague, id)).status).toBe(404);
    const theirs = await register(colleague, device);
    expect(await devicesOf(owner)).toEqual([]);
    expect((await remove(colleague, theirs.id)).status).toBe(200);
    expect((await remove(colleague, theirs.id)).status).toBe(404);
  });

  test('that its person removed does not come back by itself, in no session, and others have it on', async () => {
    const { device, id } = await register(owner);
    expect((await daftar.call({ method: 'DELETE', path: `${DEVICES}/${id}`, as: owner })).status).toBe(200);
    for (const as of [owner, await daftar.elsewhere(owner)]) {
      const again = await daftar.call({ method: 'POST', path: DEVICES, as, body: device.form });
      expect(again.status).toBe(400);
    }
    expect(await devicesOf(owner)).toEqual([]);
    await register(await daftar.colleague(owner, ['view-transactions-list']), device);
    // Turned on there again, it has another URL.
    await register(owner);
    expect(await devicesOf(owner)).toHaveLength(1);
  });

  test('is one for each session, and a person has ten at most', async () => {
    await register(owner);
    await register(owner);
    expect(await devicesOf(owner)).toHaveLength(1);
    for (let more = 0; more < 9; more += 1) await register(await daftar.elsewhere(owner));
    const one = service.subscribe('/push/beyond');
    const eleventh = {
      method: 'POST',
      path: DEVICES,
      as: await daftar.elsewhere(owner),
      body: one.form,
    } as const;
    expect((await daftar.call(eleventh)).status).toBe(400);
    expect(await devicesOf(owner)).toHaveLength(10);
  });

  test.each([
    { endpoint: 'https://intranet.example/push' },
    { endpoint: 'http://169.254.169.254/latest' },
    { endpoint: 'http://10.0.0.1/push' },
    { p256dh: `B${'A'.repeat(86)}` },
    { auth: 'short' },
  ])('of %o is refused', async (wrong) => {
    const body = { ...service.subscribe('/push/wrong').form, ...wrong };
    const answer = await daftar.call({ method: 'POST', path: DEVICES, as: owner, body });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual(Object.keys(wrong));
    expect(await devicesOf(owner)).toEqual([]);
  });

  test('is kept sealed: neither its address nor its keys can be read in the database or the log', async () => {
    const { device } = await register(owner);
    const [row] = await daftar.database.sql`
      select to_jsonb(d)::text as text from push_devices d where merchant_id = ${owner.merchantId}`;
    for (const secret of Object.values(device.form)) {
      expect(row!.text).not.toContain(secret);
      expect(daftar.logged.join()).not.toContain(secret);
    }
  });
});
