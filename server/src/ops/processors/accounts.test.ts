/** Accounts at processors in the console: who may change them, and what is never shown. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deskOf } from '../../../tests/kit/ops.ts';
import { accountForm, addAccount } from '../../../tests/kit/processors.ts';
import {
  type Actor,
  type OperatorActor,
  startTestServer,
  type TestServer,
} from '../../../tests/kit/server.ts';
import { type MpgsStandIn, startStandIn } from '../../processors/mpgs/stand-in.ts';

let daftar: TestServer;
let standIn: MpgsStandIn;
let asker: OperatorActor;
let second: OperatorActor;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
  standIn = await startStandIn();
});
afterAll(async () => {
  await standIn.close();
  await daftar.close();
});
beforeEach(async () => {
  daftar.clock.set('2026-06-15T09:00:00Z');
  await daftar.database.sql`
    update operator_approvals set state = 'expired', decided_at = now(), sealed_change = '' where state = 'waiting'`;
  [asker, second] = [await daftar.operator('finance'), await daftar.operator('admin')];
  owner = await daftar.merchant();
});

const { ask, tell, lastAudit } = deskOf(() => daftar);
const waiting = async (as = second) => (await ask(as, '/approvals', { state: 'waiting' })).body.data;
const theChange = async () => (await waiting())[0].id as number;
const factsOf = async (id: number) => (await ask(second, `/approvals/${id}`)).body.data.facts;
const accounts = async () => (await ask(second, '/processors/accounts')).body.data;
const reason = 'The bank asked for it';
const approve = (as: OperatorActor, id: number) => tell(as, `/approvals/${id}/approve`);
const routesOf = ({ merchantId }: Pick<Actor, 'merchantId'>) =>
  daftar.app.processors.routes(daftar.app, { merchantId, mode: 'test' });
/** A notification of the account, as the processor sends it with a secret. */
const notify = async (id: number, secret: string) => {
  const [account] = await daftar.database.sql<[{ token: string }]>`
    select token from processor_accounts where id = ${id}`;
  return daftar.call({
    method: 'POST',
    path: `/pay/callbacks/mpgs/${account.token}`,
    body: { order: { id: '0'.repeat(20) }, transaction: { id: '1' } },
    headers: { 'x-notification-secret': secret },
  });
};

describe('a new account', () => {
  test('takes payments only after a second operator has approved it', async () => {
    const asked = await tell(asker, '/processors/accounts', accountForm({ name: 'New bank' }));
    expect(asked.status, asked.raw).toBe(200);
    expect((await routesOf(owner)).map(({ processor }) => processor)).toEqual(['sandbox']);
    const [request] = await waiting();
    expect(request).toMatchObject({ kind: 'processor-account', name: 'New bank', asked_by: asker.email });
    expect(await factsOf(request.id)).toEqual(
      expect.arrayContaining([
        { name: 'change', before: null, after: { is: 'words', of: 'change', codes: ['add'] } },
        { name: 'credential', of: 'merchantId', before: null, after: { is: 'text', text: 'TESTBANK' } },
        {
          name: 'secrets',
          before: null,
          after: { is: 'words', of: 'credential', codes: ['apiPassword', 'notification_secret'] },
        },
      ]),
    );
    expect((await approve(second, request.id)).status).toBe(200);
    const added = (await accounts()).find(({ name }: { name: string }) => name === 'New bank');
    expect(added).toMatchObject({ state: 'on', mode: 'test', merchant: null, priority: 100 });
    expect(added.notification_url).toMatch(/^http:\/\/localhost:3000\/pay\/callbacks\/mpgs\/[\w-]{20,}$/);
    expect((await routesOf(owner)).map(({ accountId }) => accountId)).toContain(added.id);
    expect(await lastAudit()).toMatchObject({
      action: 'processor.add',
      actor: second.email,
      subject: `processor:${added.id}`,
      after: { askedBy: asker.email },
    });
    await tell(second, `/processors/accounts/${added.id}/off`);
  });

  test('that was declined or withdrawn is kept without its secrets, and cannot be checked any more', async () => {
    for (const [as, how] of [
      [second, 'decline'],
      [asker, 'withdraw'],
    ] as const) {
      await tell(asker, '/processors/accounts', accountForm());
      const id = await theChange();
      expect((await tell(as, `/approvals/${id}/${how}`, { reason })).status).toBe(200);
      const [row] = await daftar.database.sql`
        select length(sealed_change) as bytes from operator_approvals where id = ${id}`;
      expect(row).toEqual({ bytes: 0 });
      expect((await tell(second, `/processors/approvals/${id}/check`)).status).toBe(409);
      expect((await approve(second, id)).status).toBe(409);
    }
  });

  test('is refused by field: address, credentials, mode, methods, merchant and processor', async () => {
    const errorsOf = async (changed: object) =>
      Object.keys((await tell(asker, '/processors/accounts', accountForm({ ...changed }))).body.errors ?? {});
    expect(await errorsOf({ base_url: 'http://10.0.0.1' })).toEqual(['base_url']);
    expect(await errorsOf({ credentials: { merchantId: 'TESTBANK' } })).toEqual(['credentials.apiPassword']);
    expect(
      await errorsOf({ credentials: { merchantId: 'TESTB', apiPassword: 'long enough', pin: '1' } }),
    ).toEqual(['credentials.pin']);
    expect(await errorsOf({ mode: 'live' })).toEqual(['credentials.merchantId']);
    expect(await errorsOf({ methods: ['Card', 'Kiosk'] })).toEqual(['methods']);
    expect(await errorsOf({ methods: [] })).toEqual(['methods']);
    expect(await errorsOf({ scope: 'nobody@example.com' })).toEqual(['scope']);
    expect(await errorsOf({ scope: '999999' })).toEqual(['scope']);
    expect(await errorsOf({ adapter: 'toString' })).toEqual(['adapter']);
    expect(await errorsOf({ priority: -1 })).toEqual(['priority']);
    expect(await waiting()).toEqual([]);
  });

  test('of one merchant, named by number or e-mail, takes nobody else’s payments', async () => {
    const other = await daftar.merchant();
    for (const scope of [String(owner.merchantId), owner.email.toUpperCase()]) {
      await tell(asker, '/processors/accounts', accountForm({ scope }));
      expect((await approve(second, await theChange())).status).toBe(200);
    }
    expect((await routesOf(owner)).length).toBe(3);
    expect((await routesOf(other)).length).toBe(1);
    expect(await lastAudit()).toMatchObject({ merchantId: owner.merchantId, action: 'processor.add' });
  });
});

