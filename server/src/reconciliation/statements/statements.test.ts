/** The bank's statements in the console: imported once, matched with batches and transfers, booked, taken back. */
import { CANDIDATES_SHOWN } from '@daftar/contract/ops-bank-statements';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { differences, pay } from '../../../tests/kit/money.ts';
import { deskOf } from '../../../tests/kit/ops.ts';
import { foundAfter } from '../../../tests/kit/proofs.ts';
import { type Booking, mt940Of } from '../../../tests/kit/reconciliation/statements.ts';
import { aProfile, csvOf, fileForm, moveToAccount } from '../../../tests/kit/reconciliation.ts';
import { accountOfOurs, settledToBank } from '../../../tests/kit/samples-transfers.ts';
import {
  type Actor,
  type OperatorActor,
  startTestServer,
  type TestServer,
} from '../../../tests/kit/server.ts';
import { reconciliationJobs } from '../missing.ts';
import { bankStatementChecks } from './checks.ts';

let daftar: TestServer;
let finance: OperatorActor;
let owner: Actor;
let profile: { id: number; accountId: number };
let account: number;
let names = 0;
beforeAll(async () => {
  daftar = await startTestServer();
  owner = await daftar.merchant();
});
afterAll(async () => {
  expect(await differences(daftar)).toEqual([]);
  await daftar.close();
});
beforeEach(async () => {
  daftar.clock.set('2026-06-15T09:00:00Z');
  ({ finance, ...profile } = await aProfile(daftar));
  account = await accountOfOurs(daftar);
});

const { ask, tell, lastAudit, approveNewest } = deskOf(() => daftar);

/** A batch of one payment, with a unique name. */
async function aBatch(pounds = 100): Promise<{ id: number; name: string; fileId: number }> {
  const payment = await pay(daftar, owner, { pounds });
  await moveToAccount(daftar, owner, payment.id, profile.accountId);
  names += 1;
  const name = `BATCH-${1_000 + names}`;
  const text = csvOf([{ gross: pounds * 100, fee: 200, order: payment.reference, batch: name }]);
  const imported = await tell(finance, `/reconciliation/profiles/${profile.id}/import`, fileForm(text));
  expect(imported.status, imported.raw).toBe(200);
  const fileId = imported.body.data.id as number;
  const file = (await ask(finance, `/reconciliation/files/${fileId}`)).body.data;
  return { id: file.batches[0].id, name, fileId };
}

const send = (opening: number, bookings: readonly Booking[], what: 'preview' | 'import' = 'import') =>
  tell(
    finance,
    `/bank-statements/accounts/${account}/${what}`,
    fileForm(mt940Of(opening, bookings), {}, 'june.sta'),
  );
const linesOf = async (fileId: number) =>
  (await ask(finance, `/bank-statements/${fileId}/lines`)).body.data as {
    id: number;
    state: string;
    amount: number;
    break_id: number | null;
    links: { kind: string; id: number; amount: number; rule: string; booked: boolean }[];
  }[];
const breaksOf = async (kind: string) =>
  (
    (await ask(finance, '/reconciliation/breaks', { kind, page_size: '30' })).body.data as {
      id: number;
      amount: number;
      reference: string;
      account: { id: number } | null;
      bank_account: { id: number } | null;
    }[]
  ).filter((row) => row.bank_account?.id === account || row.account?.id === profile.accountId);

