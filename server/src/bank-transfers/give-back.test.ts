/** Giving back refused transfers takes two operators, and happens once, whatever is uploaded and how often. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { differences } from '../../tests/kit/money.ts';
import { deskOf } from '../../tests/kit/ops.ts';
import { accountOfOurs, settledToBank } from '../../tests/kit/samples-transfers.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { readOutbox } from '../messages/outbox.ts';
import { purgeAnswers } from './purge.ts';

let daftar: TestServer;
let finance: OperatorActor;
let second: OperatorActor;
let owners: [Actor, Actor];
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  daftar.clock.set('2026-06-15T09:00:00Z');
  await startAnew();
});

/** Two merchants with a settlement each, and nothing else that waits. */
async function startAnew(): Promise<void> {
  const { sql } = daftar.database;
  await sql`update bank_transfers set state = 'removed' where state = 'listed'`;
  await sql`update merchants set settlement_held_at = now(), settlement_hold_reason = 'test'`;
  await sql`update operator_approvals set state = 'expired', decided_at = now() where state = 'waiting'`;
  [finance, second] = [await daftar.operator('finance'), await daftar.operator('finance')];
  owners = [await daftar.merchant(), await daftar.merchant()];
  for (const owner of owners) await settledToBank(daftar, owner, 100);
}

const { ask, tell, approveNewest } = deskOf(() => daftar);
const root = '/bank-transfers';
interface Row {
  id: number;
  end_to_end_id: string;
  reference: string;
  state: string;
}
interface Sent {
  id: number;
  messageId: string;
  rows: Row[];
}
const rowsOf = async (id: number): Promise<Row[]> =>
  (await ask(finance, `${root}/${id}/transfers`)).body.data;
const statesOf = async (id: number) => (await rowsOf(id)).map(({ state }) => state);
const due = async () => (await ask(finance, `${root}/to-transfer`)).body.data.count as number;
/** Makes and releases a file of due transfers. @returns null when nothing is due */
async function send(): Promise<Sent | null> {
  const form = { bank_account_id: await accountOfOurs(daftar), execution_day: '2026-06-15' };
  const made = await tell(finance, root, form);
  if (made.status === 400) return null;
  const { id } = made.body.data;
  await tell(finance, `${root}/${id}/release`, { reason: 'Monday' });
  const approved = await approveNewest(second);
  expect(approved.status, approved.raw).toBe(200);
  const batch = await ask(finance, `${root}/${id}`);
  return { id, messageId: batch.body.data.message_id, rows: await rowsOf(id) };
}
const answer = (
  text: string,
  { apply = true, reason = 'From the portal', as = finance, name = 'answer' } = {},
) => {
  const form = new FormData();
  form.append('apply', String(apply));
  form.append('reason', reason);
  form.append('file', new Blob([text]), name);
  return tell(as, `${root}/answers`, form);
};
const ofWhole = (messageId: string, status: string, salt = '') => `
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><!--${salt}--><CstmrPmtStsRpt>
<OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><GrpSts>${status}</GrpSts></OrgnlGrpInfAndSts>
</CstmrPmtStsRpt></Document>`;
const csv = (rows: readonly [Row, string][]) =>
  `Reference,Status\n${rows.map(([row, status]) => `${row.end_to_end_id},${status}`).join('\n')}\n`;
const waiting = async () =>
  (await ask(second, '/approvals', { kind: 'bank-return', state: 'waiting' })).body.data as { id: number }[];

