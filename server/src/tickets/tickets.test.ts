import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pdf, picture } from '../../tests/kit/files.ts';
import { pay, settleAll } from '../../tests/kit/money.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { callsOf, formOf } from '../../tests/kit/tickets.ts';

let daftar: TestServer;
let owner: Actor;
let reviewer: OperatorActor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  daftar.clock.set('2026-06-15T09:00:00Z');
  owner = await daftar.merchant();
  reviewer = await daftar.operator('reviewer');
});

const { get, post, create, opened, ticket, replies, staff, answered, seen } = callsOf(() => ({
  daftar,
  owner,
  reviewer,
}));
/** The merchant closes a ticket. */
const closed = (id: number, as: Actor = owner, mode: 'live' | 'test' = 'live') =>
  daftar.call({ method: 'POST', path: '/merchant/support/close', mode, as, body: { ticket_id: id } });
const minutes = (count: number) => daftar.clock.advance({ minutes: count });

describe('a ticket', () => {
  test('is opened with its message and file, listed, counted and found again', async () => {
    const paper = { name: 'شاشة.pdf', content: pdf() };
    const id = await opened({ ticket_message: '  الصفحة فارغة\nمنذ الصباح ' }, paper);
    const [row] = (await get('')).body.data;
    expect(row).toMatchObject({
      id,
      ticket_number: expect.stringMatching(/^TKT-\w{8}$/),
      ticket_type: 4,
      status: 'OPEN',
      created_at: '2026-06-15T09:00:00.000Z',
      last_respond_date: null,
      reference_id: '',
      excerpt: 'الصفحة فارغة منذ الصباح',
    });
    expect((await get('/statistics')).body.data).toEqual({ total_tickets: 1 });
    const shown = await ticket(id);
    expect(shown).toMatchObject({
      merchant_avater: null,
      merchant_name: 'متجر النور',
      merchant_id: owner.merchantId,
      opened_by: 'Mona Adel',
      message: 'الصفحة فارغة\nمنذ الصباح',
      attachment_name: 'شاشة.pdf',
      about: null,
      reopen_until: null,
    });
    const file = await daftar.server.inject({
      url: `/api/merchant/storage/${shown.attachment}`,
      headers: owner.headers,
    });
    expect(file.rawPayload.equals(pdf())).toBe(true);
    const found = await daftar.call({
      path: '/merchant/search',
      mode: 'live',
      as: owner,
      query: { q: 'فارغه' },
    });
    expect(found.body.data).toMatchObject([
      { kind: 'ticket', id, reference: shown.ticket_number, status: 1 },
    ]);
  });

  test('of types 1 to 3 needs a reference to an item of that kind, of this merchant and mode', async () => {
    const { id: payment, reference } = await pay(daftar, owner);
    await settleAll(daftar, owner);
    const [settlement] = await daftar.database.sql`
      select reference from settlements where merchant_id = ${owner.merchantId}`;
    const id = await opened({ ticket_type: 1, reference_id: ` ${reference.toLowerCase()} ` });
    expect(await ticket(id)).toMatchObject({
      reference_id: reference,
      about: { kind: 'transaction', id: payment },
    });
    await opened({ ticket_type: 1, reference_id: reference.slice(4) });
    await opened({ ticket_type: 3, reference_id: settlement!.reference });
    // For a technical issue free text suffices, and a reference becomes a link if possible.
    await opened({ ticket_type: 4, reference_id: 'checkout page' });
    expect(await ticket(await opened({ ticket_type: 4, reference_id: reference }))).toMatchObject({
      about: { kind: 'transaction' },
    });
    const elsewhere = await pay(daftar, await daftar.merchant());
    const wrong: [number, string, string][] = [
      [1, '', 'This field is required'],
      [2, ' ', 'This field is required'],
      [1, elsewhere.reference, 'We found nothing with this reference in your account'],
      [1, 'TRX-00000000', 'We found nothing with this reference in your account'],
      [1, reference.slice(0, -1), 'We found nothing with this reference in your account'],
      [2, reference, 'We found nothing with this reference in your account'],
      [3, reference, 'We found nothing with this reference in your account'],
      [1, "' or 1=1 --\u0000", 'This value is not valid'],
    ];
    for (const [ticket_type, reference_id, sentence] of wrong) {
      const refused = await create({ ticket_type, reference_id });
      expect(refused.status, reference_id).toBe(422);
      expect(refused.body.errors).toEqual({ reference_id: [sentence] });
    }
    expect((await create({ ticket_type: 5 })).body.errors).toHaveProperty('ticket_type');
    expect((await create({ ticket_message: ' ' })).body.errors).toHaveProperty('ticket_message');
  });

  test('can be opened and answered by a suspended merchant: it moves no money', async () => {
    owner = await daftar.merchant({ status: 4 });
    const id = await opened({ ticket_message: 'Why are we on hold?' });
    expect((await post('send-message', { ticket_id: id, message: 'Hello?' })).status).toBe(200);
    expect((await staff(id, 'close')).status).toBe(200);
    expect((await post('reopen', { ticket_id: id, message: 'And now?' })).status).toBe(200);
  });

  test('sent twice with one key is opened once', async () => {
    const headers = { 'idempotency-key': 'again' };
    const send = () =>
      daftar.call({
        method: 'POST',
        path: '/merchant/support/create-ticket',
        mode: 'live',
        as: owner,
        headers,
        body: formOf({ ticket_type: 4, ticket_message: 'Once' }, { name: 'a.pdf', content: pdf() }),
      });
    const [one, two] = await Promise.all([send(), send()]);
    expect(one.raw).toBe(two.raw);
    expect((await get('/statistics')).body.data.total_tickets).toBe(1);
  });

  test('is filtered by number, status, type and the day it was opened', async () => {
    const first = await opened();
    daftar.clock.set('2026-06-16T09:00:00Z');
    owner = await daftar.elsewhere(owner);
    reviewer = await daftar.operator('reviewer');
    const second = await opened({ ticket_message: 'Later' });
    await staff(second, 'process');
    const ids = async (query: Record<string, string>) =>
      (await get('', query)).body.data.map(({ id }: { id: number }) => id);
    const { ticket_number: number } = await ticket(first);
    expect(await ids({})).toEqual([second, first]);
    expect(await ids({ ticket_number: number.toLowerCase() })).toEqual([first]);
    expect(await ids({ ticket_number: number.slice(4) })).toEqual([first]);
    expect(await ids({ status: '2' })).toEqual([second]);
    expect(await ids({ ticket_type: '1' })).toEqual([]);
    expect(await ids({ creation: '2026-06-15' })).toEqual([first]);
    expect(await ids({ sort_key: 'created_at', sort_type: 'asc', page_size: '1', page_number: '2' })).toEqual(
      [second],
    );
    expect((await get('', { sort_key: 'excerpt' })).status).toBe(422);
    const file = async (query: Record<string, string>) => (await get('/exportCsv', query)).raw;
    const lines = (await file({ sort_key: 'id', sort_type: 'asc' })).trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(new RegExp(`^${number},Technicality,Open,.*,2026-06-15 12:00,$`));
    expect(lines[2]).toContain(',Processing,');
    expect((await file({ creation: '2026-06-15' })).trim().split('\r\n').slice(1)).toEqual([lines[1]]);
    expect((await file({ status: '1', ids: String(second) })).trim().split('\r\n').slice(1)).toEqual([
      lines[2],
    ]);
  });
});