test('a statement is shown first, imported whole, and explains batches; the rest are breaks with their account', async () => {
  const batch = await aBatch();
  const bookings = [
    { piastres: 9_800, reference: 'BNK1', text: `SETTLEMENT ${batch.name}` },
    { piastres: 700, reference: 'BNK2', text: 'CASH' },
    { piastres: -50, reference: 'BNK3', text: 'CHARGES' },
  ];
  const shown = await send(10_000, bookings, 'preview');
  expect(shown.status, shown.raw).toBe(200);
  expect(shown.body.data).toEqual({
    id: null,
    format: 'mt940',
    first_day: '2026-06-15',
    last_day: '2026-06-15',
    opening: 100,
    closing: 204.5,
    lines: 3,
    known: 0,
    credits: 105,
    debits: 0.5,
    matched: 1,
    open: 2,
    notes: [],
  });
  expect((await ask(finance, '/bank-statements', { account_id: String(account) })).body.data).toEqual([]);
  const imported = await send(10_000, bookings);
  expect(imported.body).toMatchObject({
    message: '3 lines imported, 1 explained',
    data: { ...shown.body.data, id: expect.any(Number) },
  });
  expect(await lastAudit()).toMatchObject({ action: 'bank-statement.import', after: { lines: 3 } });
  const lines = await linesOf(imported.body.data.id);
  const statement = imported.body.data.id as number;
  const found = async (path: string, query: Record<string, string>) =>
    (await ask(finance, `/bank-statements${path}`, query)).body.data.map((row: { id: number }) => row.id);
  for (const q of ['june.sta', 'BNK2', '204.50'])
    expect(await found('', { q, account_id: String(account) }), q).toEqual([statement]);
  expect(await found('', { q: 'BNK9' })).toEqual([]);
  const within = (query: Record<string, string>) => found(`/${statement}/lines`, query);
  for (const q of ['cash', 'bnk2', '7']) expect(await within({ q }), q).toEqual([lines[1]!.id]);
  expect(await within({ q: '0.5' })).toEqual([lines[2]!.id]);
  expect(await within({ sort_by: 'amount', sort_type: 'asc' })).toEqual([2, 1, 0].map((at) => lines[at]!.id));
  expect(await within({ sort_by: 'booked_on', date_from: '2026-06-16' })).toEqual([]);
  const saved = await ask(finance, `/bank-statements/${statement}/lines/export`, { state: 'matched' });
  expect(saved.raw.trim().split('\n')[1]).toContain(`98.00,Matched,${batch.name}`);
  expect((await ask(finance, '/bank-statements/999999999/lines/export')).status).toBe(404);
  expect(lines.map(({ state, links }) => [state, links.map((link) => [link.id, link.rule])])).toEqual([
    ['matched', [[batch.id, 'reference']]],
    ['open', []],
    ['open', []],
  ]);
  expect(await breaksOf('credit_without_batch')).toMatchObject([
    { amount: 7, reference: 'BNK2', account: null, bank_account: { id: account, name: 'Merchant payments' } },
  ]);
  expect(await breaksOf('debit_without_transfer')).toMatchObject([{ amount: -0.5, reference: 'BNK3' }]);
  // The same again is refused, with the reason.
  const again = await send(10_000, bookings);
  expect([again.status, again.body.errors]).toEqual([
    422,
    { file: ['This statement was imported already, as “june.sta”'] },
  ]);
  const [open] = await breaksOf('credit_without_batch');
  const closed = await tell(finance, `/reconciliation/breaks/${open!.id}/resolve`, {
    reason: 'Our own deposit',
  });
  expect(closed.status, closed.raw).toBe(200);
  expect((await approveNewest(await daftar.operator('finance'))).status).toBe(200);
  expect((await linesOf(imported.body.data.id)).map(({ state }) => state)).toEqual([
    'matched',
    'explained',
    'open',
  ]);
  expect((await ask(finance, '/bank-statements/accounts')).body.data).toContainEqual(
    expect.objectContaining({
      id: account,
      covered: { first_day: '2026-06-15', last_day: '2026-06-15', closing: 204.5 },
    }),
  );
});

