/** Settlement files in the console: read by profile, matched by rules, explained by people, taken back. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { balances, differences, type Paid, pay, refund } from '../../tests/kit/money.ts';
import { deskOf } from '../../tests/kit/ops.ts';
import { foundAfter } from '../../tests/kit/proofs.ts';
import {
  aProfile,
  csvOf,
  fileForm,
  moveToAccount,
  profileForm,
  type Row,
} from '../../tests/kit/reconciliation.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { reconciliationChecks } from './checks.ts';
import { reconciliationJobs } from './missing.ts';

/** A Monday. */
const START = '2026-06-15T09:00:00Z';

let daftar: TestServer;
let finance: OperatorActor;
let owner: Actor;
let profile: { id: number; accountId: number };
beforeAll(async () => {
  daftar = await startTestServer();
  owner = await daftar.merchant();
});
afterAll(async () => {
  expect(await differences(daftar)).toEqual([]);
  await daftar.close();
});
beforeEach(async () => {
  daftar.clock.set(START);
  ({ finance, ...profile } = await aProfile(daftar));
});

const { ask, tell, lastAudit, approveNewest } = deskOf(() => daftar);
const send = (
  what: 'preview' | 'import',
  rows: readonly Row[] | string,
  fields: Record<string, string> = {},
) =>
  tell(
    finance,
    `/reconciliation/profiles/${profile.id}/${what}`,
    fileForm(typeof rows === 'string' ? rows : csvOf(rows), fields),
  );
const breaks = async (query: Record<string, string> = {}) =>
  (await ask(finance, '/reconciliation/breaks', { account_id: String(profile.accountId), ...query })).body
    .data;
const paid = async (pounds = 100): Promise<Paid & { externalRef: string; day: string }> => {
  const payment = await pay(daftar, owner, { pounds });
  await moveToAccount(daftar, owner, payment.id, profile.accountId);
  const [row] = await daftar.app.db<{ externalRef: string }[]>`
    select external_ref as "externalRef" from payment_attempts where transaction_id = ${payment.id}`;
  return { ...payment, externalRef: row!.externalRef, day: '15/06/2026' };
};
const keepId = (payment: Paid, kind: string, value: string) => daftar.app.db`
  insert into processor_ids (merchant_id, attempt_id, account_id, kind, value, at)
  select merchant_id, id, ${profile.accountId}, ${kind}, ${value}, now() from payment_attempts
   where transaction_id = ${payment.id}`;

