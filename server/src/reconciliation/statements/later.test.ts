/** Later arrivals, or none: batches and bank lines match automatically, and an operator's decision stays. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { differences, pay } from '../../../tests/kit/money.ts';
import { deskOf } from '../../../tests/kit/ops.ts';
import { foundAfter } from '../../../tests/kit/proofs.ts';
import { type Booking, mt940Of } from '../../../tests/kit/reconciliation/statements.ts';
import { aProfile, csvOf, fileForm, moveToAccount, profileForm } from '../../../tests/kit/reconciliation.ts';
import { accountOfOurs } from '../../../tests/kit/samples-transfers.ts';
import {
  type Actor,
  type OperatorActor,
  startTestServer,
  type TestServer,
} from '../../../tests/kit/server.ts';
import { bankStatementCommands } from '../../ops/bank-statements.ts';
import { setPatientPools } from '../../platform/db/long-work.ts';
import { reconciliationJobs } from '../missing.ts';
import { bankStatementChecks } from './checks.ts';

let daftar: TestServer;
let finance: OperatorActor;
let second: OperatorActor;
let owner: Actor;
let profile: { id: number; accountId: number };
let account: number;
let names = 0;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(async () => {
  expect(await differences(daftar)).toEqual([]);
  await daftar.close();
});
beforeEach(async () => {
  daftar.clock.set('2026-06-15T09:00:00Z');
  owner = await daftar.merchant();
  ({ finance, ...profile } = await aProfile(daftar));
  second = await daftar.operator('finance');
  account = await accountOfOurs(daftar);
});

const { ask, tell, approveNewest } = deskOf(() => daftar);
const run = (job: string) => reconciliationJobs[job]!(daftar.app, {});
const pass = async (days: number) => {
  daftar.clock.advance({ days });
  [finance, second] = [await daftar.operator('finance'), await daftar.operator('finance')];
};

/** A file of one batch of one payment. */
async function aFile(pounds: number) {
  const payment = await pay(daftar, owner, { pounds });
  await moveToAccount(daftar, owner, payment.id, profile.accountId);
  names += 1;
  const name = `LATER-${1_000 + names}`;
  return { name, text: csvOf([{ gross: pounds * 100, fee: 200, order: payment.reference, batch: name }]) };
}
async function settle(text: string) {
  const sent = await tell(finance, `/reconciliation/profiles/${profile.id}/import`, fileForm(text));
  expect(sent.status, sent.raw).toBe(200);
  const fileId = sent.body.data.id as number;
  const batch = (await ask(finance, `/reconciliation/files/${fileId}`)).body.data.batches[0];
  return { fileId, id: batch.id as number };
}
async function state(opening: number, bookings: readonly Booking[]) {
  const sent = await tell(
    finance,
    `/bank-statements/accounts/${account}/import`,
    fileForm(mt940Of(opening, bookings), {}, 'june.sta'),
  );
  expect(sent.status, sent.raw).toBe(200);
  return sent.body.data.id as number;
}
const linesOf = async (fileId: number) => (await ask(finance, `/bank-statements/${fileId}/lines`)).body.data;
const breaksOf = async (kind: string, more: Record<string, string> = {}) =>
  (await ask(finance, '/reconciliation/breaks', { kind, sort_type: 'desc', ...more })).body.data.map(
    ({ reference, amount }: { reference: string; amount: number }) => ({ reference, amount }),
  );
const book = async (id: number, amount: number) => {
  const body = { amount, bank_reference: `HAND-${id}`, received_on: '2026-06-15' };
  const booked = await tell(finance, `/reconciliation/batches/${id}/book`, body);
  expect(booked.status, booked.raw).toBe(200);
};