test('no secret is ever shown, logged, or stored where it can be read', async () => {
  const secrets = ['s3cret-api-password', 's3cret-notifications', 's3cret-rotated'];
  const credentials = { merchantId: 'TESTSECRET', apiPassword: secrets[0]! };
  const form = accountForm({
    credentials,
    notification_secret: secrets[1]!,
    scope: String(owner.merchantId),
  });
  await tell(asker, '/processors/accounts', form);
  const seen = [(await ask(second, `/approvals/${await theChange()}`)).raw];
  await approve(second, await theChange());
  const [{ id }] = await daftar.database.sql<[{ id: number }]>`
    select id from processor_accounts order by id desc limit 1`;
  await tell(asker, `/processors/accounts/${id}/rotate`, { notification_secret: secrets[2], reason });
  seen.push((await ask(second, `/approvals/${await theChange()}`)).raw);
  await approve(second, await theChange());
  seen.push(
    (await ask(second, '/processors/accounts')).raw,
    (await ask(second, `/processors/accounts/${id}`)).raw,
  );
  seen.push((await tell(second, `/processors/accounts/${id}/check`)).raw, daftar.logged.join('\n'));
  const [stored] = await daftar.database.sql<[{ text: string }]>`
    select (select string_agg(a::text, '') from processor_accounts a) ||
           (select string_agg(c::text, '') from operator_approvals c) ||
           (select string_agg(l::text, '') from audit_log l) as text`;
  const all = seen.join('\n') + stored.text;
  expect(all).toContain('TESTSECRET');
  for (const secret of secrets) {
    expect(all).not.toContain(secret);
    expect(all).not.toContain(Buffer.from(secret).toString('hex'));
  }
});

describe('a rotation', () => {
  test('waits for a second operator; the former notification secret then counts for 24 hours', async () => {
    const id = await addAccount(daftar, { scope: String(owner.merchantId) });
    await tell(asker, `/processors/accounts/${id}/rotate`, { notification_secret: 'the new one', reason });
    expect((await notify(id, 'the new one')).status).toBe(401);
    await approve(second, await theChange());
    expect(await lastAudit()).toMatchObject({ action: 'processor.rotate' });
    const both = async () => [
      (await notify(id, 'the new one')).status,
      (await notify(id, 'the notification secret')).status,
    ];
    expect(await both()).toEqual([200, 200]);
    daftar.clock.advance({ hours: 23, minutes: 59 });
    expect(await both()).toEqual([200, 200]);
    daftar.clock.advance({ minutes: 1 });
    expect(await both()).toEqual([200, 401]);
  });

  test('keeps what it does not name, and needs at least one secret', async () => {
    const { settings } = standIn;
    const id = await addAccount(daftar, {
      base_url: settings.baseUrl,
      credentials: { ...settings.credentials, apiPassword: 'not the right one' },
      notification_secret: settings.notificationSecret,
      scope: String(owner.merchantId),
    });
    expect((await tell(asker, `/processors/accounts/${id}/rotate`, { reason })).status).toBe(400);
    const { apiPassword } = settings.credentials;
    await tell(asker, `/processors/accounts/${id}/rotate`, {
      credentials: { apiPassword, merchantId: '' },
      reason,
    });
    const id2 = await theChange();
    expect(await factsOf(id2)).toContainEqual({
      name: 'secrets',
      before: null,
      after: { is: 'words', of: 'credential', codes: ['apiPassword'] },
    });
    // The call is real: with the present password it is refused, with the proposed one it is not.
    const check = async (path: string) => (await tell(second, `/processors/${path}/check`)).body.data;
    expect(await check(`accounts/${id}`)).toMatchObject({ result: 'refused' });
    expect(await check(`approvals/${id2}`)).toEqual({ result: 'works', explanation: '' });
    await approve(second, id2);
    expect(await check(`accounts/${id}`)).toEqual({ result: 'works', explanation: '' });
    expect((await notify(id, settings.notificationSecret)).status).toBe(200);
    const account = (await ask(second, `/processors/accounts/${id}`)).body.data;
    expect(account).toMatchObject({ credentials: { merchantId: 'TESTDAFTAR' }, former_secret_until: null });
  });
});

