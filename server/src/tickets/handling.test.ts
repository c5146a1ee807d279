/** The provider's handling of tickets: assignees, priorities, the clock, notes. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cases, sampledQuery } from '../../tests/kit/cases.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { callsOf, formOf, runTicketJobs } from '../../tests/kit/tickets.ts';
import { readOutbox } from '../messages/outbox.ts';

let daftar: TestServer;
let owner: Actor;
let reviewer: OperatorActor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  // A Monday at noon in Cairo.
  daftar.clock.set('2026-06-15T09:00:00Z');
  owner = await daftar.merchant();
  reviewer = await daftar.operator('reviewer');
});
const { opened, post, answered, staff, seen } = callsOf(() => ({ daftar, owner, reviewer }));

const pathOf = (id: number, what: string) => `/api/ops/tickets/${owner.merchantId}/${id}/${what}`;
const put = (id: number, what: 'assignee' | 'priority', body: unknown, as = reviewer) =>
  daftar.call({ method: 'PUT', path: pathOf(id, what), as, body });
const note = (id: number, text: string, as = reviewer) =>
  daftar.call({ method: 'POST', path: pathOf(id, 'notes'), as, body: { note: text } });
const queue = async (query: Record<string, string> = {}, as = reviewer) =>
  (
    await daftar.call({
      path: '/api/ops/tickets',
      as,
      query: { merchant_id: String(owner.merchantId), ...query },
    })
  ).body.data.map((row: { id: number }) => row.id);
const idOf = async ({ email }: { email: string }) => {
  const [row] = await daftar.database.sql<{ id: number }[]>`select id from operators where email = ${email}`;
  return row!.id;
};
/** Moves the clock; the reviewer, whose session ends in half an hour, is replaced, and the merchant signs in again. */
async function pass(minutes: number): Promise<void> {
  daftar.clock.advance({ minutes });
  reviewer = await daftar.operator('reviewer');
  owner = await daftar.elsewhere(owner);
}
async function replied(id: number): Promise<void> {
  const answer = await post('send-message', { ticket_id: id, message: 'And now?' });
  expect(answer.status, answer.raw).toBe(200);
}