test('a batch booked by hand that the bank’s statement never shows is a break in time, until its line comes', async () => {
  const { name, text } = await aFile(100);
  const { id } = await settle(text);
  await book(id, 98);
  await pass(7);
  // No statement covers its day.
  await run('reconcile-missing');
  expect(await breaksOf('booked_without_line')).toEqual([]);
  const first = await state(0, [{ piastres: 5, day: '2026-06-15', text: 'INTEREST' }]);
  await run('reconcile-missing');
  await run('reconcile-missing');
  expect(await breaksOf('booked_without_line')).toEqual([{ reference: name, amount: 98 }]);
  // Its line does not identify it: an operator finds it among the booked ones, with the booked amount.
  const statement = await state(5, [{ piastres: 9_800, day: '2026-06-22', text: 'CASH' }]);
  const [line] = await linesOf(statement);
  const { candidates } = (await ask(finance, `/bank-lines/${line.id}`)).body.data;
  expect(candidates).toContainEqual(expect.objectContaining({ id, net: 98 }));
  expect((await tell(finance, `/bank-lines/${line.id}/batches`, { batches: [id] })).status).toBe(200);
  expect(await breaksOf('booked_without_line')).toEqual([]);
  const [closed] = (
    await ask(finance, '/reconciliation/breaks', { kind: 'booked_without_line', is_closed: 'yes' })
  ).body.data;
  expect((await ask(finance, `/reconciliation/breaks/${closed.id}`)).body.data).toMatchObject({
    ended_as: 'arrived',
    resolution: null,
  });
  expect(first).toBeLessThan(statement);
});

test('it ends too when the booking is reversed; after the days of its own profile the batch is missed again', async () => {
  const { paid_within_days: _, processor_account_id: __, ...form } = profileForm(profile.accountId);
  const path = `/api/ops/reconciliation/profiles/${profile.id}`;
  const body = { ...form, paid_within_days: 10 };
  expect((await daftar.call({ method: 'PUT', path, as: finance, body })).status).toBe(200);
  const { name, text } = await aFile(50);
  const { id } = await settle(text);
  await book(id, 48);
  await state(0, [{ piastres: 5, day: '2026-06-15', text: 'INTEREST' }]);
  await pass(7);
  await run('reconcile-missing');
  expect(await breaksOf('booked_without_line')).toEqual([]);
  await pass(14);
  await run('reconcile-missing');
  expect(await breaksOf('booked_without_line')).toEqual([{ reference: name, amount: 48 }]);
  await tell(finance, `/reconciliation/batches/${id}/reverse`, { reason: 'Never came' });
  expect((await approveNewest(second)).status).toBe(200);
  expect(await breaksOf('booked_without_line')).toEqual([]);
  await run('reconcile-missing');
  expect(await breaksOf('batch_not_paid')).toEqual([{ reference: name, amount: 48 }]);
  // The sums above the list are kept, and the job has added them up.
  const { kinds } = (await ask(finance, '/reconciliation/overview')).body.data;
  expect(kinds).toContainEqual({ kind: 'batch_not_paid', count: 1, amount: 48 });
  expect(kinds.map(({ kind }: { kind: string }) => kind)).not.toContain('booked_without_line');
  const [kept] = await daftar.database.sql`
    select count(*)::int as rows, count(distinct (kind, opened_day))::int as groups from reconciliation_open_changes`;
  expect(kept!.rows).toBe(kept!.groups);
});

test('a settlement file that was taken back and is imported anew has its lines of the bank again', async () => {
  const { name, text } = await aFile(70);
  const { fileId } = await settle(text);
  const statement = await state(0, [{ piastres: 6_800, text: `CREDIT ${name}` }]);
  expect(await linesOf(statement)).toMatchObject([{ state: 'matched' }]);
  await tell(finance, `/reconciliation/files/${fileId}/undo`, { reason: 'The wrong profile' });
  expect(await linesOf(statement)).toMatchObject([{ state: 'open' }]);
  const again = await settle(text);
  // The import leaves that to a job of its own.
  const [waiting] = await daftar.database.sql`
    select 1 from graphile_worker.jobs where task_identifier = 'match-bank-lines'`;
  expect(waiting).toBeDefined();
  await run('match-bank-lines');
  expect(await linesOf(statement)).toMatchObject([{ state: 'matched', links: [{ id: again.id }] }]);
});