test('a batch is booked with amount, reference and day of its line; by hand with another amount it is refused', async () => {
  const batch = await aBatch();
  const day = '2026-06-17';
  const imported = await send(0, [
    { piastres: 9_700, day, reference: 'BNK7', text: `PAYMENT ${batch.name}` },
  ]);
  const [line] = await linesOf(imported.body.data.id);
  expect(
    (await ask(finance, '/bank-batches', { account_id: String(profile.accountId) })).body.data,
  ).toMatchObject([{ id: batch.id, net: 98, received: 97 }]);
  // Found by its name, file, account and amounts, and by its day; exported as listed.
  const found = async (query: Record<string, string>) =>
    (await ask(finance, '/bank-batches', query)).body.data.map(({ id }: { id: number }) => id);
  const { name: fileName, account: ofProcessor } = (
    await ask(finance, `/reconciliation/files/${batch.fileId}`)
  ).body.data;
  const mine = { account_id: String(profile.accountId) };
  for (const q of [batch.name.toLowerCase(), fileName, ofProcessor.name, '98', '97.00'])
    expect(await found({ ...mine, q }), q).toEqual([batch.id]);
  for (const query of [{ q: 'NO-SUCH' }, { q: '99' }, { date_to: '2026-06-01' }] as Record<string, string>[])
    expect(await found({ ...mine, ...query }), JSON.stringify(query)).toEqual([]);
  for (const sort_by of ['received', 'value_on', 'net', 'name'])
    expect(await found({ ...mine, sort_by, is_received: 'yes', date_from: '2026-06-15' })).toEqual([
      batch.id,
    ]);
  const saved = await ask(finance, '/bank-batches/export', { ...mine, q: batch.name });
  expect(saved.raw.trim().split('\n')).toHaveLength(2);
  expect(saved.raw).toContain(',98.00,97.00');
  expect(await lastAudit()).toMatchObject({ action: 'list.export', subject: 'list:open-batches' });
  const byHand = { amount: 98, bank_reference: 'BNK7', received_on: day };
  const refused = await tell(finance, `/reconciliation/batches/${batch.id}/book`, byHand);
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'The bank’s lines that are matched with this batch have another amount. Book it from the bank’s statement',
  ]);
  const booked = await tell(finance, `/bank-batches/${batch.id}/book`);
  expect(booked.status, booked.raw).toBe(200);
  expect(
    (await ask(finance, `/reconciliation/files/${batch.fileId}`)).body.data.batches[0].booking,
  ).toMatchObject({
    received: 97,
    bank_reference: 'BNK7',
    received_on: day,
  });
  expect(await breaksOf('deposit')).toMatchObject([{ amount: -1 }]);
  expect(await differences(daftar)).toEqual([]);
  // A booked batch stays matched, and its statement cannot be undone.
  const unlinked = await tell(finance, `/bank-lines/${line!.id}/unlink`, { reason: 'Wrong' });
  expect([unlinked.status, unlinked.body.message]).toEqual([
    409,
    'A batch of this line is booked, so it stays matched',
  ]);
  const undone = await tell(finance, `/bank-statements/${imported.body.data.id}/undo`, { reason: 'Wrong' });
  expect([undone.status, undone.body.message]).toEqual([
    400,
    'A batch is booked from this statement, so it cannot be taken back',
  ]);
  expect((await tell(finance, `/bank-batches/${batch.id}/book`)).body.message).toBe(
    'This batch is booked already',
  );
});

test('of more open batches than a line is offered, the nearest are offered, and it is told that there are others', async () => {
  const { fileId } = await aBatch(100);
  const one = await send(0, [{ piastres: 14_600, reference: 'BNK1', text: 'CASH' }]);
  const [line] = await linesOf(one.body.data.id);
  const read = async () => (await ask(finance, `/bank-lines/${line!.id}`)).body.data;
  const few = await read();
  expect([few.candidates.length > 0, few.more_candidates]).toEqual([true, false]);
  const missing = CANDIDATES_SHOWN - few.candidates.length;
  const add = (from: number, to: number) => daftar.database.sql`
    insert into reconciliation_batches (file_id, name, currency, lines, gross_piastres, fee_piastres, net_piastres, value_on)
    select file_id, name || '-' || n, currency, lines, gross_piastres, fee_piastres, net_piastres, value_on
      from reconciliation_batches, generate_series(${from}::int, ${to}::int) n where file_id = ${fileId} and name not like '%-%-%'`;
  await add(1, missing);
  const full = await read();
  expect([full.candidates.length, full.more_candidates]).toEqual([CANDIDATES_SHOWN, false]);
  await add(missing + 1, missing + 1);
  const more = await read();
  expect([more.candidates.length, more.more_candidates]).toEqual([CANDIDATES_SHOWN, true]);
  // They are no sums of lines, and no other test's.
  await daftar.database
    .sql`delete from reconciliation_batches where file_id = ${fileId} and name like '%-%-%'`;
});

test('several batches are one credit, and one batch is several credits', async () => {
  const [a, b, c] = [await aBatch(100), await aBatch(50), await aBatch(40)];
  const one = await send(0, [
    { piastres: 14_600, reference: 'BNK1', text: 'CASH' },
    { piastres: 3_000, reference: 'BNK2', text: 'FIRST PART' },
    { piastres: 800, reference: 'BNK3', text: 'SECOND PART' },
  ]);
  const [both, first, second] = await linesOf(one.body.data.id);
  const details = await ask(finance, `/bank-lines/${both!.id}`);
  expect(details.body.data.candidates.map(({ id }: { id: number }) => id).toSorted()).toEqual(
    expect.arrayContaining([a.id, b.id, c.id]),
  );
  const linked = await tell(finance, `/bank-lines/${both!.id}/batches`, { batches: [a.id, b.id] });
  expect(linked.status, linked.raw).toBe(200);
  for (const part of [first!, second!])
    expect((await tell(finance, `/bank-lines/${part.id}/batches`, { batches: [c.id] })).status).toBe(200);
  expect(await breaksOf('credit_without_batch')).toEqual([]);
  for (const batch of [a, b, c])
    expect((await tell(finance, `/bank-batches/${batch.id}/book`)).status).toBe(200);
  const bookingOf = async (batch: typeof a) =>
    (await ask(finance, `/reconciliation/files/${batch.fileId}`)).body.data.batches[0].booking;
  expect([(await bookingOf(a)).received, (await bookingOf(b)).received]).toEqual([98, 48]);
  expect(await bookingOf(c)).toMatchObject({ received: 38, bank_reference: 'BNK2, BNK3' });
  expect(await differences(daftar)).toEqual([]);
});