describe('a thread', () => {
  test('alternates between both sides; the provider has no name in it, and the first response is timed', async () => {
    const id = await opened();
    expect(await seen(id)).toMatchObject({
      waiting_since: '2026-06-15T09:00:00.000Z',
      first_response_seconds: null,
    });
    minutes(8);
    const slip = { name: 'steps.png', content: await picture() };
    expect((await answered(id, 'Which browser is it?', slip)).status).toBe(200);
    minutes(5);
    expect((await post('send-message', { ticket_id: id, message: 'كروم' })).body).toMatchObject({
      statusCode: 200,
      data: null,
    });
    const [ours, theirs] = await replies(id);
    expect(ours).toMatchObject({
      is_admin: true,
      message: 'Which browser is it?',
      attachment_name: 'steps.png',
      name: null,
      id: null,
      avater: null,
    });
    expect(theirs).toMatchObject({ is_admin: false, message: 'كروم', name: 'Mona Adel', id: owner.userId });
    const everything = JSON.stringify([await ticket(id), await replies(id), (await get('')).body]);
    expect(everything).not.toContain(reviewer.email);
    expect(await ticket(id)).toMatchObject({ last_respond_date: '2026-06-15T09:13:00.000Z' });
    expect(await seen(id)).toMatchObject({
      waiting_since: '2026-06-15T09:13:00.000Z',
      first_response_seconds: 8 * 60,
      messages: [
        { author: 'Mona Adel', is_admin: false },
        { author: reviewer.email, is_admin: true },
        { author: 'Mona Adel' },
      ],
    });
    const file = await daftar.call({ path: `/merchant/storage/${ours.attachment}`, mode: 'live', as: owner });
    expect(file.status).toBe(200);
  });

  test('accepts the merchant’s reply only while open: the provider’s answer reopens a ticket in progress', async () => {
    const id = await opened();
    expect((await staff(id, 'process')).status).toBe(200);
    expect((await staff(id, 'process')).status).toBe(400);
    expect((await ticket(id)).status).toBe('PROCESSING');
    const early = await post('send-message', { ticket_id: id, message: 'And?' });
    expect(early.status).toBe(400);
    expect(early.body.message).toBe('We are working on this ticket. You can reply once we have answered.');
    await answered(id);
    expect((await ticket(id)).status).toBe('OPEN');
    expect((await post('send-message', { ticket_id: id, message: 'Thank you' })).status).toBe(200);
    expect(await replies(id)).toHaveLength(2);
  });

  test('that is closed is closed for both sides, and reopened by a reply within seven days', async () => {
    const id = await opened();
    expect((await post('reopen', { ticket_id: id, message: 'x' })).status).toBe(400);
    await staff(id, 'close');
    expect(await ticket(id)).toMatchObject({ status: 'CLOSED', reopen_until: '2026-06-22T09:00:00.000Z' });
    for (const refused of [
      await post('send-message', { ticket_id: id, message: 'x' }),
      await answered(id),
      await staff(id, 'close'),
      await staff(id, 'process'),
    ])
      expect(refused.status).toBe(400);
    expect((await seen(id)).waiting_since).toBeNull();
    daftar.clock.set('2026-06-22T08:59:59Z');
    owner = await daftar.elsewhere(owner);
    const again = await post('reopen', { ticket_id: id, message: 'It is empty again' });
    expect(again.status, again.raw).toBe(200);
    reviewer = await daftar.operator('reviewer');
    expect(await seen(id)).toMatchObject({ status: 'OPEN', waiting_since: '2026-06-22T08:59:59.000Z' });
    await staff(id, 'close');
    daftar.clock.advance({ days: 8 });
    owner = await daftar.elsewhere(owner);
    expect((await post('reopen', { ticket_id: id, message: 'x' })).status).toBe(400);
    expect(await replies(id)).toHaveLength(1);
  });

  test('is closed by the merchant too, once however often it is asked; the console says who did, and a reply reopens it', async () => {
    const id = await opened();
    await staff(id, 'process');
    expect((await seen(id)).closed_by).toBeNull();
    const answers = await Promise.all(Array.from({ length: 3 }, () => closed(id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await ticket(id)).toMatchObject({ status: 'CLOSED', reopen_until: '2026-06-22T09:00:00.000Z' });
    const at = '2026-06-15T09:00:00.000Z';
    expect(await seen(id)).toMatchObject({ closed_at: at, closed_by: owner.email, waiting_since: null });
    const { sql } = daftar.database;
    const logged = await sql`
      select actor from audit_log where subject = ${`ticket:${id}`} and action = 'ticket.close'`;
    expect(logged.map(({ actor }) => actor)).toEqual([owner.email]);
    expect((await post('send-message', { ticket_id: id, message: 'x' })).status).toBe(400);
    expect((await post('reopen', { ticket_id: id, message: 'It is back' })).status).toBe(200);
    expect((await seen(id)).closed_by).toBeNull();
    minutes(1);
    await staff(id, 'close');
    expect((await seen(id)).closed_by).toBe(reviewer.email);
  });

  test('is closed only by who may answer in it', async () => {
    const id = await opened();
    const reader = await daftar.colleague(owner, ['tickets-list']);
    expect((await closed(id, reader)).status).toBe(403);
    expect((await closed(id, await daftar.colleague(owner, ['view-ticket']))).status).toBe(200);
  });

  test('keeps its order when both sides write and close at once', async () => {
    const id = await opened();
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, (_, n) => post('send-message', { ticket_id: id, message: `m${n}` })),
      ...Array.from({ length: 4 }, (_, n) => answered(id, `s${n}`)),
      staff(id, 'close'),
      staff(id, 'close'),
    ]);
    expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true);
    expect(
      answers
        .slice(-2)
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual([200, 400]);
    const written = answers.slice(0, -2).filter(({ status }) => status === 200).length;
    const kept = await replies(id);
    expect(kept.map((each: { message_id: number }) => each.message_id)).toEqual(
      Array.from({ length: written }, (_, n) => n + 2),
    );
    expect((await ticket(id)).status).toBe('CLOSED');
  });

  test('belongs to its merchant and mode for every call', async () => {
    const id = await opened({}, { name: 'a.pdf', content: pdf() });
    const { attachment } = await ticket(id);
    const stranger = await daftar.merchant();
    const calls = (as: Actor, mode: 'live' | 'test') => [
      ...['ticket', 'ticket-messages'].map((path) =>
        daftar.call({ path: `/merchant/support/${path}`, mode, as, query: { ticket_id: String(id) } }),
      ),
      ...['send-message', 'reopen'].map((path) =>
        daftar.call({
          method: 'POST',
          path: `/merchant/support/${path}`,
          mode,
          as,
          body: formOf({ ticket_id: id, message: 'x' }),
        }),
      ),
      closed(id, as, mode),
    ];
    const answers = await Promise.all([...calls(stranger, 'live'), ...calls(owner, 'test')]);
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(404));
    const file = (as: Actor) => daftar.call({ path: `/merchant/storage/${attachment}`, mode: 'live', as });
    expect((await file(stranger)).status).toBe(404);
    expect((await file(owner)).status).toBe(200);
    const ofAnother = await daftar.call({
      path: `/api/ops/tickets/${stranger.merchantId}/${id}/files/${attachment}`,
      as: reviewer,
    });
    expect(ofAnother.status).toBe(404);
  });
});