test('a batch is booked, by hand or from the bank’s lines, on connections that are waited for: it may be large', async () => {
  const [byHand, byLines] = [await aFile(50), await aFile(70)];
  const { pool } = daftar.app;
  const begun = vi.fn();
  const patient = new Proxy(pool, {
    get: (sql, name) => {
      if (name === 'begin') begun();
      return Reflect.get(sql, name);
    },
  });
  const [first, second] = [await settle(byHand.text), await settle(byLines.text)];
  await state(0, [{ piastres: 6_800, text: `CREDIT ${byLines.name}` }]);
  setPatientPools(pool, { work: patient, decision: pool });
  await book(first.id, 48);
  expect(begun).toHaveBeenCalledTimes(1);
  const booked = await tell(finance, `/bank-batches/${second.id}/book`);
  expect([booked.status, begun.mock.calls.length], booked.raw).toEqual([200, 2]);
});

test('a settlement file that comes after the credit explains it; what a person took back no rule says again', async () => {
  const statement = await state(0, [{ piastres: 7_500, text: 'CREDIT' }]);
  await settle((await aFile(77)).text);
  const again = await tell(finance, '/bank-statements/match');
  expect(again.body).toMatchObject({ data: { matched: 1 }, message: '1 more line is explained' });
  const [line] = await linesOf(statement);
  expect(line).toMatchObject({ state: 'matched', links: [{ rule: 'amount' }] });
  const unlinked = await tell(finance, `/bank-lines/${line.id}/unlink`, { reason: 'Not this one' });
  expect(unlinked.status).toBe(200);
  await run('match-bank-lines');
  expect(await linesOf(statement)).toMatchObject([{ state: 'open' }]);
  // They may change their mind.
  const batches = [line.links[0].id];
  expect((await tell(finance, `/bank-lines/${line.id}/batches`, { batches })).status).toBe(200);
});

test('the command line imports statements too, as the console does: for files that are too large for it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'statement-'));
  const path = join(folder, 'june.sta');
  await writeFile(path, mt940Of(1_000, [{ piastres: 250, text: 'INTEREST' }]));
  const run = (...words: string[]) => bankStatementCommands['bank-statement']!(daftar.app, words, 'ops:test');
  const number = String(account);
  expect(await run('accounts')).toContain(`${account}  `);
  expect(await run('check', number, path)).not.toContain('statement ');
  await expect(run('import', number, path, '10', '13')).rejects.toMatchObject({
    fields: { closing: [{ params: { actualPiastres: 1_250 } }] },
  });
  expect(await run('import', number, path, '10', '12.50')).toMatch(
    /^statement \d+\nmt940, .* from 10\.00 to 12\.50 EGP\n1 new lines, 0 known/,
  );
  await expect(run('import', number, path)).rejects.toMatchObject({ status: 422 });
  await expect(run('import', number, `${path}x`)).rejects.toMatchObject({ status: 400 });
  expect(await run('export')).toBeNull();
  await rm(folder, { recursive: true });
});