test('what cannot be is refused: two of the same, other signs, an unknown batch, a booked one of another amount', async () => {
  const [batch, booked] = [await aBatch(), await aBatch(60)];
  await tell(finance, `/reconciliation/batches/${booked.id}/book`, {
    amount: 58,
    bank_reference: 'HAND',
    received_on: '2026-06-15',
  });
  const imported = await send(0, [
    { piastres: 1_000, text: 'X' },
    { piastres: -1_000, text: 'Y' },
    { piastres: 5_800, reference: 'HAND', text: 'Z' },
  ]);
  const [credit, debit, byHand] = await linesOf(imported.body.data.id);
  // The batch that was booked by hand is recognised.
  expect(byHand).toMatchObject({ state: 'matched', links: [{ id: booked.id, booked: true }] });
  const link = async (line: number, batches: number[]) =>
    (await tell(finance, `/bank-lines/${line}/batches`, { batches })).body;
  expect((await link(debit!.id, [batch.id])).errors.batches).toEqual([
    'These batches do not add up to this line',
  ]);
  expect((await link(credit!.id, [booked.id])).errors.batches).toEqual([
    'A batch of these was booked with another amount',
  ]);
  expect((await link(credit!.id, [batch.id, 999_999])).errors.batches).toEqual([
    'There is no such batch in EGP',
  ]);
  expect((await link(byHand!.id, [batch.id])).message).toBe('This line is matched already');
  expect((await link(credit!.id, [])).errors.batches).toBeDefined();
});

test('overlapping statements add each line once, a gap is refused, and only the last is taken back', async () => {
  const days = ['2026-06-10', '2026-06-11', '2026-06-12', '2026-06-14'].map((day, at) => ({
    piastres: 100 * (at + 1),
    day,
    text: `DAY ${at}`,
  }));
  const first = await send(0, days.slice(0, 2));
  expect((await send(600, days.slice(3))).body.errors.file).toEqual([
    'Something is missing between this statement and those before it: import them in their order',
  ]);
  const second = await send(100, days.slice(1, 3));
  expect(second.body.data).toMatchObject({ lines: 1, known: 1, closing: 6 });
  expect((await send(100, [{ ...days[1]!, piastres: 999 }])).body.errors.file).toHaveLength(1);
  const undo = async (id: number) => tell(finance, `/bank-statements/${id}/undo`, { reason: 'A test' });
  expect((await undo(first.body.data.id)).body.message).toBe(
    'Take back the statements first that were imported after this one',
  );
  expect((await undo(second.body.data.id)).status).toBe(200);
  expect((await undo(second.body.data.id)).body.message).toBe('This statement was taken back already');
  expect((await breaksOf('credit_without_batch')).map(({ amount }) => amount).toSorted()).toEqual([1, 2]);
  expect((await send(100, days.slice(1, 3))).body.data).toMatchObject({ lines: 1 });
});

test('a batch that no bank has paid in time is a break until its money comes; a file taken back lets go of its lines', async () => {
  const batch = await aBatch();
  await reconciliationJobs['reconcile-missing']!(daftar.app, {});
  expect(await breaksOf('batch_not_paid')).toEqual([]);
  daftar.clock.advance({ days: 7 });
  finance = await daftar.operator('finance');
  await reconciliationJobs['reconcile-missing']!(daftar.app, {});
  await reconciliationJobs['reconcile-missing']!(daftar.app, {});
  expect(await breaksOf('batch_not_paid')).toMatchObject([{ amount: 98, reference: batch.name }]);
  const imported = await send(0, [{ piastres: 9_800, day: '2026-06-21', text: batch.name }]);
  expect(imported.body.data).toMatchObject({ matched: 1 });
  expect(await breaksOf('batch_not_paid')).toEqual([]);
  const undone = await tell(finance, `/reconciliation/files/${batch.fileId}/undo`, {
    reason: 'The wrong file',
  });
  expect(undone.status, undone.raw).toBe(200);
  expect((await linesOf(imported.body.data.id)).map(({ state }) => state)).toEqual(['open']);
  expect(await breaksOf('credit_without_batch')).toHaveLength(1);
});