describe('a file', () => {
  test('adds only amounts of one currency and one kind', async () => {
    const { data } = (
      await send('preview', [
        { gross: 10_000, fee: 200, id: 'one' },
        { gross: 5_000, fee: 100, id: 'two' },
        { type: 'Refund', gross: -3_000, id: 'three' },
        { gross: 700, currency: 'USD', id: 'four' },
        { type: 'Monthly fee', gross: -400, id: 'five' },
      ])
    ).body;
    expect(data.sums).toEqual([
      { currency: 'EGP', kind: 'fee', lines: 1, gross: expect.any(Number), fee: expect.any(Number), net: -4 },
      { currency: 'EGP', kind: 'payment', lines: 2, gross: 150, fee: 3, net: 147 },
      { currency: 'EGP', kind: 'refund', lines: 1, gross: -30, fee: 0, net: -30 },
      { currency: 'USD', kind: 'payment', lines: 1, gross: 7, fee: 0, net: 7 },
    ]);
    expect(data).not.toHaveProperty('net');
    expect(data.breaks).toContainEqual({ kind: 'currency', currency: 'USD', count: 1, amount: 7 });
  });

  test('is shown first, keeps nothing then, and is imported once', async () => {
    const payment = await paid();
    const rows = [
      { gross: 10_000, fee: 228, order: payment.externalRef },
      { gross: 500, id: 'unknown-1' },
    ];
    const shown = await send('preview', rows);
    expect(shown.status, shown.raw).toBe(200);
    expect(shown.body.data).toMatchObject({
      id: null,
      lines: 2,
      matched: 1,
      first_day: '2026-06-15',
      sums: [{ currency: 'EGP', kind: 'payment', lines: 2, gross: 105, fee: 2.28, net: 102.72 }],
      breaks: [{ kind: 'theirs_only', currency: 'EGP', count: 1, amount: 5 }],
      invalid: 0,
    });
    expect(await breaks()).toEqual([]);
    const imported = await send('import', rows);
    expect(imported.body.message).toBe('2 lines imported, 1 matched');
    const { id, ...same } = imported.body.data;
    expect(same).toEqual({ ...shown.body.data, id: undefined });
    expect(await lastAudit()).toMatchObject({ action: 'reconciliation-file.import', actor: finance.email });
    const file = (await ask(finance, `/reconciliation/files/${id}`)).body.data;
    expect(file).toMatchObject({ name: 'day.csv', lines: 2, matched: 1, net: 102.72, actor: finance.email });
    expect(file.batches).toMatchObject([{ name: '', currency: 'EGP', lines: 2, matched: 1, net: 102.72 }]);
    const lines = (await ask(finance, `/reconciliation/files/${id}/lines`)).body.data;
    expect(lines[0].match).toMatchObject({
      reference: payment.reference,
      rule: 'id',
      merchant: { id: owner.merchantId },
    });
    expect(lines[1].match).toBeNull();
    // The file is found by the content of its lines, and its lines also by their matches.
    const found = async (path: string, query: Record<string, string>) =>
      (await ask(finance, `/reconciliation/${path}`, query)).body.data.map((row: { id: number }) => row.id);
    for (const q of [payment.reference, 'unknown-1', payment.externalRef])
      expect(await found('files', { q }), q).toEqual([id]);
    expect(await found('files', { q: 'unknown-2' })).toEqual([]);
    const linesOf = (query: Record<string, string>) => found(`files/${id}/lines`, query);
    const [known, unknown] = [lines[0].id, lines[1].id];
    for (const q of [payment.reference, payment.reference.toLowerCase(), payment.externalRef, '100'])
      expect(await linesOf({ q }), q).toEqual([known]);
    const unknownBy: Record<string, string>[] = [
      { q: 'unknown' },
      { q: 'unknown-1' },
      { q: '5.00' },
      { is_matched: 'no' },
    ];
    for (const query of unknownBy) expect(await linesOf(query), JSON.stringify(query)).toEqual([unknown]);
    expect(await linesOf({ sort_by: 'gross', sort_type: 'asc' })).toEqual([unknown, known]);
    expect(await linesOf({ kind: 'refund' })).toEqual([]);
    expect(await linesOf({ date_from: '2026-06-15', date_to: '2026-06-15' })).toHaveLength(2);
    expect(await linesOf({ date_to: '2026-06-14' })).toEqual([]);
    const saved = await ask(finance, `/reconciliation/files/${id}/lines/export`, { is_matched: 'yes' });
    const [headings, row, ...more] = saved.raw.trim().split('\n');
    expect([headings?.split(',').length, more]).toEqual([13, []]);
    expect(row).toContain(`${payment.externalRef},,${payment.reference}`);
    expect(await lastAudit()).toMatchObject({
      action: 'list.export',
      subject: 'list:settlement-lines',
      after: { file_id: id, is_matched: 'yes' },
    });
    expect((await ask(finance, '/reconciliation/files/999999999/lines/export')).status).toBe(404);
    const again = await send('import', rows);
    expect(again.status).toBe(422);
    expect(again.body.errors.file).toEqual(['This file was imported already, as “day.csv”']);
  });

  test('with a row that cannot be read is told with row and column, and nothing of it is kept', async () => {
    const text = `${csvOf([{ gross: 100, id: 'a' }])}\n1.005,0,1,Sale,R1\n1,0,1,Gift,R2`;
    const shown = (await send('preview', text)).body.data;
    expect(shown).toMatchObject({ lines: 1, invalid: 2 });
    expect(shown.errors).toEqual([
      {
        row: 3,
        column: 'gross',
        value: '1.005',
        message: 'Enter an amount with at most two decimals, such as 150.25',
      },
      {
        row: 4,
        column: 'kind',
        value: 'Gift',
        message: 'The profile does not say what this word stands for',
      },
    ]);
    const refused = await send('import', text);
    expect(refused.status).toBe(422);
    expect(refused.body.errors.file).toEqual(['2 rows cannot be read, so nothing was imported']);
    expect(
      (await ask(finance, '/reconciliation/files', { account_id: String(profile.accountId) })).body.data,
    ).toEqual([]);
  });

  test('that does not add up to what the processor says beside it is refused', async () => {
    const rows = [{ gross: 500, fee: 10, id: 'x' }];
    expect((await send('import', rows, { expected_lines: '2' })).body.errors).toEqual({
      expected_lines: ['The file has 1 lines'],
    });
    expect((await send('import', rows, { expected_net: '5' })).body.errors).toEqual({
      expected_net: ['The lines add up to 4.90 EGP net'],
    });
    expect((await send('import', rows, { expected_lines: '1', expected_net: '4.9' })).status).toBe(200);
  });

  test('that is taken back leaves nothing, and can be imported again', async () => {
    const payment = await paid();
    const rows = [
      { gross: 10_000, order: payment.externalRef },
      { gross: 500, id: 'unknown-2' },
    ];
    const { id } = (await send('import', rows)).body.data;
    const undone = await tell(finance, `/reconciliation/files/${id}/undo`, { reason: 'The wrong day' });
    expect(undone.status, undone.raw).toBe(200);
    expect(await breaks()).toEqual([]);
    expect((await tell(finance, `/reconciliation/files/${id}/undo`, { reason: 'Again' })).status).toBe(400);
    expect((await ask(finance, `/reconciliation/files/${id}`)).body.data).toMatchObject({
      state: 'undone',
      undone_by: finance.email,
    });
    expect((await send('import', rows)).body.data.matched).toBe(1);
  });
});

