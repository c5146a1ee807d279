/** A merchant's ledger in the console, and corrections that a second operator approves. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { balances, differences, pay, settleAll } from '../../../tests/kit/money.ts';
import { deskOf } from '../../../tests/kit/ops.ts';
import {
  type Actor,
  type OperatorActor,
  startTestServer,
  type TestServer,
} from '../../../tests/kit/server.ts';

let daftar: TestServer;
let finance: OperatorActor;
let second: OperatorActor;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  daftar.clock.set('2026-06-15T09:00:00Z');
  [finance, second] = [await daftar.operator('finance'), await daftar.operator('admin')];
  owner = await daftar.merchant();
  await pay(daftar, owner, { pounds: 100 });
  await settleAll(daftar, owner);
});

const { ask, tell, lastAudit, approveNewest } = deskOf(() => daftar);
const list = async (query: Record<string, string> = {}) =>
  (await ask(finance, `/ledger/${owner.merchantId}`, query)).body.data;
const PDF = new Blob(['%PDF-1.4\n%%EOF\n'], { type: 'application/pdf' });
const correct = (fields: Record<string, unknown>, paper: Blob | null = PDF, as = finance) => {
  const form = new FormData();
  const given = { mode: 'live', reason: 'Charged twice in May', ...fields };
  for (const [name, value] of Object.entries(given))
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  if (paper) form.append('file', paper, 'letter.pdf');
  return tell(as, `/ledger/${owner.merchantId}/corrections`, form);
};
/** Counts the e-mails sent to the merchant's people. */
const mailsOf = async () => {
  const [row] = await daftar.database.sql<[{ n: number }]>`
    select count(*)::int as n from messages m join users u on u.merchant_id = m.merchant_id and u.email = m.recipient
     where m.merchant_id = ${owner.merchantId} and m.channel = 'email'`;
  return row.n;
};
const lines = (amount: unknown = '1.5') => [
  { account: 'fees', side: 'debit', amount },
  { account: 'available', side: 'credit', amount },
];

test('a correction is posted once another operator approves it, linked to what it puts right, with its paper', async () => {
  const [settlement, capture] = await list();
  expect([settlement.kind, capture.kind]).toEqual(['settlement', 'capture']);
  expect(capture.postings).toContainEqual({ account: 'clearing', amount: -100 });
  const typed: Record<string, string>[] = [
    { q: capture.reference },
    { q: capture.reference.slice(0, 8).toLowerCase(), date_from: '2026-06-15', date_to: '2026-06-15' },
    { q: capture.reference.slice(4) },
    { q: String(capture.id) },
  ];
  for (const query of typed) expect(await list(query), JSON.stringify(query)).toEqual([capture]);
  const unmet: Record<string, string>[] = [
    { q: 'TRX-00000000' },
    { q: '%' },
    { q: capture.reference, mode: 'test' },
    { date_to: '2026-06-14' },
    { date_from: '2026-06-16' },
  ];
  for (const query of unmet) expect(await list(query), JSON.stringify(query)).toEqual([]);
  const saved = await ask(finance, `/ledger/${owner.merchantId}/export`, { q: capture.reference });
  const [heading, row] = saved.raw
    .replace('\uFEFF', '')
    .split(/\r?\n/)
    .map((line) => line.split(','));
  expect(row![heading!.indexOf('Open balance of processors (EGP)')]).toBe('-100.00');
  expect(row!.slice(0, 2)).toEqual([capture.reference, 'Capture']);
  expect(await lastAudit()).toMatchObject({ action: 'list.export', subject: 'list:ledger' });
  const before = await balances(daftar, owner);
  const mails = await mailsOf();
  const asked = await correct({ lines: lines(), corrects: String(capture.id) });
  expect(asked.status, asked.raw).toBe(200);
  expect(await balances(daftar, owner)).toEqual(before);
  expect((await approveNewest(finance)).status).toBe(400);
  const [request] = (await ask(second, '/approvals', { kind: 'correction', state: 'waiting' })).body.data;
  const { facts, papers } = (await ask(second, `/approvals/${request.id}`)).body.data;
  expect(facts).toContainEqual({
    name: 'posting',
    of: 'fees',
    before: null,
    after: { is: 'amount', amount: -1.5 },
  });
  expect(papers).toEqual([{ place: 1, name: 'letter.pdf' }]);
  expect((await approveNewest(second)).status).toBe(200);
  const after = await balances(daftar, owner);
  expect([after.fees! - before.fees!, after.available! - before.available!]).toEqual([-150, 150]);
  expect((await list())[0]).toMatchObject({
    kind: 'correction',
    reference: capture.reference,
    corrects: capture.id,
    postings: expect.arrayContaining([{ account: 'available', amount: 1.5 }]),
  });
  expect(await lastAudit()).toMatchObject({ action: 'ledger.correct', merchantId: owner.merchantId });
  // Its owners are notified, on screen and by e-mail.
  const told = await daftar.call({ path: '/merchant/notifications', mode: 'live', as: owner });
  expect(told.body.data.data[0].content.replace(/[\u2066-\u2069]/g, '')).toBe(
    `We added 1.50 EGP to your available balance to correct ${capture.reference}: Charged twice in May`,
  );
  expect(await mailsOf()).toBe(mails + 1);
  expect(await differences(daftar)).toEqual([]);
});