describe('transfers of ours', () => {
  test('are recognised by the id that the bank repeats, as one debit or each, and when they come back', async () => {
    const second = await daftar.operator('finance');
    const { sql } = daftar.database;
    await sql`update merchants set settlement_held_at = now(), settlement_hold_reason = 'test'`;
    const merchants = [await daftar.merchant(), await daftar.merchant()];
    for (const merchant of merchants) await settledToBank(daftar, merchant, 200);
    const created = await tell(finance, '/bank-transfers', {
      bank_account_id: account,
      execution_day: '2026-06-15',
    });
    const { id } = created.body.data;
    await tell(finance, `/bank-transfers/${id}/release`, { reason: 'Monday' });
    expect((await approveNewest(second)).status).toBe(200);
    const file = (await ask(finance, `/bank-transfers/${id}`)).body.data;
    const sent = (await ask(finance, `/bank-transfers/${id}/transfers`)).body.data as {
      id: number;
      end_to_end_id: string;
      amount: number;
    }[];
    expect(sent).toHaveLength(2);
    const piastres = (n: number) => Math.round(sent[n]!.amount * 100);
    const imported = await send(0, [
      { piastres: -(piastres(0) + piastres(1)), text: `BULK ${file.message_id}` },
      { piastres: piastres(0), text: `/RTRN/AC04/EREF/${sent[0]!.end_to_end_id}/` },
      { piastres: -5, text: `/EREF/${sent[1]!.end_to_end_id}/` },
    ]);
    expect((await linesOf(imported.body.data.id)).map(({ state, links }) => [state, links.length])).toEqual([
      ['matched', 2],
      ['matched', 1],
      // Another amount than was sent.
      ['open', 0],
    ]);
    const [whole] = await linesOf(imported.body.data.id);
    expect((await tell(finance, `/bank-lines/${whole!.id}/unlink`, { reason: 'x' })).body.message).toBe(
      'This line is not matched with a batch',
    );
  });
});

test('money that left for a transfer that the bank said it rejected is a break, because it may be sent again', async () => {
  const second = await daftar.operator('finance');
  await daftar.database.sql`update merchants set settlement_held_at = now(), settlement_hold_reason = 'test'`;
  await settledToBank(daftar, await daftar.merchant(), 300);
  const form = { bank_account_id: account, execution_day: '2026-06-15' };
  const { id } = (await tell(finance, '/bank-transfers', form)).body.data;
  await tell(finance, `/bank-transfers/${id}/release`, { reason: 'Monday' });
  expect((await approveNewest(second)).status).toBe(200);
  const [sent] = (await ask(finance, `/bank-transfers/${id}/transfers`)).body.data;
  const answer = `reference,status\n${sent.end_to_end_id},rejected\n`;
  const applied = await tell(
    finance,
    '/bank-transfers/answers',
    fileForm(answer, { apply: 'true', reason: 'Portal' }),
  );
  expect(applied.body.data, applied.raw).toMatchObject({ rejected: 1 });
  expect((await approveNewest(second)).status).toBe(200);
  const text = `/EREF/${sent.end_to_end_id}/`;
  const imported = await send(0, [{ piastres: -Math.round(sent.amount * 100), text }]);
  expect((await linesOf(imported.body.data.id)).map(({ state }) => state)).toEqual(['open']);
  expect(await breaksOf('debit_without_transfer')).toMatchObject([{ amount: -sent.amount }]);
});

test('ledger:check finds a line without an explanation, one that is missing, and a link of another amount', async () => {
  const batch = await aBatch();
  const imported = await send(0, [
    { piastres: 9_800, text: batch.name },
    { piastres: 5, text: 'X' },
  ]);
  const [line] = await linesOf(imported.body.data.id);
  expect((await tell(finance, `/bank-batches/${batch.id}/book`)).status).toBe(200);
  const rulesAfter = async (statement: string) =>
    (await foundAfter(daftar.database.sql, bankStatementChecks, statement)).map(([rule]) => rule);
  expect(await rulesAfter(`delete from reconciliation_breaks where bank_account_id = ${account}`)).toEqual([
    'bank_lines_explained',
  ]);
  expect(
    await rulesAfter(`delete from bank_lines where bank_account_id = ${account} and detail = 'X'`),
  ).toEqual(['bank_statements_lead']);
  expect(
    await rulesAfter(`update bank_line_links set amount_piastres = 1 where line_id = ${line!.id}`),
  ).toEqual(['bank_lines_explained', 'bank_lines_as_booked']);
});
