import { APPROVAL_DAYS } from '@daftar/contract/approvals';
import type { Permission } from '@daftar/contract/permissions';
import { permissionId } from '@daftar/contract/team';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { by, keysOf } from '../../tests/kit/api-keys.ts';
import { balances, differences, pay, refund, rowOf, settleAll } from '../../tests/kit/money.ts';
import { PASSWORD, withPassword } from '../../tests/kit/profile.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { lastLoss } from '../auth/touches.ts';

/** The ways in which one person could be both of the two that money needs. */
let daftar: TestServer;
let maker: Actor;
let checker: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
const MONEY: Permission[] = ['transaction-refund', 'payout-request-transactions'];
beforeEach(async () => {
  maker = await daftar.merchant();
  checker = await daftar.colleague(maker, MONEY);
  await withPassword(daftar, maker);
  await withPassword(daftar, checker);
  await pay(daftar, maker, { pounds: 100 });
  await settleAll(daftar, maker);
  expect((await settings({ enabled: true, refund_above: 0 })).status).toBe(200);
});

const { create } = keysOf(() => daftar);
const settings = (body: Record<string, unknown>, as = maker) =>
  daftar.call({ method: 'POST', path: '/merchant/approvals/settings', mode: 'live', as, body });
const readSettings = async () =>
  (await daftar.call({ path: '/merchant/approvals/settings', mode: 'live', as: maker })).body.data;
const decide = (verb: 'approve' | 'decline' | 'withdraw', id: number, as: Actor, body?: object) =>
  daftar.call({ method: 'POST', path: `/merchant/approvals/${id}/${verb}`, mode: 'live', as, body });
const payout = async (as: Actor): Promise<number> => {
  const path = '/merchant/payment_links/payout';
  const asked = await daftar.call({ method: 'POST', path, mode: 'live', as, body: { amount: 10 } });
  expect(asked.status, asked.raw).toBe(201);
  return asked.body.data.approval_id;
};
const waiting = async (as: Actor) =>
  (await daftar.call({ path: '/merchant/approvals', mode: 'live', as, query: { state: 'waiting' } })).body
    .data;
const team = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object, as = maker) =>
  daftar.call({ method, path: `/merchant/business-account${path}`, mode: 'live', as, body });
const roleOf = async ({ userId }: Actor) =>
  (await daftar.call({ path: `/merchant/business-account/merchants/${userId}`, mode: 'live', as: maker }))
    .body.data.role_id as number;
const formOf = async (of: Actor, overrides = {}) => ({
  first_name: 'Omar',
  last_name: 'Said',
  email: of.email,
  mobile: of.mobile,
  role_id: await roleOf(of),
  current_password: PASSWORD,
  ...overrides,
});
/** Tokens live for minutes; the clock has moved by days. */
async function later(days: number, ...actors: Actor[]): Promise<void> {
  daftar.clock.advance({ days });
  for (const actor of actors) {
    const { merchantId, userId, sessionId } = actor;
    const token = await daftar.auth.tokens.sign({ merchantId, userId, sessionId }, daftar.clock.now());
    actor.headers = { authorization: `Bearer ${token}` };
  }
}