test('a line of no account at a processor is in the signed report of its bank account, which keeps what it says', async () => {
  const { name, text } = await aFile(70);
  const { fileId } = await settle(text);
  const statement = await state(0, [
    { piastres: 6_800, text: `CREDIT ${name}` },
    { piastres: 900, text: 'INTEREST' },
    { piastres: -250, text: 'CHARGES' },
  ]);
  const [ofBatch, interest, charges] = await linesOf(statement);
  await pass(3);
  const form = { bank_account_id: account, day: '2026-06-15' };
  const made = async (day: string) => {
    const reply = await tell(finance, '/reconciliation/cut-offs', { ...form, day });
    expect(reply.status, reply.raw).toBe(200);
    return (await ask(finance, `/reconciliation/cut-offs/${reply.body.data.id}`)).body.data;
  };
  // Neither both nor none; only an account that there is; only days that statements cover.
  const wrong = [
    { ...form, account_id: profile.accountId },
    { day: form.day },
    { ...form, bank_account_id: 999_999 },
  ];
  for (const body of wrong) expect((await tell(finance, '/reconciliation/cut-offs', body)).status).toBe(422);
  expect(await made('2026-06-16')).toMatchObject({ is_explained: false });
  const unowned = await made(form.day);
  expect(unowned).toMatchObject({
    is_explained: false,
    account: null,
    bank_account: { id: account },
    figures: null,
    closing: 74.5,
    bank_figures: {
      balance: {
        opening: 0,
        closing: 74.5,
        credits: { count: 2, amount: 77 },
        debits: { count: 1, amount: -2.5 },
      },
      lines: {
        all: { count: 3, amount: 74.5 },
        batches: { count: 1, amount: 68 },
        unexplained: { count: 2, amount: 11.5 },
      },
      accounts: [{ id: profile.accountId, count: 1, amount: 68 }],
      not_booked: { count: 1, amount: 68 },
    },
  });
  const sign = (id: number) => tell(finance, `/reconciliation/cut-offs/${id}/sign`, { reason: 'Mid June' });
  expect((await sign(unowned.id)).status).toBe(400);
  await tell(finance, `/reconciliation/breaks/${interest.break_id}/resolve`, { reason: 'Interest of May' });
  expect((await approveNewest(second)).status).toBe(200);
  await tell(finance, `/reconciliation/breaks/${charges.break_id}/take`);
  const ready = await made(form.day);
  const { lines: told } = ready.bank_figures;
  expect([told.closed.amount, told.open.amount, told.unexplained.count]).toEqual([9, -2.5, 0]);
  const listed = (await ask(finance, `/reconciliation/cut-offs/${ready.id}/lines`)).body.data;
  expect(listed).toMatchObject([
    { what: 'bank_line', kind: 'credit', amount: 9, reason: 'closed' },
    { what: 'break', kind: 'debit_without_transfer', amount: -2.5, reason: 'break', owner: finance.email },
  ]);
  for (const language of ['en', 'ar'])
    expect(
      (await ask(finance, `/reconciliation/cut-offs/${ready.id}/pdf`, { language })).raw.slice(0, 5),
    ).toBe('%PDF-');
  expect((await sign(ready.id)).status).toBe(200);
  expect((await approveNewest(second)).status).toBe(200);
  const theirs = await ask(finance, '/reconciliation/cut-offs', {
    bank_account_id: String(account),
    state: 'signed',
  });
  expect(theirs.body.data).toMatchObject([{ id: ready.id, is_explained: true }]);
  // Its content cannot be changed: by the console, with a plain reason, and in the database.
  for (const path of [
    `/bank-lines/${ofBatch.id}/unlink`,
    `/bank-statements/${statement}/undo`,
    `/reconciliation/files/${fileId}/undo`,
  ]) {
    const refused = await tell(finance, path, { reason: 'By mistake' });
    expect([refused.status, refused.body.message], path).toEqual([
      409,
      expect.stringContaining('two people have signed'),
    ]);
  }
  const { sql } = daftar.database;
  for (const change of [
    sql`delete from bank_lines where id = ${interest.id}`,
    sql`insert into bank_lines (file_id, bank_account_id, line_no, booked_on, counted_on, value_on, amount_piastres, is_reversal,
               bank_reference, own_reference, detail, transfer_ids, fingerprint, nth)
        values (${statement}, ${account}, 9, '2026-06-15', '2026-06-15', '2026-06-15', 5, false, '', '', '', '{}',
                decode(repeat('ab', 32), 'hex'), 1)`,
    sql`insert into bank_line_links (line_id, batch_id, amount_piastres, rule, actor, created_at)
        select ${interest.id}, batch_id, 900, 'manual', 'x', now() from bank_line_links where line_id = ${ofBatch.id}`,
    sql`update reconciliation_breaks set state = 'open', closed_at = null, ended_as = null where id = ${interest.break_id}`,
  ])
    await expect(change).rejects.toMatchObject({ constraint_name: 'reconciliation_period_signed' });
  await expect(sql`update bank_lines set amount_piastres = 1 where id = ${interest.id}`).rejects.toThrow(
    'append-only',
  );
  // Open items may be explained, and late arrivals count in the next period.
  await tell(finance, `/reconciliation/breaks/${charges.break_id}/resolve`, { reason: 'Charges of May' });
  expect((await approveNewest(second)).status).toBe(200);
  await state(7_450, [{ piastres: 40, text: 'LATE' }]);
  await pass(1);
  const next = await made('2026-06-16');
  expect(next).toMatchObject({
    after_day: form.day,
    bank_figures: {
      balance: { opening: 74.5, late: 0, closing: 74.9, covered_until: form.day },
      lines: { all: { count: 1, amount: 0.4 } },
      earlier: { count: 0 },
    },
  });
  const [rule] = await foundAfter(
    sql,
    bankStatementChecks,
    `update bank_lines set counted_on = '2026-06-16' where id = ${interest.id}`,
  );
  expect(rule).toEqual(expect.arrayContaining(['bank_lines_as_signed']));
});