test('one operator alone makes nothing due again; what was paid is written at once', async () => {
  const { id, rows } = (await send())!;
  const text = csv([
    [rows[0]!, 'paid'],
    [rows[1]!, 'rejected'],
  ]);
  const silent = await answer(text, { reason: '' });
  expect([silent.status, Object.keys(silent.body.errors)]).toEqual([422, ['reason']]);
  expect(await statesOf(id)).toEqual(['sent', 'sent']);
  expect((await answer(text)).body.message).toContain('Another operator has to approve');
  expect([await statesOf(id), await due()]).toEqual([['paid', 'sent'], 0]);
  const [request] = await waiting();
  const shown = (await ask(second, `/approvals/${request!.id}`)).body.data;
  expect(shown.subject).toBe(`bank-file:${id}`);
  const facts = shown.facts.map(({ name }: { name: string }) => name);
  expect(facts).toEqual(['answer', 'sha256', 'sum', 'transfers']);
  const asked = `${root}/requests/${request!.id}`;
  expect((await ask(second, `${asked}/transfers`)).body.data).toMatchObject([
    {
      end_to_end_id: rows[1]!.end_to_end_id,
      amount: 93.44,
      outcome: 'rejected',
      state: 'sent',
      is_open: true,
    },
  ]);
  const found = async (query: Record<string, string>) =>
    (await ask(second, `${asked}/transfers`, query)).body.data.map(({ id: of }: { id: number }) => of);
  for (const q of [rows[1]!.end_to_end_id, rows[1]!.reference, '93.44'])
    expect(await found({ q }), q).toEqual([rows[1]!.id]);
  expect([await found({ q: rows[0]!.end_to_end_id }), await found({ state: 'paid' })]).toEqual([[], []]);
  const saved = (await ask(second, `${asked}/transfers/export`)).raw.trim().split('\r\n');
  expect(saved).toHaveLength(2);
  expect(saved[1]).toContain(`,93.44,Rejected,`);
  const bytes = await ask(second, `${asked}/file`);
  expect([bytes.status, bytes.raw]).toEqual([200, text]);
  expect(bytes.headers['content-disposition']).toMatch(/^attachment/);
  expect(createHash('sha256').update(bytes.raw).digest('hex')).toBe(shown.facts[1].after.text);
  expect((await ask(await daftar.operator('reviewer'), `${asked}/file`)).status).toBe(403);
  expect((await approveNewest(finance)).status).toBe(400);
  expect(await due()).toBe(0);
  // The same content in another file makes no second request.
  const again = await answer(`${text}\n`, { as: second });
  expect(again.body.data.rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'same',
    'waiting',
  ]);
  expect(again.body.message).toContain('nothing new');
  expect(await waiting()).toHaveLength(1);
  expect((await approveNewest(second)).status).toBe(200);
  expect([await statesOf(id), await due()]).toEqual([['paid', 'rejected'], 1]);
  expect(await differences(daftar)).toEqual([]);
});

test('what was declined can be asked again with the same file; the rest is given back when one was paid meanwhile', async () => {
  const { id, rows } = (await send())!;
  const text = csv([
    [rows[0]!, 'rejected'],
    [rows[1]!, 'rejected'],
  ]);
  await answer(text);
  const [first] = await waiting();
  await tell(second, `/approvals/${first!.id}/decline`, { reason: 'The portal says otherwise' });
  expect((await answer(text)).status).toBe(200);
  const [declined] = await readOutbox(daftar.app, { to: finance.email });
  expect(declined).toMatchObject({
    subject: expect.stringMatching(/^Declined: .*DAFTAR-/),
    text: expect.stringContaining('The portal says otherwise'),
  });
  await answer(csv([[rows[0]!, 'paid']]));
  const [again] = await waiting();
  const asked = `${root}/requests/${again!.id}`;
  expect((await ask(second, asked)).body.data).toMatchObject({ transfers: 2, open: 1, paid_since: 1 });
  const listed = (await ask(second, `${asked}/transfers`)).body.data;
  expect(listed).toMatchObject([
    { state: 'paid', is_open: false },
    { state: 'sent', is_open: true },
  ]);
  expect((await approveNewest(second)).status).toBe(200);
  expect([await statesOf(id), await due()]).toEqual([['paid', 'rejected'], 1]);
  // Nothing is left of a request if all its transfers were paid.
  await answer(csv([[rows[0]!, 'returned']]));
  await daftar.database.sql`update bank_transfers set state = 'returned' where id = ${rows[0]!.id}`;
  const over = await approveNewest(second);
  expect([over.status, over.body.message]).toEqual([409, expect.stringContaining('has changed since')]);
  expect(await differences(daftar)).toEqual([]);
});

test('the name of a file that a bank answers in is one plain line for whoever approves, whatever was sent', async () => {
  const { rows } = (await send())!;
  const name = 'ans\u0000wer\u202e\u0085.csv';
  const applied = await answer(csv([[rows[0]!, 'rejected']]), { name });
  expect(applied.status, applied.raw).toBe(200);
  const [request] = await waiting();
  const { facts } = (await ask(second, `/approvals/${request!.id}`)).body.data;
  expect(facts[0]).toMatchObject({ name: 'answer', after: { text: 'answer.csv' } });
});

test('a file is not released with a transfer that was taken out while its asker had no say', async () => {
  const form = { bank_account_id: await accountOfOurs(daftar), execution_day: '2026-06-15' };
  const { id } = (await tell(finance, root, form)).body.data;
  await tell(finance, `${root}/${id}/release`, { reason: 'Monday' });
  const { sql } = daftar.database;
  const become = (role: string) => sql`update operators set role = ${role} where email = ${finance.email}`;
  await become('viewer');
  const [row] = (await ask(second, `${root}/${id}/transfers`)).body.data as Row[];
  const removed = await tell(second, `${root}/${id}/transfers/${row!.id}`, undefined, 'DELETE');
  expect(removed.status, removed.raw).toBe(200);
  await become('finance');
  expect((await approveNewest(second)).status).toBe(409);
  expect(await statesOf(id)).toEqual(['removed', 'listed']);
});

