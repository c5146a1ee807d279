/** Requests by one operator and approvals by another, for any kind. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deskOf } from '../../tests/kit/ops.ts';
import { operatorIdOf } from '../../tests/kit/processors.ts';
import { askedToResume } from '../../tests/kit/samples-approvals.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { readOutbox } from '../messages/outbox.ts';
import type { Sql } from '../platform/db/connect.ts';
import { approvalCommands } from './commands.ts';
import { endOldRequests } from './index.ts';

let daftar: TestServer;
let asker: OperatorActor;
let second: OperatorActor;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  daftar.clock.set('2026-06-15T09:00:00Z');
  await daftar.database.sql`
    update operator_approvals set state = 'expired', decided_at = now() where state = 'waiting'`;
  [asker, second] = [await daftar.operator('finance'), await daftar.operator('admin')];
  owner = await daftar.merchant();
});

const { ask, tell, lastAudit } = deskOf(() => daftar);
const reason = 'The contract of June';
const rates = [{ payment_method_id: 1, rate: 1.5, fixed: 2 }];
/** Asks for other fees of the owner. @returns the request's id */
const askForRates = async (as = asker, was: object[] = [], wanted: object[] = rates): Promise<number> => {
  const form = { was, rates: wanted, reason };
  const asked = await tell(as, `/merchants/${owner.merchantId}/rates`, form, 'PUT');
  expect(asked.status, asked.raw).toBe(200);
  return (await ask(as, '/approvals', { state: 'waiting' })).body.data[0].id;
};
const decide = (as: OperatorActor, id: number, how: 'approve' | 'decline' | 'withdraw') =>
  tell(as, `/approvals/${id}/${how}`, how === 'decline' ? { reason: 'Too low' } : undefined);
const read = async (id: number, as = second) => (await ask(as, `/approvals/${id}`)).body.data;
const isUsual = async () =>
  (await ask(second, `/merchants/${owner.merchantId}`)).body.data.rates[0].is_usual as boolean;
const waitingFor = async (as: OperatorActor) => (await ask(as, '/approvals/waiting')).body.data.count;