describe('a line is found', () => {
  test('by our id, our reference, the processor’s id, RRN with authorisation, or a reference in its text', async () => {
    const all = [await paid(), await paid(), await paid(), await paid(), await paid()];
    const [a, b, c, d, e] = all as [
      (typeof all)[0],
      (typeof all)[0],
      (typeof all)[0],
      (typeof all)[0],
      (typeof all)[0],
    ];
    await keepId(c!, 'transaction', 'PROC-3');
    await keepId(d!, 'receipt', '612345678901');
    await keepId(d!, 'authorizationCode', `A1B2C3/${d!.externalRef}`);
    const { id, matched } = (
      await send('import', [
        { gross: 10_000, order: a!.externalRef },
        { gross: 10_000, order: b!.reference },
        { gross: 10_000, id: 'PROC-3' },
        { gross: 10_000, rrn: '612345678901', auth: 'A1B2C3' },
        { gross: 10_000, details: `payment ${e!.reference} thanks` },
        { gross: 10_000, rrn: '612345678901', auth: 'WRONG1', id: 'other' },
      ])
    ).body.data;
    expect(matched).toBe(5);
    const lines = (await ask(finance, `/reconciliation/files/${id}/lines`)).body.data;
    expect(
      lines.map((line: { match: { rule: string; transaction_id: number } | null }) => line.match?.rule),
    ).toEqual(['id', 'id', 'id', 'rrn', 'text', undefined]);
    expect(
      lines.slice(0, 5).map((line: { match: { transaction_id: number } }) => line.match.transaction_id),
    ).toEqual(all.map((payment) => payment.id));
  });

  test('only suggested by amount, day and card: a person confirms it', async () => {
    const payment = await paid();
    await send('import', [{ gross: 10_000, card: '424242******4242', id: 'no-key' }]);
    const [row] = await breaks();
    expect(row).toMatchObject({ kind: 'theirs_only', amount: 100, state: 'open' });
    const path = `/reconciliation/breaks/${row.id}`;
    expect((await ask(finance, path)).body.data).toMatchObject({
      suggestion: { id: payment.id, reference: payment.reference },
      line: { match: null },
    });
    const matched = await tell(finance, `${path}/match`, { reference: payment.reference });
    expect(matched.status, matched.raw).toBe(200);
    expect((await ask(finance, path)).body.data).toMatchObject({
      state: 'resolved',
      closed_by: finance.email,
      line: { match: { rule: 'manual', transaction_id: payment.id } },
    });
    expect(await breaks()).toEqual([]);
  });

  test('as a refund of its payment, each of equal ones once; one that we did not make is a break', async () => {
    const payment = await pay(daftar, owner);
    await refund(daftar, owner, payment.id, { amount: 10, reason: 'Broken' });
    await refund(daftar, owner, payment.id, { amount: 10, reason: 'Broken too' });
    await moveToAccount(daftar, owner, payment.id, profile.accountId);
    const line = { type: 'Refund', order: payment.reference, gross: -1_000 };
    const { matched } = (await send('import', [line, { ...line, id: 'r2' }, { ...line, id: 'r3' }])).body
      .data;
    expect(matched).toBe(2);
    expect(await breaks()).toMatchObject([{ kind: 'status', amount: -10, reference: payment.reference }]);
  });
});