describe('the assignee', () => {
  test('is any active operator who may answer, or nobody; each change is listed', async () => {
    const id = await opened();
    const support = await daftar.operator('support');
    const supportId = await idOf(support);
    expect(await seen(id)).toMatchObject({ assignee: null, priority: 'normal', changes: [] });
    expect((await put(id, 'assignee', { operator_id: supportId })).status).toBe(200);
    expect((await put(id, 'assignee', { operator_id: supportId })).status).toBe(200);
    daftar.clock.advance({ minutes: 1 });
    await put(id, 'assignee', { operator_id: null }, support);
    await put(id, 'priority', { priority: 'urgent' });
    expect((await seen(id)).changes).toMatchObject([
      { kind: 'priority', value: 'urgent', author: reviewer.email },
      { kind: 'assignee', value: null, author: support.email },
      { kind: 'assignee', value: support.email, author: reviewer.email },
    ]);
    const listed = await daftar.call({ path: '/api/ops/tickets/assignees', as: reviewer });
    expect(listed.body.data).toContainEqual({ id: supportId, email: support.email });
  });

  test.each(['finance', 'viewer'] as const)('is never somebody with the role %s', async (role) => {
    const id = await opened();
    const other = await daftar.operator(role);
    const answer = await put(id, 'assignee', { operator_id: await idOf(other) });
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      { operator_id: ['This operator cannot answer tickets'] },
    ]);
    expect((await put(id, 'assignee', { operator_id: 987_654_321 })).status).toBe(422);
  });

  test('of a closed ticket is not changed', async () => {
    const id = await opened();
    await staff(id, 'close');
    expect((await put(id, 'assignee', { operator_id: await idOf(reviewer) })).status).toBe(400);
    expect((await put(id, 'priority', { priority: 'low' })).status).toBe(400);
  });

  test('has a list of their own, and nobody’s is another', async () => {
    const [mine, nobodys, others] = [await opened(), await opened(), await opened()];
    const support = await daftar.operator('support');
    await put(mine, 'assignee', { operator_id: await idOf(reviewer) });
    await put(others, 'assignee', { operator_id: await idOf(support) });
    expect(await queue({ assignee: 'me' })).toEqual([mine]);
    expect(await queue({ assignee: 'me' }, support)).toEqual([others]);
    expect(await queue({ assignee: 'nobody' })).toEqual([nobodys]);
  });

  test('who is disabled has no open tickets any more, and does not get one that is opened again', async () => {
    const [open, closed] = [await opened(), await opened()];
    const support = await daftar.operator('support');
    const supportId = await idOf(support);
    for (const id of [open, closed]) await put(id, 'assignee', { operator_id: supportId });
    await staff(closed, 'close');
    const admin = await daftar.operator('admin');
    await daftar.operator('admin');
    const path = `/api/ops/operators/${supportId}/disable`;
    expect((await daftar.call({ method: 'POST', path, as: admin })).status).toBe(200);
    expect(await seen(open)).toMatchObject({
      assignee: null,
      changes: [{ value: null, author: admin.email }, {}],
    });
    expect((await seen(closed)).assignee).toMatchObject({ email: support.email });
    await post('reopen', { ticket_id: closed, message: 'Again' });
    expect((await seen(closed)).assignee).toBe(null);
  });

  test('alone is e-mailed when the merchant writes again', async () => {
    const id = await opened();
    await runTicketJobs(daftar);
    await put(id, 'assignee', { operator_id: await idOf(reviewer) });
    await answered(id);
    await runTicketJobs(daftar);
    const [last] = await daftar.database.sql<{ id: number }[]>`select max(id) as id from messages`;
    daftar.clock.advance({ minutes: 5 });
    await replied(id);
    await runTicketJobs(daftar);
    const { sql } = daftar.database;
    const mails = await sql<{ recipient: string }[]>`
      select recipient from messages where id > ${last!.id} and recipient in (select email from operators)`;
    expect(mails.map(({ recipient }) => recipient)).toEqual([reviewer.email]);
  });
});

describe('the clock', () => {
  test('starts with the ticket, follows the priority and stops with the answer', async () => {
    const id = await opened();
    // Noon plus eight working hours: five today, three tomorrow.
    expect(await seen(id)).toMatchObject({ answer_due_at: '2026-06-16T09:00:00.000Z', is_overdue: false });
    await pass(30);
    await put(id, 'priority', { priority: 'urgent' });
    expect(await seen(id)).toMatchObject({ answer_due_at: '2026-06-15T10:00:00.000Z', is_overdue: false });
    await pass(30);
    expect(await seen(id)).toMatchObject({ is_overdue: true });
    await answered(id);
    expect(await seen(id)).toMatchObject({ answer_due_at: null, is_overdue: false, waiting_since: null });
  });

  test('runs on while work on it has started, and a further message does not prolong it', async () => {
    const id = await opened();
    await pass(30);
    await replied(id);
    await staff(id, 'process');
    expect((await seen(id)).answer_due_at).toBe('2026-06-16T09:00:00.000Z');
  });

  test('starts anew when the merchant writes after an answer or opens the ticket again', async () => {
    const id = await opened();
    await put(id, 'priority', { priority: 'high' });
    await answered(id);
    await pass(60);
    await replied(id);
    expect((await seen(id)).answer_due_at).toBe('2026-06-15T14:00:00.000Z');
    await staff(id, 'close');
    expect((await seen(id)).answer_due_at).toBe(null);
    await post('reopen', { ticket_id: id, message: 'Again' });
    expect((await seen(id)).answer_due_at).toBe('2026-06-15T14:00:00.000Z');
  });

  test('does not run for a ticket that nobody waits for, whatever its priority becomes', async () => {
    const id = await opened();
    await answered(id);
    await put(id, 'priority', { priority: 'urgent' });
    expect(await seen(id)).toMatchObject({ answer_due_at: null, priority: 'urgent' });
  });

  test('leaves out bank holidays', async () => {
    await daftar.database.sql`insert into bank_holidays values ('2026-06-16', 'A holiday', 'عطلة')`;
    try {
      expect((await seen(await opened())).answer_due_at).toBe('2026-06-17T09:00:00.000Z');
    } finally {
      await daftar.database.sql`delete from bank_holidays where day = '2026-06-16'`;
    }
  });

  test('sorts the queue: what is due soonest first, what nobody waits for last; overdue ones are counted', async () => {
    const [usual, urgent, done] = [await opened(), await opened(), await opened()];
    await put(urgent, 'priority', { priority: 'urgent' });
    await answered(done);
    expect(await queue()).toEqual([urgent, usual, done]);
    expect(await queue({ overdue: '1' })).toEqual([]);
    const figures = async () =>
      (await daftar.call({ path: '/api/ops/tickets/figures', as: reviewer })).body.data.overdue;
    const waiting = async () =>
      (await daftar.call({ path: '/api/ops/overview/waiting', as: reviewer })).body.data.find(
        (row: { kind: string }) => row.kind === 'overdue',
      ).count;
    const before = await figures();
    expect(await waiting()).toBe(before);
    await pass(60);
    expect(await queue({ overdue: '1' })).toEqual([urgent]);
    expect(await figures()).toBeGreaterThan(before);
    expect(await waiting()).toBe(await figures());
    expect(await queue({ priority: 'urgent' })).toEqual([urgent]);
  });

  test('of a process of the release before is a day, and its answers stop it', async () => {
    const { sql } = daftar.database;
    const id = await opened();
    await sql`update tickets set waiting_since = null where id = ${id}`;
    expect((await seen(id)).answer_due_at).toBe(null);
    await sql`update tickets set waiting_since = ${daftar.clock.now()} where id = ${id}`;
    expect((await seen(id)).answer_due_at).toBe('2026-06-16T09:00:00.000Z');
  });
});