describe('a request by API key has no known requester', () => {
  test('so one approval moves no money: it takes two people', async () => {
    const { key } = await create(maker, MONEY, 'live');
    const id = await payout(by(maker, key));
    const first = await decide('approve', id, checker);
    expect([first.status, first.body.data.state]).toEqual([200, 'waiting']);
    expect(first.body.data).toMatchObject({ by_key: true, first_yes_by: 'Omar Said' });
    expect(await balances(daftar, maker)).toMatchObject({ payout: 0 });
    const again = await decide('approve', id, checker);
    expect([again.status, again.body.message]).toEqual([400, expect.stringContaining('second person')]);
    expect((await decide('approve', id, maker)).body.data.state).toBe('approved');
    expect(await balances(daftar, maker)).toMatchObject({ payout: 1000 });
    expect(await differences(daftar)).toEqual([]);
  });

  test('the first approval lapses when its approver leaves, and a second one does not complete it', async () => {
    const { key } = await create(maker, MONEY, 'live');
    const third = await daftar.colleague(maker, MONEY);
    const id = await payout(by(maker, key));
    await decide('approve', id, checker);
    expect((await team('DELETE', `/merchants/${checker.userId}`)).status).toBe(200);
    const next = await decide('approve', id, maker);
    expect(next.body.data).toMatchObject({ state: 'waiting', first_yes_by: 'Mona Adel' });
    expect(await balances(daftar, maker)).toMatchObject({ payout: 0 });
    expect((await decide('approve', id, third)).body.data.state).toBe('approved');
    expect(await balances(daftar, maker)).toMatchObject({ payout: 1000 });
  });

  test('it also lapses when its approver loses the permission, even while the second approval is being given', async () => {
    const { key } = await create(maker, MONEY, 'live');
    const third = await daftar.colleague(maker, MONEY);
    const other = await daftar.colleague(maker, ['view-settlements']);
    const demote = (sql: TestServer['database']['sql']) => sql`
      update users set role_id = (select role_id from users where merchant_id = ${maker.merchantId} and id = ${other.userId})
       where merchant_id = ${maker.merchantId} and id = ${checker.userId}`;
    const id = await payout(by(maker, key));
    await decide('approve', id, checker);
    let second: ReturnType<typeof decide> | null = null;
    await daftar.app.pool.begin(async (tx) => {
      await demote(tx as never);
      let ended = false;
      second = decide('approve', id, third).finally(() => {
        ended = true;
      });
      const isWaiting = async () =>
        (
          await daftar.database.sql`
            select from pg_stat_activity where wait_event_type = 'Lock' and query like '%for share%'
               and datname = current_database()`
        ).length > 0;
      while (!ended && !(await isWaiting())) await new Promise(setImmediate);
    });
    expect((await second!).body.data).toMatchObject({ state: 'waiting' });
    expect(await balances(daftar, maker)).toMatchObject({ payout: 0 });
    expect((await decide('approve', id, maker)).body.data.state).toBe('approved');
  });

  test('a first approval that cannot count with the second is replaced by it', async () => {
    const { key } = await create(maker, MONEY, 'live');
    const third = await daftar.colleague(maker, MONEY);
    const id = await payout(by(maker, key));
    await daftar.database.sql`
      insert into account_touches (merchant_id, user_id, by_user_id, what, at)
      values (${maker.merchantId}, ${checker.userId}, ${maker.userId}, 'made', ${daftar.clock.now()})`;
    await decide('approve', id, checker);
    const replaced = await decide('approve', id, maker);
    expect([replaced.status, replaced.body.message]).toEqual([
      200,
      expect.stringContaining('took the place'),
    ]);
    expect(replaced.body.data).toMatchObject({ state: 'waiting', first_yes_by: 'Mona Adel' });
    expect((await decide('approve', id, third)).body.data.state).toBe('approved');
  });

  test('of two concurrent first approvals one is recorded, and the other user is told that it was given', async () => {
    const { key } = await create(maker, MONEY, 'live');
    const id = await payout(by(maker, key));
    let answers: ReturnType<typeof decide>[] = [];
    await daftar.app.pool.begin(async (tx) => {
      await tx`select from approvals where merchant_id = ${maker.merchantId} and id = ${id} for update`;
      answers = [decide('approve', id, checker), decide('approve', id, maker)];
      const waiting = async () =>
        daftar.database.sql`
          select from pg_stat_activity where wait_event_type = 'Lock' and query like '%approvals%'
             and datname = current_database()`;
      await vi.waitFor(async () => expect(await waiting()).toHaveLength(2), 20_000);
    });
    const replies = await Promise.all(answers);
    const [first, second] = replies.sort((a, b) => a.status - b.status);
    expect([first!.status, second!.status]).toEqual([200, 400]);
    expect(first!.body.data.state).toBe('waiting');
    const recorded = await daftar.database.sql`
      select from audit_log where merchant_id = ${maker.merchantId} and action = 'approval.first-yes'`;
    expect(recorded).toHaveLength(1);
    expect(await balances(daftar, maker)).toMatchObject({ payout: 0 });
  });

  test('the same applies to a refund; and the database refuses two approvals by one person', async () => {
    const { key } = await create(maker, MONEY, 'live');
    const paid = await pay(daftar, maker);
    const asked = await refund(daftar, by(maker, key), paid.id, { amount: 60 });
    expect(asked.body.data.state).toBe('waiting');
    const [row] = await waiting(checker);
    await decide('approve', row.id, checker);
    expect(await rowOf(daftar, paid.id)).toMatchObject({ refunded: 0, refunding: 0 });
    await expect(
      daftar.database.sql`
        update approvals set state = 'approved', decided_by = first_yes_by, decided_at = now() where id = ${row.id}`,
    ).rejects.toThrow('approvals_by_another');
  });
});