test('the same correction waits only once, whoever asks and however many at once; another one may wait beside it', async () => {
  const form = { lines: lines(), reference: 'MAY' };
  const asks = [finance, second, finance].map((as) => correct(form, PDF, as));
  const answers = await Promise.all([...asks, correct({ ...form, reference: 'JUNE' })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
});

test('it is refused by field: unbalanced, an account of sums, no paper, no reason, a transfer of somebody else', async () => {
  const errorsOf = async (fields: Record<string, unknown>, paper: Blob | null = PDF) =>
    Object.keys((await correct({ reference: 'MAY', lines: lines(), ...fields }, paper)).body.errors ?? {});
  const [other] = (await ask(finance, `/ledger/${(await daftar.merchant()).merchantId}`)).body.data;
  expect(other).toBeUndefined();
  expect(await errorsOf({ lines: [lines()[0]] })).toEqual(['lines']);
  expect(await errorsOf({ lines: [lines()[0], { ...lines()[1], amount: 2 }] })).toEqual(['lines']);
  expect(await errorsOf({ lines: lines(0) })).toEqual(['lines']);
  expect(await errorsOf({ lines: lines('1.005') })).toEqual(['lines']);
  const pending = [lines()[0], { account: 'pending', side: 'credit', amount: '1.5' }];
  expect(await errorsOf({ lines: pending })).toEqual(['lines']);
  expect(await errorsOf({ lines: [lines()[0], lines()[0]] })).toEqual(['lines']);
  expect(await errorsOf({ reason: ' ' })).toEqual(['reason']);
  expect(await errorsOf({ corrects: '999999999' })).toEqual(['corrects']);
  expect(await errorsOf({ reference: '' })).toEqual(['reference']);
  expect(await errorsOf({}, null)).toEqual(['file']);
  const reviewer = await daftar.operator('reviewer');
  expect((await correct({ reference: 'MAY', lines: lines() }, PDF, reviewer)).status).toBe(403);
});

test('what the balance does not cover goes on waiting with the reason', async () => {
  const taken = [
    { account: 'available', side: 'debit', amount: '100000' },
    { account: 'bank', side: 'credit', amount: '100000' },
  ];
  expect((await correct({ reference: 'MAY', lines: taken })).status).toBe(200);
  const refused = await approveNewest(second);
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('does not cover')]);
  const [request] = (await ask(second, '/approvals', { kind: 'correction', state: 'waiting' })).body.data;
  expect(request).toMatchObject({ state: 'waiting', trouble: refused.body.message });
});