describe('a break', () => {
  test('names what is wrong: another amount, fee, currency, a second line, money that we do not know', async () => {
    const [over, under, doubled, euro, near, dear] = [
      await paid(),
      await paid(),
      await paid(),
      await paid(),
      await paid(),
      await paid(),
    ];
    const { tolerance, ...form } = profileForm(profile.accountId, {
      fee_rate: 2,
      fee_vat: 14,
      tolerance: 0.05,
    });
    const { processor_account_id: _, ...changed } = { ...form, tolerance };
    const path = `/reconciliation/profiles/${profile.id}`;
    expect((await tell(finance, path, changed, 'PUT')).status).toBe(200);
    await send('import', [
      { gross: 10_100, fee: 230, order: over.externalRef },
      { gross: 9_000, fee: 205, order: under.externalRef },
      { gross: 10_000, fee: 228, order: doubled.externalRef },
      { gross: 10_000, fee: 228, order: doubled.externalRef },
      { gross: 10_000, fee: 228, order: euro.externalRef, currency: 'EUR' },
      { gross: 10_003, fee: 228, order: near.externalRef },
      { gross: 10_000, fee: 428, order: dear.externalRef },
      { gross: 700, fee: 16, id: 'nobody' },
    ]);
    const open = await breaks({ sort_by: 'amount' });
    expect(
      open.map(({ kind, amount, currency }: Record<string, unknown>) => [kind, amount, currency]),
    ).toEqual([
      ['over', 1, 'EGP'],
      ['fee', -2, 'EGP'],
      ['theirs_only', 6.84, 'EGP'],
      ['under', -10, 'EGP'],
      ['duplicate', 97.72, 'EGP'],
      ['currency', 97.72, 'EUR'],
    ]);
    // Listed although no operator has to look at it.
    expect(await breaks({ is_closed: 'yes' })).toMatchObject([
      { kind: 'rounding', amount: 0.03, state: 'resolved' },
    ]);
  });

  test('is opened for a payment that no file has in time, and closed when it comes', async () => {
    const [first, late] = [await paid(), await paid()];
    await send('import', [{ gross: 10_000, order: first.externalRef }]);
    const look = () => reconciliationJobs['reconcile-missing']!(daftar.app, {});
    // Sessions end meanwhile.
    const later = async (days: number) => {
      daftar.clock.advance({ days });
      finance = await daftar.operator('finance');
    };
    // Two working days later it must be there.
    await later(2);
    await look();
    expect(await breaks()).toEqual([]);
    await later(1);
    await look();
    await look();
    expect(await breaks()).toMatchObject([
      { kind: 'ours_only', amount: 100, reference: late.reference, working_days: 0 },
    ]);
    await later(6);
    expect(await breaks()).toMatchObject([{ working_days: 4 }]);
    await send('import', [{ gross: 10_000, order: late.externalRef }]);
    expect(await breaks()).toEqual([]);
  });

  test('has an owner, notes and a reason in the end, and is closed once', async () => {
    await send('import', [{ gross: 900, id: 'lost' }]);
    const [{ id }] = await breaks();
    const path = `/reconciliation/breaks/${id}`;
    const overview = async () => (await ask(finance, '/reconciliation/overview')).body.data;
    const before = await overview();
    expect(before.ages[0]).toBeGreaterThan(0);
    await tell(finance, `${path}/take`);
    expect(await breaks({ owner: finance.email })).toMatchObject([{ id, state: 'looking' }]);
    await tell(finance, `${path}/note`, { text: 'Asked the bank', state: 'waiting' });
    expect((await tell(finance, `${path}/resolve`, { reason: '' })).status).toBe(422);
    expect((await tell(finance, `${path}/resolve`, { reason: 'The bank took it back' })).status).toBe(200);
    expect((await approveNewest(await daftar.operator('finance'))).status).toBe(200);
    expect((await ask(finance, path)).body.data).toMatchObject({
      state: 'resolved',
      notes: [{ actor: finance.email, text: 'Asked the bank' }],
      resolution: 'The bank took it back',
    });
    expect((await tell(finance, `${path}/resolve`, { reason: 'Again' })).status).toBe(409);
    expect((await overview()).open).toBe(before.open - 1);
    // Of a break with many notes, the last one is read too.
    await daftar.database.sql`
      insert into reconciliation_notes (break_id, actor, text, created_at)
      select ${id}, 'mona', 'Asked again', now() from generate_series(1, 500)`;
    expect((await ask(finance, path)).body.data.notes).toHaveLength(501);
  });
});