test('a request shows what would change, takes effect when another approves it, and only once', async () => {
  const id = await askForRates();
  expect(await read(id)).toMatchObject({
    kind: 'rates',
    state: 'waiting',
    subject: `merchant:${owner.merchantId}`,
    merchant: { id: owner.merchantId },
    reason,
    asked_by: asker.email,
    is_own: false,
    expires_at: '2026-06-22T09:00:00.000Z',
    facts: [
      {
        name: 'rate',
        of: 'Card',
        before: { is: 'rate', rate: 2.75, fixed: 3, is_usual: true },
        after: { is: 'rate', rate: 1.5, fixed: 2 },
      },
    ],
  });
  expect([await waitingFor(second), await waitingFor(asker)]).toEqual([1, 0]);
  const third = await daftar.operator('finance');
  const answers = await Promise.all([
    decide(second, id, 'approve'),
    decide(third, id, 'approve'),
    decide(third, id, 'decline'),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(await isUsual()).toBe(answers[2]!.status === 200);
  expect(await waitingFor(second)).toBe(0);
  const log = await daftar.database.sql`
    select action, actor, merchant_id as merchant from audit_log where subject = ${`ops-approval:${id}`} order by id`;
  expect(log.map(({ action }) => action)).toEqual([
    'ops-approval.ask',
    answers[2]!.status === 200 ? 'ops-approval.decline' : 'ops-approval.approve',
  ]);
});

test('what waits is known by what it is about, to those who may see it, so that nobody asks again', async () => {
  const id = await askForRates();
  const subject = `merchant:${owner.merchantId}`;
  const waits = async (as: OperatorActor, query: Record<string, string>) =>
    (await ask(as, '/approvals/subjects', query)).body.data;
  const known = [{ id, kind: 'rates', subject }];
  expect([await waits(asker, { kind: 'rates' }), await waits(second, { subject })]).toEqual([known, known]);
  expect(await waits(second, { subject, kind: 'resume' })).toEqual([]);
  expect(await waits(await daftar.operator('reviewer'), { subject })).toEqual([]);
  const form = { was: [], rates, reason };
  const again = await tell(asker, `/merchants/${owner.merchantId}/rates`, form, 'PUT');
  expect(again.status, again.raw).toBe(409);
  await decide(second, id, 'decline');
  expect(await waits(second, { subject })).toEqual([]);
});

test('nobody decides what they asked for, with another role or session either, and the database refuses it too', async () => {
  const id = await askForRates();
  const own = await decide(asker, id, 'approve');
  expect([own.status, own.body.message]).toEqual([400, expect.stringContaining('you asked for it')]);
  expect((await decide(asker, id, 'decline')).status).toBe(400);
  expect((await decide(second, id, 'withdraw')).status).toBe(400);
  const { sql } = daftar.database;
  await sql`update operators set role = 'admin' where email = ${asker.email}`;
  expect((await decide(asker, id, 'approve')).status).toBe(400);
  const askerId = await operatorIdOf(daftar, asker.email);
  for (const state of ['approved', 'declined']) {
    const forged = sql`
      update operator_approvals set state = ${state}, decided_by = ${askerId}, decided_at = now() where id = ${id}`;
    await expect(forged).rejects.toThrow(/operator_approvals_by_another/);
  }
  const nobody = sql`update operator_approvals set state = 'approved', decided_at = now() where id = ${id}`;
  await expect(nobody).rejects.toThrow(/operator_approvals_by_another/);
  const other = sql`update operator_approvals set change = '{}' where id = ${id}`;
  await expect(other).rejects.toThrow(/append-only/);
  expect((await decide(asker, id, 'withdraw')).status).toBe(200);
  expect(await read(id)).toMatchObject({ state: 'withdrawn', decided_by: asker.email });
  expect(await isUsual()).toBe(true);
});

test('whoever invited the other, or reset their way in, does not decide for them for six days', async () => {
  const { sql } = daftar.database;
  const id = await askForRates();
  await sql`
    update operators set reset_at = ${daftar.clock.now()}, reset_by = ${await operatorIdOf(daftar, second.email)}
     where email = ${asker.email}`;
  const linked = await decide(second, id, 'approve');
  expect([linked.status, linked.body.message]).toEqual([400, expect.stringContaining('6 days')]);
  daftar.clock.advance({ days: 6, seconds: 1 });
  second = Object.assign(await daftar.operator('admin'), {});
  expect((await decide(second, id, 'approve')).status).toBe(200);
});

test('nor does whoever came by the same hands, through others too: one person may have made both accounts', async () => {
  const { sql } = daftar.database;
  const [hand, middle] = [await daftar.operator('admin'), await daftar.operator('admin')];
  const id = await askForRates();
  const invited = async (by: OperatorActor, whom: OperatorActor) => {
    await sql`
      update operators set invited_at = ${daftar.clock.now()}, invited_by = ${await operatorIdOf(daftar, by.email)}
       where email = ${whom.email}`;
  };
  await invited(hand, asker);
  await invited(middle, second);
  const third = await daftar.operator('admin');
  await invited(hand, middle);
  const linked = await decide(second, id, 'approve');
  expect([linked.status, linked.body.message]).toEqual([400, expect.stringContaining('6 days')]);
  expect((await decide(third, id, 'approve')).status).toBe(200);
});

test('a request to lift a suspension or a hold does not lift a later one', async () => {
  const path = `/merchants/${owner.merchantId}`;
  const reviewer = await daftar.operator('admin');
  for (const [stop, go] of [
    ['suspend', 'resume'],
    ['settlement-hold', 'settlement-release'],
  ] as const) {
    expect((await tell(reviewer, `${path}/${stop}`, { reason: 'Papers ran out' })).status).toBe(200);
    const asked = await tell(reviewer, `${path}/${go}`, { reason });
    expect(asked.status, asked.raw).toBe(200);
    const [{ id }] = (await ask(second, '/approvals', { state: 'waiting' })).body.data;
    daftar.clock.advance({ minutes: 1 });
    // Lifted from the command line meanwhile, and made again.
    await daftar.database.sql`
      update merchants set status = 3, settlement_held_at = null, settlement_hold_reason = null where id = ${owner.merchantId}`;
    // With the same text, it is still a different suspension.
    expect((await tell(reviewer, `${path}/${stop}`, { reason: 'Papers ran out' })).status).toBe(200);
    const late = await decide(second, id, 'approve');
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('has changed since')]);
    await decide(second, id, 'decline');
    await daftar.database.sql`update merchants set status = 3 where id = ${owner.merchantId}`;
  }
});

test('a request waits for seven days, and does not stand in the way of the next', async () => {
  const id = await askForRates();
  const again = await tell(asker, `/merchants/${owner.merchantId}/rates`, { was: [], rates, reason }, 'PUT');
  expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('waits for another')]);
  daftar.clock.advance({ days: 7 });
  const { email } = asker;
  [asker, second] = [await daftar.operator('finance'), await daftar.operator('admin')];
  expect(await waitingFor(second)).toBe(0);
  expect((await ask(second, '/approvals', { state: 'waiting' })).body.data).toEqual([]);
  expect(await read(id)).toMatchObject({ state: 'expired' });
  const late = await decide(second, id, 'approve');
  expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('more than seven days')]);
  const next = await askForRates();
  expect((await decide(second, next, 'approve')).status).toBe(200);
  expect(await read(id)).toMatchObject({ state: 'expired', decided_by: null });
  // The requester is notified, once.
  await endOldRequests(daftar.app);
  const told = (await readOutbox(daftar.app, { to: email })).map(({ subject }) => subject);
  expect(told).toEqual([expect.stringMatching(/^Not decided in time: /)]);
});