test('a file refused as a whole is due again once, however often the bank or an operator says so', async () => {
  const { id, messageId, rows } = (await send())!;
  const twice = await Promise.all(['1', '2'].map((salt) => answer(ofWhole(messageId, 'RJCT', salt))));
  expect(twice.map(({ body }) => body.data.rejected).toSorted()).toEqual([0, 2]);
  expect(await waiting()).toHaveLength(1);
  expect((await approveNewest(second)).status).toBe(200);
  expect([await statesOf(id), await due()]).toEqual([['rejected', 'rejected'], 2]);
  const next = (await send())!;
  const late = (await answer(ofWhole(messageId, 'RJCT', '3'))).body;
  expect(late.message).toContain('nothing new');
  expect(late.data.rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['same', 'same']);
  expect([await statesOf(next.id), await due()]).toEqual([['sent', 'sent'], 0]);
  // A transfer that was paid on its own is not reversed by a status of the whole file, and an unknown file is
  // reported.
  await answer(csv([[next.rows[0]!, 'paid']]));
  const all = (await answer(ofWhole(next.messageId, 'RJCT'), { apply: false })).body.data;
  expect(all).toMatchObject({ rejected: 1, returned: 0, problems: 1 });
  const other = (await answer(ofWhole('DAFTAR-NOBODY', 'RJCT'), { apply: false })).body.data;
  expect(other.rows).toMatchObject([{ outcome: 'unknown', end_to_end_id: 'DAFTAR-NOBODY' }]);
  expect(rows).toHaveLength(2);
  expect(await differences(daftar)).toEqual([]);
});

test('whatever answers come in whatever order, no settlement is on its way or paid twice, and each is given back as often as its transfers', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('send' as const) }),
    fc.record({ do: fc.constant('approve' as const) }),
    fc.record({
      do: fc.constant('whole' as const),
      file: fc.nat(3),
      status: fc.constantFrom('RJCT', 'ACSC'),
      salt: fc.constantFrom('', 'a'),
    }),
    fc.record({
      do: fc.constant('one' as const),
      file: fc.nat(3),
      row: fc.nat(1),
      status: fc.constantFrom('paid', 'rejected', 'returned'),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      await startAnew();
      const files = [(await send())!];
      for (const each of steps) {
        if (each.do === 'send') {
          const sent = await send();
          if (sent) files.push(sent);
        } else if (each.do === 'approve') {
          if ((await waiting()).length > 0) expect((await approveNewest(second)).status).toBeLessThan(500);
        } else {
          const { messageId, rows } = files[each.file % files.length]!;
          const text =
            each.do === 'whole'
              ? ofWhole(messageId, each.status, each.salt)
              : csv([[rows[each.row % rows.length]!, each.status]]);
          expect([200, 409]).toContain((await answer(text)).status);
        }
        const merchants = owners.map(({ merchantId }) => merchantId);
        const told = await daftar.database.sql`
          select s.id, s.is_paid as "isPaid", t.open, t.back,
                 (select count(*)::int from audit_log a where a.merchant_id = s.merchant_id
                    and a.action = 'settlement.returned' and a.subject = 'settlement:' || s.id) as returned
            from settlements s cross join lateral (
              select (count(*) filter (where state in ('listed', 'sent', 'paid')))::int as open,
                     (count(*) filter (where state in ('rejected', 'returned')))::int as back,
                     bool_or(state = 'paid') as paid
                from bank_transfers t where t.settlement_id = s.id) t
           where s.merchant_id = any (${merchants}::bigint[])`;
        for (const { open, back, returned } of told) {
          expect(open).toBeLessThanOrEqual(1);
          expect(returned).toBe(back);
        }
        expect(await due()).toBe(told.filter(({ open }) => open === 0).length);
      }
      expect(await differences(daftar)).toEqual([]);
    }),
    { numRuns: 8 },
  );
});

test('the bank’s file is kept as long as messages are; then its hash is what is left', async () => {
  const { rows } = (await send())!;
  const text = csv([[rows[0]!, 'rejected']]);
  await answer(text, { name: 'monday.csv' });
  const [request] = await waiting();
  const asked = `${root}/requests/${request!.id}`;
  const purgeAfter = (days: number) =>
    purgeAnswers({
      ...daftar.app,
      clock: { now: () => new Date(daftar.clock.now().getTime() + days * 86_400_000) },
    });
  const { messageDays } = daftar.app.config;
  await purgeAfter(messageDays - 1);
  expect((await ask(second, asked)).body.data.file).toBe('monday.csv');
  await purgeAfter(messageDays + 1);
  expect((await ask(second, asked)).body.data.file).toBeNull();
  expect((await ask(second, `${asked}/file`)).status).toBe(404);
  const sha256 = createHash('sha256').update(text).digest();
  const [kept] = await daftar.database.sql`select name, content from bank_answers where sha256 = ${sha256}`;
  expect(kept).toEqual({ name: 'monday.csv', content: null });
});