describe('a user whose account the requester created or changed is not a second person', () => {
  const refusal = (answer: Awaited<ReturnType<typeof decide>>) => [answer.status, answer.body.message];
  const REFUSED = [400, expect.stringContaining('count as one person')];

  test('invited by the requester: not before seven days have passed', async () => {
    const form = await formOf(checker, { email: `me${maker.userId}@example.com`, mobile: '01298765432' });
    const { id: userId } = (await team('POST', '/merchants', form)).body.data;
    const puppet = await daftar.elsewhere({ ...checker, userId });
    const first = await payout(maker);
    expect(refusal(await decide('approve', first, puppet))).toEqual(REFUSED);
    expect(refusal(await decide('approve', await payout(puppet), maker))).toEqual(REFUSED);
    expect((await decide('approve', first, checker)).status).toBe(200);
    await later(7, maker, puppet);
    expect((await decide('approve', await payout(maker), puppet)).status).toBe(200);
  });

  test('two users invited by the same colleague count as one', async () => {
    const puppets: Actor[] = [];
    for (const [n, mobile] of [
      ['x', '01298765433'],
      ['y', '01298765434'],
    ]) {
      const form = await formOf(checker, { email: `${n}${maker.userId}@example.com`, mobile });
      const { id: userId } = (await team('POST', '/merchants', form)).body.data;
      puppets.push(await daftar.elsewhere({ ...checker, userId }));
    }
    expect(refusal(await decide('approve', await payout(puppets[0]!), puppets[1]!))).toEqual(REFUSED);
  });

  test('whose role was changed by the requester', async () => {
    const other = await daftar.colleague(maker, ['view-settlements']);
    const form = await formOf(other, { role_id: await roleOf(checker) });
    expect((await team('PUT', `/merchants/${other.userId}`, form)).status).toBe(200);
    expect(refusal(await decide('approve', await payout(maker), other))).toEqual(REFUSED);
  });

  test('whose role was given more permissions by the requester', async () => {
    const other = await daftar.colleague(maker, ['view-settlements']);
    const role = await roleOf(other);
    const form = {
      name_ar: 'Cash',
      name_en: 'Cash',
      permissions: MONEY.map(permissionId),
      current_password: PASSWORD,
    };
    const edited = await team('PUT', `/roles/${role}`, form);
    expect(edited.status, edited.raw).toBe(200);
    expect(refusal(await decide('approve', await payout(maker), other))).toEqual(REFUSED);
  });

  test('whose e-mail address was changed by the requester, from the moment of the change', async () => {
    await daftar.database.sql`
      update users set password_hash = null where merchant_id = ${maker.merchantId} and id = ${checker.userId}`;
    const form = await formOf(checker, {
      email: `moved${checker.userId}@example.com`,
      current_password: PASSWORD,
    });
    expect((await team('PUT', `/merchants/${checker.userId}`, form)).status).toBe(200);
    const puppet = await daftar.elsewhere(checker);
    expect(refusal(await decide('approve', await payout(maker), puppet))).toEqual(REFUSED);
  });
});