test.each([
  [
    'was disabled',
    (sql: Sql, email: string) => sql`update operators set disabled_at = now() where email = ${email}`,
  ],
  [
    'lost the permission',
    (sql: Sql, email: string) => sql`update operators set role = 'reviewer' where email = ${email}`,
  ],
  [
    'was given a new way in, although somebody uses it',
    async (sql: Sql, email: string) => {
      await tell(second, `/operators/${await operatorIdOf(daftar, email)}/reset`);
      await sql`update operators set password_hash = 'x', totp_sealed = 'x' where email = ${email}`;
    },
  ],
])('a request has ended once its asker %s', async (_what, change) => {
  const id = await askForRates();
  await change(daftar.database.sql, asker.email);
  second = await daftar.operator('admin');
  expect(await waitingFor(second)).toBe(0);
  const answer = await decide(second, id, 'approve');
  expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('may not do so')]);
  await endOldRequests(daftar.app);
  const [row] = await daftar.database.sql`select state from operator_approvals where id = ${id}`;
  expect(row).toEqual({ state: 'ended' });
  expect(await isUsual()).toBe(true);
});

test.each([
  [
    'was disabled',
    (sql: Sql, email: string) => sql`update operators set disabled_at = now() where email = ${email}`,
  ],
  [
    'lost the permission',
    (sql: Sql, email: string) => sql`update operators set role = 'viewer' where email = ${email}`,
  ],
])(
  'who decides is judged at the moment of the decision: one who %s while the call was under way decides nothing',
  async (_what, change) => {
    const id = await askForRates();
    const { sql } = daftar.database;
    let call: ReturnType<typeof decide> | undefined;
    // An administrator's change holds every operator; the call, begun before it commits, waits for it.
    await sql.begin(async (tx) => {
      await tx`select from operators for update`;
      call = decide(second, id, 'approve');
      for (let waits = false; !waits; ) {
        const rows = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and query like '%operators%for share%'`;
        waits = rows.length > 0;
      }
      await change(tx as unknown as Sql, second.email);
    });
    expect((await call!).status).toBe(403);
    second = await daftar.operator('admin');
    expect(await isUsual()).toBe(true);
    expect((await daftar.database.sql`select state from operator_approvals where id = ${id}`)[0]).toEqual({
      state: 'waiting',
    });
  },
);

test('what cannot be carried out any more goes on waiting and says why', async () => {
  const id = await askForRates();
  await daftar.database.sql`
    insert into merchant_rates (merchant_id, payment_method, rate_bps, fixed_piastres)
    values (${owner.merchantId}, 1, 100, 100)`;
  const refused = await decide(second, id, 'approve');
  expect(refused.status).toBe(409);
  expect(await read(id)).toMatchObject({ state: 'waiting', trouble: refused.body.message, decided_by: null });
  await daftar.database.sql`delete from merchant_rates where merchant_id = ${owner.merchantId}`;
  expect((await decide(second, id, 'approve')).status).toBe(200);
  expect(await read(id)).toMatchObject({ state: 'approved', trouble: null });
});

test('a role sees and decides the kinds that its permissions are for; papers are read by those alone', async () => {
  const reviewer = await daftar.operator('reviewer');
  const fees = await askForRates();
  const resume = await askedToResume(daftar, reviewer.email);
  const listed = async (as: OperatorActor, query: Record<string, string> = {}) =>
    (await ask(as, '/approvals', { state: 'waiting', ...query })).body.data.map(
      ({ id }: { id: number }) => id,
    );
  expect(await listed(reviewer)).toEqual([resume]);
  expect(await listed(second)).toEqual([resume, fees]);
  expect(await listed(second, { kind: 'rates' })).toEqual([fees]);
  expect(await listed(second, { q: 'NILE sw' })).toEqual([resume]);
  expect(await listed(second, { q: asker.email })).toEqual([fees]);
  expect(await listed(second, { subject: `merchant:${owner.merchantId}` })).toEqual([fees]);
  expect((await ask(reviewer, `/approvals/${fees}`)).status).toBe(404);
  expect((await decide(reviewer, fees, 'approve')).status).toBe(404);
  expect(await read(resume)).toMatchObject({ papers: [{ place: 1, name: 'letter.pdf' }] });
  expect((await ask(reviewer, `/approvals/${resume}/papers/1`)).raw).toContain('%PDF');
  expect((await ask(reviewer, `/approvals/${resume}/papers/2`)).status).toBe(404);
  expect((await ask(asker, `/approvals/${resume}/papers/1`)).status).toBe(404);
});

test('whoever has a shell approves or declines without a second operator, and it is logged', async () => {
  const run = (command: string, ...words: string[]) =>
    approvalCommands[command]!(daftar.app, words, 'ops:mona');
  const id = await askForRates();
  expect(await run('approvals')).toContain(`${id}  rates`);
  expect(await run('approval-decline', String(id))).toBeNull();
  expect(await run('approval-approve', 'x')).toBeNull();
  expect(await run('approval-approve', String(id))).toBe(`${id}: approved`);
  expect(await lastAudit()).toMatchObject({ action: 'merchant.rates', actor: 'ops:mona' });
  expect(await read(id)).toMatchObject({ state: 'approved', decided_by: 'ops:mona' });
  expect(await isUsual()).toBe(false);
  const another = await askForRates(asker, rates, []);
  expect(await run('approval-decline', String(another), 'too', 'low')).toBe(`${another}: declined`);
  expect(await read(another)).toMatchObject({ state: 'declined', note: 'too low' });
});