describe('a batch', () => {
  const batchesOf = async (fileId: number) =>
    (await ask(finance, `/reconciliation/files/${fileId}`)).body.data.batches;
  const bookAll = async (fileId: number, amount?: number) => {
    for (const batch of await batchesOf(fileId)) {
      const body = {
        amount: amount ?? Math.abs(batch.net),
        bank_reference: 'CIB-77',
        received_on: '2026-06-16',
      };
      const booked = await tell(finance, `/reconciliation/batches/${batch.id}/book`, body);
      expect(booked.status, booked.raw).toBe(200);
    }
  };
  const owed = async () => {
    const [row] = await daftar.app.db<{ owed: number }[]>`
      select -coalesce(sum(balance), 0)::bigint as owed from clearing_balances
       where processor_account_id = ${profile.accountId}`;
    return row!.owed;
  };
  const ofProvider = async (kind: string) => {
    const [row] = await daftar.app.db<{ balance: number }[]>`
      select balance from ledger_accounts where merchant_id = 0 and mode = 'live' and kind::text = ${kind}`;
    return row?.balance ?? 0;
  };

  test('leaves the open balance once its money came: what was kept is a cost, nothing of it the merchant’s', async () => {
    const [first, second] = [await paid(), await paid()];
    const before = await balances(daftar, owner);
    expect(await owed()).toBe(20_000);
    const { id } = (
      await send('import', [
        { gross: 10_000, fee: 228, order: first.externalRef },
        { gross: 9_000, fee: 200, order: second.externalRef },
      ])
    ).body.data;
    expect(await owed()).toBe(20_000);
    await bookAll(id);
    // The missing amount is still owed.
    expect(await owed()).toBe(1_000);
    expect(await balances(daftar, owner)).toEqual({
      ...before,
      clearing: before.clearing! + 19_000,
      bank: (before.bank ?? 0) - 18_572,
      acquirer_fees: (before.acquirer_fees ?? 0) - 428,
      suspense: 0,
      write_offs: before.write_offs ?? 0,
    });
    const [batch] = await batchesOf(id);
    expect(batch.booking).toMatchObject({ received: 185.72, bank_reference: 'CIB-77', actor: finance.email });
    const again = await tell(finance, `/reconciliation/batches/${batch.id}/book`, {
      amount: 1,
      bank_reference: 'x',
      received_on: '2026-06-16',
    });
    expect(again.status).toBe(400);
    expect(
      (await tell(finance, `/reconciliation/files/${id}/undo`, { reason: 'Too late' })).body.message,
    ).toBe('A batch of this file is booked, so it cannot be taken back before that is reversed');
    expect(await differences(daftar)).toEqual([]);
  });

  test('counts a cost once that an operator has booked before', async () => {
    const payment = await paid();
    const cost = { kind: 'acquirer_fee', direction: 'charged', amount: 2.28, reference: `C-${payment.id}` };
    await tell(finance, `/transactions/${owner.merchantId}/${payment.id}/acquirer-costs`, cost);
    const { id } = (await send('import', [{ gross: 10_000, fee: 228, order: payment.externalRef }])).body
      .data;
    await bookAll(id);
    expect(await owed()).toBe(0);
    expect(await differences(daftar)).toEqual([]);
  });

  test('gives up a difference within the tolerance, so that nothing of it stays owed', async () => {
    ({ finance, ...profile } = await aProfile(daftar, { tolerance: 0.05 }));
    const [more, less] = [await paid(), await paid()];
    const before = (await balances(daftar, owner)).write_offs ?? 0;
    const { id } = (
      await send('import', [
        { gross: 10_003, order: more.externalRef },
        { gross: 9_995, order: less.externalRef },
      ])
    ).body.data;
    await bookAll(id);
    expect(await owed()).toBe(0);
    expect((await balances(daftar, owner)).write_offs).toBe(before - 2);
  });

  test('keeps what nobody knows in suspense, with a difference of the deposit, until a person matches it', async () => {
    const payment = await paid();
    const suspense = await ofProvider('suspense');
    const costs = await ofProvider('acquirer_fees');
    const { id } = (
      await send('import', [
        { gross: 10_000, fee: 228, id: 'nobody' },
        { gross: 0, fee: 5_000, type: 'Monthly fee', id: 'rent' },
      ])
    ).body.data;
    await bookAll(id, 48);
    expect(await ofProvider('suspense')).toBe(suspense + 9_772 + 28);
    expect(await ofProvider('acquirer_fees')).toBe(costs - 5_000);
    expect(await breaks({ sort_by: 'amount' })).toMatchObject([
      { kind: 'deposit', amount: 0.28, reference: 'CIB-77' },
      { kind: 'theirs_only', amount: 97.72 },
    ]);
    const [, unknown] = await breaks({ sort_by: 'amount' });
    const matched = await tell(finance, `/reconciliation/breaks/${unknown.id}/match`, {
      reference: payment.reference,
    });
    expect(matched.status, matched.raw).toBe(200);
    expect(await ofProvider('suspense')).toBe(suspense + 28);
    expect(await owed()).toBe(0);
    expect(await differences(daftar)).toEqual([]);
  });

  test('that nothing explains is found by ledger:check, and so is a line, a settled amount or an open item that is not there', async () => {
    const payment = await paid();
    const { id } = (
      await send('import', [
        { gross: 10_000, order: payment.externalRef },
        { gross: 500, id: 'stranger' },
      ])
    ).body.data;
    await bookAll(id);
    const found = async (change: string) => [
      ...new Set((await foundAfter(daftar.database.sql, reconciliationChecks, change)).map(([rule]) => rule)),
    ];
    expect(await found(`delete from reconciliation_breaks where file_id = ${id}`)).toEqual([
      'reconciliation_lines_explained',
      'reconciliation_open_is_kept',
    ]);
    expect(await found(`delete from reconciliation_lines where file_id = ${id} and item is null`)).toEqual([
      'reconciliation_batches_are_sums',
      'reconciliation_suspense_is_unknown',
    ]);
    expect(
      await found(
        `update reconciliation_lines set settled_piastres = settled_piastres - 1 where file_id = ${id} and item is not null`,
      ),
    ).toEqual(['reconciliation_settled_is_booked', 'reconciliation_clearing_is_open_items']);
    expect(
      await found(
        `update reconciliation_lines set settled_piastres = null, rounded_piastres = null where file_id = ${id}`,
      ),
    ).toEqual([
      'reconciliation_settled_is_booked',
      'reconciliation_booked_whole',
      'reconciliation_clearing_is_open_items',
    ]);
  });
});