describe('notes', () => {
  const MARK = 'N0TE-FOR-COLLEAGUES';

  test('are added by whoever answers, kept in order, and stay', async () => {
    const id = await opened();
    await note(id, `First ${MARK}`);
    daftar.clock.advance({ minutes: 1 });
    await staff(id, 'close');
    expect((await note(id, 'بعد الإغلاق\nسطر ثانٍ', await daftar.operator('support'))).status).toBe(200);
    expect((await seen(id)).notes).toMatchObject([
      { id: 1, author: reviewer.email, note: `First ${MARK}` },
      { id: 2, note: 'بعد الإغلاق\nسطر ثانٍ' },
    ]);
    const { sql } = daftar.database;
    await expect(sql`update ticket_notes set note = 'x' where ticket_id = ${id}`).rejects.toThrow();
    await expect(sql`delete from ticket_notes where ticket_id = ${id}`).rejects.toThrow();
    expect((await note(id, 'No', await daftar.operator('viewer'))).status).toBe(403);
  });

  const LONG = 'x'.repeat(4001);
  test.each([
    ['no text', ''],
    ['blank text', '  \n '],
    ['a NUL', 'a\u0000b'],
    ['half a character', '\ud800'],
    ['text in reverse', 'a\u202eb'],
    ['too much text', LONG],
    ['a number', 7],
  ])('of %s are refused', async (_, text) => {
    expect((await note(await opened(), text as string)).status).toBe(422);
  });

  test('of a ticket are five hundred at most', async () => {
    const id = await opened();
    await daftar.database.sql`
      insert into ticket_notes select ${owner.merchantId}, ${id}, n, ${await idOf(reviewer)}, 'x', now()
        from generate_series(1, 500) n`;
    const answer = await note(id, 'One more');
    expect([answer.status, answer.body.message]).toEqual([
      400,
      'This ticket has reached its maximum number of notes',
    ]);
  });

  test('and assignee never reach the merchant: by no call, message, export, webhook or other row', async () => {
    const id = await opened();
    const other = await daftar.operator('support');
    await note(id, `${MARK} they are late payers`);
    await put(id, 'assignee', { operator_id: await idOf(other) });
    await put(id, 'priority', { priority: 'urgent' });
    await staff(id, 'process');
    await answered(id, 'Here it is');
    await replied(id);
    await staff(id, 'close');
    await post('reopen', { ticket_id: id, message: 'Again' });
    await runTicketJobs(daftar);

    let read = 0;
    for (const each of cases) {
      const { endpoint, mode, sample } = each;
      if (endpoint.method !== 'GET' || endpoint.path.startsWith('/ops') || endpoint.path.endsWith('/stream'))
        continue;
      if (endpoint.params) continue;
      const isTicket = endpoint.path.startsWith('/merchant/support');
      const query = isTicket
        ? { ticket_id: String(id) }
        : await sampledQuery(sample, { daftar, actor: owner, mode });
      const path = endpoint.base === 'fixed' ? `/api${endpoint.path}` : endpoint.path;
      const answer = await daftar.call({
        path,
        as: owner,
        query: { ...query, ...(endpoint.path.endsWith('/search') ? { q: MARK } : {}) },
        ...(endpoint.base === 'fixed' ? {} : { mode }),
      });
      read += answer.status === 200 ? 1 : 0;
      expect(answer.raw, each.name).not.toContain(MARK);
      if (isTicket)
        for (const word of ['assignee', 'priority', 'note', 'due', other.email, 'urgent'])
          expect(answer.raw, each.name).not.toContain(word);
    }
    expect(read).toBeGreaterThan(40);

    // No row of another table holds a word of it, so that nothing that is made of rows later can.
    const { sql } = daftar.database;
    const tables = await sql<{ name: string }[]>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`;
    const holding: string[] = [];
    for (const { name } of tables) {
      const [row] = await sql`select from ${sql.unsafe(name)} t where t::text like ${`%${MARK}%`} limit 1`;
      if (row) holding.push(name);
    }
    expect(holding).toEqual(['public.ticket_notes']);
    // Bodies of messages are encrypted in their rows.
    const mails = await readOutbox(daftar.app, { to: owner.email });
    expect(mails.length).toBeGreaterThan(0);
    expect(JSON.stringify(mails)).not.toContain(MARK);
    const [logged] = await sql<{ n: number }[]>`
      select count(*)::int as n from audit_log where merchant_id = ${owner.merchantId}
         and action in ('ticket.assign', 'ticket.prioritize', 'ticket.note')`;
    expect(logged!.n).toBe(0);
  });
});

test('a ticket that nobody has is told to everybody who may answer', async () => {
  const support = await daftar.operator('support');
  const id = await opened({ ticket_message: 'Told to all' });
  await runTicketJobs(daftar);
  expect((await readOutbox(daftar.app, { to: support.email })).length).toBeGreaterThan(0);
  expect((await staff(id, 'replies', formOf({ message: 'Yes' }))).status).toBe(200);
});

test('an answer or a note that is sent again under its key is one; another text under it is refused, and keys are each operator’s own', async () => {
  const id = await opened();
  const send = (what: string, body: unknown, as = reviewer) =>
    daftar.call({ method: 'POST', path: pathOf(id, what), as, body, headers: { 'idempotency-key': 'k1' } });
  const say = (message: string, as = reviewer) => send('replies', formOf({ message }), as);
  const twice = await Promise.all([say('Which browser is it?'), say('Which browser is it?')]);
  expect(twice.map(({ status }) => status)).toEqual([200, 200]);
  expect((await say('Which telephone is it?')).status).toBe(409);
  const other = await daftar.operator('support');
  expect((await say('Which browser is it?', other)).status).toBe(200);
  const notes = (note: string) =>
    daftar.call({
      method: 'POST',
      path: pathOf(id, 'notes'),
      as: reviewer,
      body: { note },
      headers: { 'idempotency-key': 'k2' },
    });
  for (let n = 0; n < 2; n += 1) expect((await notes('They call back')).status).toBe(200);
  const { messages, notes: noted } = await seen(id);
  expect(messages.filter(({ is_admin: ours }: { is_admin: boolean }) => ours)).toHaveLength(2);
  expect(noted).toHaveLength(1);
});