describe('the request of somebody', () => {
  const GONE = /has left or may no longer do it/;

  test('who was removed moves no money by one approval: it is declined and asked for again', async () => {
    const id = await payout(checker);
    expect((await team('DELETE', `/merchants/${checker.userId}`)).status).toBe(200);
    const refused = await decide('approve', id, maker);
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringMatching(GONE)]);
    expect(await balances(daftar, maker)).toMatchObject({ payout: 0 });
    expect((await decide('decline', id, maker, { reason: 'They have left' })).status).toBe(200);
  });

  test('whose role no longer has the permission neither, until it has it again', async () => {
    const other = await daftar.colleague(maker, ['view-settlements']);
    const id = await payout(checker);
    const [{ role }] = await daftar.database.sql<[{ role: number }]>`
      select role_id as role from users where merchant_id = ${maker.merchantId} and id = ${checker.userId}`;
    const give = (to: number) => daftar.database.sql`
      update users set role_id = ${to} where merchant_id = ${maker.merchantId} and id = ${checker.userId}`;
    await give(await roleOf(other));
    const refused = await decide('approve', id, maker);
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringMatching(GONE)]);
    await give(role);
    expect((await decide('approve', id, maker)).body.data.state).toBe('approved');
  });
});

describe('turning approvals off, or raising their threshold', () => {
  test('requires step-up and a second person’s approval', async () => {
    const off = { enabled: false, refund_above: 0 };
    expect((await settings(off)).status).toBe(422);
    const asked = await settings({ ...off, current_password: PASSWORD });
    expect(asked.status, asked.raw).toBe(200);
    expect(asked.body.data).toEqual({ enabled: true, refund_above: 0, waiting: true });
    expect(await readSettings()).toMatchObject({ enabled: true, refund_above: 0 });
    const [first] = await waiting(checker);
    expect(first).toMatchObject({ kind: 'settings', settings: { enabled: false, refund_above: 0 } });
    expect((await decide('approve', first.id, maker)).status).toBe(400);
    expect((await decide('approve', first.id, checker)).status).toBe(200);
    expect(await readSettings()).toMatchObject({ enabled: false, waiting: false });
  });

  test('only one change of them waits, however many ask at once, and one that nobody decided stands in nobody’s way', async () => {
    const raise = () => settings({ enabled: true, refund_above: 500, current_password: PASSWORD });
    const answers = await Promise.all([raise(), raise(), raise()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'approvals_change_waits',
      message: expect.stringContaining('waits for a second person already'),
    });
    const [only, ...others] = await waiting(checker);
    expect(others).toEqual([]);
    await later(APPROVAL_DAYS, maker, checker);
    expect((await raise()).body.data).toMatchObject({ waiting: true });
    const [next] = await waiting(checker);
    expect(next.id).not.toBe(only.id);
    expect((await decide('approve', next.id, checker)).status).toBe(200);
    expect(await readSettings()).toMatchObject({ refund_above: 500, waiting: false });
  });

  test('lowering the threshold requires neither', async () => {
    await settings({ enabled: true, refund_above: 500, current_password: PASSWORD });
    expect((await settings({ enabled: true, refund_above: 0 })).status).toBe(200);
  });

  test('needs no approval where the other users never joined: a user without a password is not counted', async () => {
    await daftar.database.sql`
      update users set password_hash = null where merchant_id = ${maker.merchantId} and id = ${checker.userId}`;
    const off = { enabled: false, refund_above: 0, current_password: PASSWORD };
    expect((await settings(off)).body.data).toMatchObject({ enabled: false, waiting: false });
    const refused = await settings({ enabled: true, refund_above: 0 });
    expect([refused.status, refused.body.message]).toEqual([
      400,
      expect.stringContaining('two active people'),
    ]);
    expect((await team('DELETE', `/merchants/${checker.userId}`)).status).toBe(200);
    const loss = await lastLoss(daftar.app, daftar.app.db, maker.merchantId);
    expect(loss).toBeNull();
  });

  test('needs no approval where nobody else could decide, but not if the requester has just removed the other user', async () => {
    expect((await team('PUT', `/merchants/status/${checker.userId}`, { is_active: false })).status).toBe(200);
    const off = () => settings({ enabled: false, refund_above: 0, current_password: PASSWORD });
    const refused = await off();
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('alone')]);
    await later(7, maker);
    expect((await off()).status).toBe(200);
    expect(await readSettings()).toMatchObject({ enabled: false });
  });
});
