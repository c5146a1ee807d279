import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pdf } from '../../tests/kit/files.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { callsOf, runTicketJobs } from '../../tests/kit/tickets.ts';
import { readOutbox } from '../messages/outbox.ts';

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
const minutes = (count: number) => daftar.clock.advance({ minutes: count });

describe('an attachment', () => {
  const hostile: [string, () => Buffer][] = [
    ['run.exe', () => Buffer.from('MZ')],
    ['page.html', () => Buffer.from('<script>alert(1)</script>')],
    ['picture.svg', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['scan.pdf', () => Buffer.from('<html><script>alert(1)</script>')],
    ['scan.png', () => pdf()],
    ['scan.pdf.exe', () => pdf()],
    ['empty.pdf', () => Buffer.alloc(0)],
    ['large.pdf', () => Buffer.concat([pdf(), Buffer.alloc(5 * 1024 * 1024)])],
  ];
  test.each(hostile)(
    '%s is refused on its field, from either side, and nothing is written',
    async (name, make) => {
      const id = await opened();
      const file = { name, content: make() };
      for (const refused of [
        await create({}, file),
        await post('send-message', { ticket_id: id, message: 'x' }, file),
        await answered(id, 'x', file),
      ]) {
        expect(refused.status, refused.raw).toBe(422);
        expect(Object.keys(refused.body.errors)).toEqual(['attachment']);
      }
      expect((await get('/statistics')).body.data.total_tickets).toBe(1);
      expect(await replies(id)).toEqual([]);
    },
  );

  test('is read by operators through its own ticket alone', async () => {
    const with1 = await opened({}, { name: 'a.pdf', content: pdf() });
    const without = await opened();
    const { attachment } = await ticket(with1);
    const read = (id: number, as: OperatorActor) =>
      daftar.call({ path: `/api/ops/tickets/${owner.merchantId}/${id}/files/${attachment}`, as });
    const file = await read(with1, reviewer);
    expect(file.status).toBe(200);
    expect(file.headers['content-disposition']).toMatch(/^attachment/);
    expect((await read(without, reviewer)).status).toBe(404);
    expect((await read(with1, await daftar.operator('finance'))).status).toBe(403);
  });
});

describe('notifications of a ticket', () => {
  const run = () => runTicketJobs(daftar);
  const mailTo = async (to: string) => {
    const rows = (await readOutbox(daftar.app, { to }))
      .reverse()
      .map(({ subject, links }) => ({ subject, links }));
    return rows;
  };
  beforeEach(async () => {
    await daftar.database.sql`update operators set disabled_at = now() where email <> ${reviewer.email}`;
  });

  test('tell the merchant of an answer and of closing in the portal and by e-mail, of progress in the portal', async () => {
    const id = await opened();
    const { ticket_number: number } = await ticket(id);
    await staff(id, 'process');
    await answered(id);
    await staff(id, 'close');
    await run();
    const bell = await daftar.call({ path: '/merchant/notifications', mode: 'live', as: owner });
    const said = bell.body.data.data.map(({ content }: { content: string }) =>
      content.replaceAll(/[\u2068\u2069]/g, ''),
    );
    expect(said).toEqual([
      `Support closed your ticket ${number}. If it is not solved, reply within a week to reopen it`,
      `Support answered your ticket ${number}`,
      `Support is working on your ticket ${number}`,
    ]);
    expect(bell.body.data.data[0].href).toBe(`/support/${id}`);
    const mail = await mailTo(owner.email);
    expect(mail.map(({ subject }) => subject)).toEqual([
      `Support answered your ticket ${number}`,
      expect.stringContaining(`Support closed your ticket ${number}`),
    ]);
    expect(mail[0]!.links[0]).toMatch(new RegExp(`/support/${id}$`));
  });

  test('are e-mailed to the operators who answer tickets, once each time that the ticket waits', async () => {
    const finance = await daftar.operator('finance');
    const id = await opened();
    await post('send-message', { ticket_id: id, message: 'Still' });
    await run();
    const [first, ...more] = await mailTo(reviewer.email);
    expect(first!.subject).toContain('متجر النور');
    expect(first!.links[0]).toMatch(new RegExp(`/ops/tickets/${owner.merchantId}/${id}$`));
    expect(more).toEqual([]);
    minutes(1);
    await answered(id);
    await post('send-message', { ticket_id: id, message: 'Thanks' });
    await run();
    expect(await mailTo(reviewer.email)).toHaveLength(2);
    expect(await mailTo(finance.email)).toEqual([]);
    // A ticket answered before the e-mail could be written is not announced.
    const answeredAtOnce = await opened();
    await answered(answeredAtOnce);
    await run();
    expect(await mailTo(reviewer.email)).toHaveLength(2);
  });

  describe('are e-mailed to operators', () => {
    const told = async () => (await mailTo(reviewer.email)).length;
    const closed = async (id: number) => {
      const call = { method: 'POST', path: '/merchant/support/close', mode: 'live', as: owner } as const;
      expect((await daftar.call({ ...call, body: { ticket_id: id } })).status).toBe(200);
    };
    const reopened = async (id: number) => {
      await closed(id);
      expect((await post('reopen', { ticket_id: id, message: 'And yet' })).status).toBe(200);
    };
    const pass = async (count: number) => {
      minutes(count);
      await run();
    };

    test('at most once in a quarter of an hour, however often the merchant closes and reopens it; then if it waits still', async () => {
      const id = await opened();
      await run();
      for (let times = 0; times < 5; times += 1) {
        await reopened(id);
        await pass(1);
      }
      expect(await told()).toBe(1);
      // The queue shows it all the while.
      expect((await seen(id)).waiting_since).toBe('2026-06-15T09:04:00.000Z');
      await pass(9);
      expect(await told()).toBe(1);
      await pass(1);
      expect(await told()).toBe(2);
      owner = await daftar.elsewhere(owner);
      await reopened(id);
      await closed(id);
      await pass(15);
      expect(await told()).toBe(2);
    });

    test.each([
      ['answered it', async (id: number) => answered(id)],
      ['began to work on it', async (id: number) => staff(id, 'process')],
      ['closed it', async (id: number) => staff(id, 'close')],
    ])('at once when one of them %s since the last e-mail', async (_, act) => {
      const id = await opened();
      await run();
      minutes(1);
      expect((await act(id)).status).toBe(200);
      // Closed already, it stays as it is.
      await closed(id);
      await post('reopen', { ticket_id: id, message: 'And yet' });
      await run();
      expect(await told()).toBe(2);
    });

    test('of ten tickets of a merchant in an hour, of more when the hour is over; other merchants do not wait for it', async () => {
      const ids: number[] = [];
      for (let count = 0; count < 12; count += 1) ids.push(await opened());
      await run();
      expect(await told()).toBe(10);
      const flooding = owner;
      owner = await daftar.merchant();
      await opened();
      await run();
      expect(await told()).toBe(11);
      owner = flooding;
      // One of the two that are not announced yet.
      await answered(ids[11]!);
      await pass(59);
      expect(await told()).toBe(11);
      await pass(1);
      expect(await told()).toBe(12);
    });
  });

  test('come with audit entries: who opened, answered, moved and reopened the ticket', async () => {
    const id = await opened();
    await staff(id, 'process');
    await answered(id);
    await post('send-message', { ticket_id: id, message: 'x' });
    await staff(id, 'close');
    await post('reopen', { ticket_id: id, message: 'x' });
    const log = await daftar.database.sql`
      select action, actor from audit_log where merchant_id = ${owner.merchantId} and subject = ${`ticket:${id}`} order by id`;
    expect(log.map(({ action, actor }) => [action, actor])).toEqual([
      ['ticket.create', owner.email],
      ['ticket.process', reviewer.email],
      ['ticket.answer', reviewer.email],
      ['ticket.answer', owner.email],
      ['ticket.close', reviewer.email],
      ['ticket.reopen', owner.email],
    ]);
  });
});