test('a report says what its lines are about when it is signed: what was unmatched or matched otherwise since is not signed', async () => {
  const [one, other] = [await aFile(70), await aFile(70)];
  const ofOther = await settle(other.text);
  const ofOne = await settle(one.text);
  const statement = await state(0, [{ piastres: 6_800, text: `CREDIT ${one.name}` }]);
  const [line] = await linesOf(statement);
  await pass(3);
  const made = await tell(finance, '/reconciliation/cut-offs', {
    bank_account_id: account,
    day: '2026-06-15',
  });
  const path = `/reconciliation/cut-offs/${made.body.data.id}`;
  expect((await tell(finance, `${path}/sign`, { reason: 'Mid June' })).status).toBe(200);
  daftar.clock.advance({ minutes: 5 });
  const unlink = () => tell(finance, `/bank-lines/${line.id}/unlink`, { reason: 'The other one' });
  const link = (id: number) => tell(finance, `/bank-lines/${line.id}/batches`, { batches: [id] });
  expect((await unlink()).status).toBe(200);
  expect((await link(ofOther.id)).status).toBe(200);
  const approved = await approveNewest(second);
  expect([approved.status, (await unlink()).status], approved.raw).toEqual([409, 200]);
  expect((await link(ofOne.id)).status).toBe(200);
  expect((await approveNewest(second)).status).toBe(409);
});