test('a check of a processor that is not there says so', async () => {
  const id = await addAccount(daftar, { scope: String(owner.merchantId) });
  expect((await tell(asker, `/processors/accounts/${id}/check`)).body.data).toMatchObject({ result: 'busy' });
});

test('one operator switches an account off at once; switching on and other changes wait for a second one', async () => {
  const id = await addAccount(daftar, { scope: String(owner.merchantId) });
  const path = `/processors/accounts/${id}`;
  const routed = async () => (await routesOf(owner)).some(({ accountId }) => accountId === id);
  expect(await routed()).toBe(true);
  expect((await tell(asker, `${path}/on`, { reason })).status).toBe(400);
  expect((await tell(asker, `${path}/off`)).status).toBe(200);
  expect(await routed()).toBe(false);
  expect(await lastAudit()).toMatchObject({ action: 'processor.off', actor: asker.email });
  expect((await tell(asker, `${path}/off`)).status).toBe(400);
  // Payments that were started there go on.
  expect((await notify(id, 'the notification secret')).status).toBe(200);
  await tell(asker, `${path}/on`, { reason });
  expect(await routed()).toBe(false);
  await approve(second, await theChange());
  expect(await routed()).toBe(true);
  await tell(asker, `${path}/change`, { name: 'Second bank', methods: ['Card'], priority: 5, reason });
  expect((await ask(second, path)).body.data.name).toBe('Bank');
  await approve(second, await theChange());
  expect((await ask(second, path)).body.data).toMatchObject({
    name: 'Second bank',
    priority: 5,
    state: 'on',
  });
  expect(await lastAudit()).toMatchObject({
    action: 'processor.change',
    before: { name: 'Bank', priority: 100 },
  });
});

test('what was asked for before the account changed is not carried out: the second operator saw it as it was', async () => {
  const id = await addAccount(daftar, { scope: String(owner.merchantId) });
  const path = `/processors/accounts/${id}`;
  const change = { name: 'Bank', methods: ['Card'], priority: 100, reason };
  await tell(asker, `${path}/change`, { ...change, name: 'Older' });
  const older = await theChange();
  await tell(asker, `${path}/rotate`, { credentials: { apiPassword: 'an older password' }, reason });
  const rotation = await theChange();
  expect((await approve(second, rotation)).status).toBe(200);
  const late = await approve(second, older);
  expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('has changed since')]);
  expect((await ask(second, `/approvals/${older}`)).body.data).toMatchObject({ state: 'waiting' });
  expect((await ask(second, path)).body.data).toMatchObject({ name: 'Bank' });
});

test('asked for by several at once, a new account, and each kind of change of one, waits only once', async () => {
  const path = `/processors/accounts/${await addAccount(daftar, { scope: String(owner.merchantId) })}`;
  const change = { name: 'Bank', methods: ['Card'], priority: 5, reason };
  const asks = [asker, second, asker].flatMap((as) => [
    tell(as, '/processors/accounts', accountForm()),
    tell(as, `${path}/change`, change),
    tell(as, `${path}/rotate`, { credentials: { apiPassword: 'another password' }, reason }),
  ]);
  const answers = await Promise.all(asks);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(6);
  expect((await tell(asker, '/processors/accounts', accountForm({ name: 'Another bank' }))).status).toBe(200);
});

test('reviewers see nothing of it', async () => {
  const reviewer = await daftar.operator('reviewer');
  for (const path of ['accounts', 'adapters', 'notifications', 'refunds'])
    expect((await ask(reviewer, `/processors/${path}`)).status, path).toBe(403);
});