test('the month of a quiet account is signed by a statement without lines, which is imported once and stays', async () => {
  daftar.clock.set('2026-07-01T09:00:00Z');
  await pass(0);
  const interest = [
    { piastres: 900, text: 'INTEREST' },
    { piastres: 100, day: '2026-06-16', text: 'INTEREST' },
  ];
  for (const { break_id } of await linesOf(await state(0, interest))) {
    await tell(finance, `/reconciliation/breaks/${break_id}/resolve`, { reason: 'Interest of May' });
    expect((await approveNewest(second)).status).toBe(200);
  }
  const make = async () => {
    const made = await tell(finance, '/reconciliation/cut-offs', {
      bank_account_id: account,
      day: '2026-06-30',
    });
    return (await ask(finance, `/reconciliation/cut-offs/${made.body.data.id}`)).body.data;
  };
  expect(await make()).toMatchObject({
    is_explained: false,
    bank_figures: { balance: { covered_until: '2026-06-16', difference: 0 } },
  });
  const path = `/bank-statements/accounts/${account}`;
  const send = (text: string, what = 'import') =>
    tell(finance, `${path}/${what}`, fileForm(text, {}, 'june.sta'));
  const quiet = mt940Of(1_000, [], { day: '2026-06-16', until: '2026-06-30' });
  const refused = {
    'Something is missing': mt940Of(1_001, [], { day: '2026-06-16', until: '2026-06-30' }),
    'is not over': mt940Of(1_000, [], { day: '2026-06-16', until: '2026-07-01' }),
    'other lines': mt940Of(1_000, [], { until: '2026-06-30' }),
  };
  for (const [said, text] of Object.entries(refused)) {
    const reply = await send(text);
    expect([reply.status, reply.raw]).toEqual([422, expect.stringContaining(said)]);
  }
  const whole = {
    first_day: '2026-06-16',
    last_day: '2026-06-30',
    lines: 0,
    known: 0,
    opening: 10,
    closing: 10,
  };
  expect((await send(quiet, 'preview')).body.data).toMatchObject({ ...whole, id: null });
  const imported = await send(quiet);
  expect([imported.status, imported.body.data], imported.raw).toEqual([200, expect.objectContaining(whole)]);
  for (const again of [
    quiet,
    quiet.replace('STATEMENT', 'AGAIN'),
    mt940Of(1_000, [], { day: '2026-06-16', until: '2026-06-29' }),
  ])
    expect((await send(again)).status).toBe(422);
  const ready = await make();
  expect(ready).toMatchObject({
    is_explained: true,
    closing: 10,
    bank_figures: { lines: { all: { count: 2 } } },
  });
  await tell(finance, `/reconciliation/cut-offs/${ready.id}/sign`, { reason: 'June' });
  expect((await approveNewest(second)).status).toBe(200);
  const undone = await tell(finance, `/bank-statements/${imported.body.data.id}/undo`, {
    reason: 'By mistake',
  });
  expect([undone.status, undone.raw]).toEqual([409, expect.stringContaining('two people have signed')]);
  // The next one continues from it.
  expect(
    (await send(mt940Of(1_000, [{ piastres: 40, day: '2026-07-01' }], { day: '2026-06-30' }))).status,
  ).toBe(200);
});

test('the file of a quiet month is imported although that of the month before was the same to the byte', async () => {
  await pass(47);
  const path = `/bank-statements/accounts/${account}`;
  const columns = { booked_on: 'Date', value_on: '', amount: 'Amount', credit: '', debit: '', balance: '' };
  const layout = {
    encoding: 'auto',
    delimiter: 'auto',
    decimal_mark: 'point',
    dates: 'dmy',
    columns: { ...columns, reference: '', text: 'Text' },
  };
  const put = { method: 'PUT', path: `/api/ops${path}/layout`, as: finance, body: layout } as const;
  expect((await daftar.call(put)).status).toBe(200);
  const send = (rows: string[], fields: Record<string, string>) =>
    tell(finance, `${path}/import`, fileForm(['Date,Amount,Text', ...rows].join('\n'), fields));
  const first = await send(['15/06/2026,9.00,INTEREST'], { opening: '0', closing: '9' });
  expect(first.status, first.raw).toBe(200);
  const quiet = (last_day: string) => send([], { opening: '9', closing: '9', last_day });
  const [june, july] = [await quiet('2026-06-30'), await quiet('2026-07-31')];
  expect([june.status, july.status], july.raw).toEqual([200, 200]);
  expect((await quiet('2026-07-31')).status).toBe(422);
  // Taken back one after the other.
  const undo = (id: number) => tell(finance, `/bank-statements/${id}/undo`, { reason: 'By mistake' });
  expect((await undo(june.body.data.id)).status).toBe(400);
  for (const { body } of [july, june, first]) expect((await undo(body.data.id)).status).toBe(200);
});
