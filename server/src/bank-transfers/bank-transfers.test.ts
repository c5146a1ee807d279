/** Settlements transferred by files: once each, released by a second operator, answered by the bank. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { differences } from '../../tests/kit/money.ts';
import { deskOf } from '../../tests/kit/ops.ts';
import { OPERATOR_PASSWORD } from '../../tests/kit/people.ts';
import { accountOfOurs, settledToBank } from '../../tests/kit/samples-transfers.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { MAX_STEPS } from './answers.ts';
import { listCandidates } from './store-candidates.ts';

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
  const { sql } = daftar.database;
  await sql`update bank_transfers set state = 'removed' where state = 'listed'`;
  await sql`update merchants set settlement_held_at = now(), settlement_hold_reason = 'test'`;
  [finance, second] = [await daftar.operator('finance'), await daftar.operator('finance')];
  owners = [await daftar.merchant(), await daftar.merchant()];
  for (const [at, owner] of owners.entries()) await settledToBank(daftar, owner, 100 * (at + 1));
});

const { ask, tell, approveNewest } = deskOf(() => daftar);
const root = '/bank-transfers';
const waiting = async () => (await ask(finance, `${root}/to-transfer`)).body.data;
const read = async (id: number) => (await ask(finance, `${root}/${id}`)).body.data;
interface Row {
  id: number;
  end_to_end_id: string;
  kind: string;
  reference: string;
  amount: number;
  state: string;
  merchant: { id: number };
  reason: string;
  account: { number: string };
}
const rowsOf = async (id: number): Promise<Row[]> =>
  (await ask(finance, `${root}/${id}/transfers`)).body.data;
const create = async (day = '2026-06-15', format: 'pain.001' | 'csv' = 'pain.001') => {
  const form = { bank_account_id: await accountOfOurs(daftar, format), execution_day: day };
  return tell(finance, root, form);
};
const reason = 'The run of Monday';
const release = async (id: number) => {
  const asked = await tell(finance, `${root}/${id}/release`, { reason });
  expect(asked.status, asked.raw).toBe(200);
  const approved = await approveNewest(second);
  expect(approved.status, approved.raw).toBe(200);
};
/** Makes and releases a file. @returns its id and transfers */
const sent = async () => {
  const { id } = (await create()).body.data as { id: number };
  await release(id);
  return { id, rows: await rowsOf(id) };
};
const answer = (text: string, apply = true, name = 'answer') => {
  const form = new FormData();
  form.append('apply', String(apply));
  form.append('reason', 'From the bank’s portal');
  form.append('file', new Blob([text]), name);
  return tell(finance, `${root}/answers`, form);
};
/** Applies an answer, and lets a second operator approve what it gives back. */
const answered = async (text: string) => {
  const applied = await answer(text);
  expect(applied.status, applied.raw).toBe(200);
  const approved = await approveNewest(second);
  expect(approved.status, approved.raw).toBe(200);
  return applied;
};
const report = (messageId: string, transfers: string, group = 'PART') => `
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
<OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><GrpSts>${group}</GrpSts></OrgnlGrpInfAndSts>
<OrgnlPmtInfAndSts>${transfers}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`;
const said = (id: string, status: string, more = '') =>
  `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId><TxSts>${status}</TxSts>${more}</TxInfAndSts>`;
const closed = '<StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf>';
const isPaid = async (owner: Actor) => {
  const [row] = await daftar.database.sql`
    select is_paid as "isPaid" from settlements where merchant_id = ${owner.merchantId} order by id desc limit 1`;
  return row!.isPaid as boolean;
};
const toldOf = async (owner: Actor, kind: string) => {
  const [row] = await daftar.database.sql<[{ n: number }]>`
    select count(*)::int as n from notifications where merchant_id = ${owner.merchantId} and kind = ${kind}`;
  return row.n;
};

describe('a file', () => {
  test('is written as the bank of its account wants it, and one that is written already stays as it is', async () => {
    const account = await accountOfOurs(daftar);
    const options = {
      message: 'pain.001.001.03',
      initiator_id: '12345',
      charge_bearer: 'SLEV',
      service_level: 'nurg',
      category_purpose: 'SUPP',
      purpose: '',
      latin_name: 'Daftar Payments',
      address: 'hybrid',
      street: '12 Tahrir Street',
      town: 'Cairo',
      country: 'eg',
      words: { paid: 'Done\nDelivered', rejected: '', returned: '', open: '' },
      current_password: OPERATOR_PASSWORD,
    };
    const set = (changed: object) =>
      tell(finance, `${root}/accounts/${account}/options`, { ...options, ...changed }, 'PUT');
    for (const [changed, field] of [
      [{ latin_name: 'دفتر' }, 'latin_name'],
      [{ town: '' }, 'town'],
      [{ country: 'E1' }, 'country'],
      [{ service_level: 'A-B' }, 'service_level'],
      [{ words: { ...options.words, open: 'done' } }, 'words'],
    ] as const) {
      const refused = await set(changed);
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [field]]);
    }
    const form = { bank_account_id: account, execution_day: '2026-06-15' };
    const { id } = (await tell(finance, root, form)).body.data;
    expect((await set({})).status).toBe(200);
    await tell(finance, `${root}/${id}/release`, { reason });
    const written = await read(id);
    expect((await set({ message: 'pain.001.001.09' })).status).toBe(200);
    expect(await read(id)).toEqual(written);
    expect((await approveNewest(second)).status).toBe(200);
    const { raw } = await ask(finance, `${root}/${id}/file`);
    for (const part of [
      'xsd:pain.001.001.03',
      '<Nm>Daftar Payments</Nm><Id><OrgId><Othr><Id>12345</Id>',
      '<PmtTpInf><SvcLvl><Cd>NURG</Cd></SvcLvl><CtgyPurp><Cd>SUPP</Cd></CtgyPurp></PmtTpInf><ReqdExctnDt>20',
      '<PstlAdr><TwnNm>Cairo</TwnNm><Ctry>EG</Ctry><AdrLine>12 Tahrir Street</AdrLine></PstlAdr>',
      '<BIC>NBEGEGCX</BIC>',
      '<ChrgBr>SLEV</ChrgBr>',
    ])
      expect(raw).toContain(part);
    // The words of this bank's answers are known from now on.
    const [one, two] = await rowsOf(id);
    const done = await answer(`Reference,Status\n${one!.end_to_end_id},Done\nTotal,\n`);
    expect(done.body.data).toMatchObject({ paid: 1, notes: [{ key: 'rows', count: 1 }] });
    expect((await answer(`Reference,Status\n${two!.end_to_end_id},Gone\n`)).body.errors.file[0]).toContain(
      '“Gone” is not known',
    );
  });

  test('holds everything that waits, once, and is downloaded only after a second operator released what they saw', async () => {
    expect(await waiting()).toMatchObject({ count: 2 });
    const made = await create();
    expect(made.status, made.raw).toBe(200);
    const { id } = made.body.data;
    expect(await waiting()).toMatchObject({ count: 0, amount: 0 });
    expect((await create()).body.message).toContain('nothing to transfer');
    const rows = await rowsOf(id);
    expect(rows.map(({ merchant }) => merchant.id)).toEqual(owners.map(({ merchantId }) => merchantId));
    const draft = await read(id);
    expect(draft).toMatchObject({
      state: 'draft',
      transfers: 2,
      amount: Math.round((rows[0]!.amount + rows[1]!.amount) * 100) / 100,
      sha256: null,
    });
    expect((await ask(finance, `${root}/${id}/file`)).status).toBe(400);
    // Meanwhile it cannot be marked as paid by hand.
    const [settlement] = (await ask(finance, '/settlements', { reference: rows[0]!.reference })).body.data;
    const byHand = await tell(finance, `/settlements/${rows[0]!.merchant.id}/${settlement.id}/paid`, {
      bank_reference: 'CIB-1',
    });
    expect([byHand.status, byHand.body.message]).toEqual([400, expect.stringContaining('in a file')]);

    await tell(finance, `${root}/${id}/release`, { reason });
    expect(await read(id)).toMatchObject({
      state: 'waiting',
      sha256: expect.stringMatching(/^[\da-f]{64}$/),
    });
    expect((await tell(finance, `${root}/${id}/cancel`)).status).toBe(409);
    const remove = await tell(finance, `${root}/${id}/transfers/${rows[0]!.id}`, undefined, 'DELETE');
    expect(remove.status).toBe(409);
    expect((await approveNewest(finance)).status).toBe(400);
    expect((await ask(finance, `${root}/${id}/file`)).status).toBe(400);
    expect((await approveNewest(second)).status).toBe(200);
    const batch = await read(id);
    expect(batch).toMatchObject({ state: 'released', released_by: second.email, open: 2 });
    const file = await ask(second, `${root}/${id}/file`);
    expect(createHash('sha256').update(file.raw).digest('hex')).toBe(batch.sha256);
    for (const { end_to_end_id, amount } of rows) {
      expect(file.raw).toContain(`<EndToEndId>${end_to_end_id}</EndToEndId>`);
      expect(file.raw).toContain(`<InstdAmt Ccy="EGP">${amount.toFixed(2)}</InstdAmt>`);
    }
    expect(file.raw).toContain(`<CtrlSum>${batch.amount.toFixed(2)}</CtrlSum>`);
    expect(await waiting()).toMatchObject({ count: 0 });
    expect(await differences(daftar)).toEqual([]);
  });

  test('is found by what is in it; what is due and what is in a file are searched, sorted and saved', async () => {
    const { sql } = daftar.database;
    await tell(finance, `/merchants/${owners[1].merchantId}/settlement-hold`, { reason: 'Looked at' });
    const list = async (path: string, query: Record<string, string>) => {
      const { status, body, raw } = await ask(finance, `${root}${path}`, query);
      expect(status, raw).toBe(200);
      return body.data as { merchant: { id: number }; state: string; reference: string; amount: number }[];
    };
    // Others that wait are held by the set-up.
    const mine = (rows: { merchant: { id: number } }[]) =>
      rows
        .map(({ merchant }) => owners.findIndex(({ merchantId }) => merchantId === merchant.id))
        .filter((at) => at >= 0);
    const due = async (query: Record<string, string>) =>
      mine(await list('/due', { page_size: '30', ...query }));
    expect(await due({ state: 'ready' })).toEqual([0]);
    expect(await due({ state: 'stopped', sort_by: 'created_at', sort_type: 'desc' })).toContain(1);
    expect(await due({ kind: 'payout' })).toEqual([]);
    const [ready] = await list('/due', { state: 'ready' });
    expect(ready).toMatchObject({ kind: 'settlement', account: { number: expect.any(String) } });
    const { reference, account } = ready as unknown as Row;
    for (const q of [
      reference,
      reference.slice(4).toLowerCase(),
      account.number.slice(-5),
      ready!.amount.toFixed(2),
    ])
      expect(await due({ q, state: 'ready' }), q).toEqual([0]);
    expect(await due({ q: 'STL-00000000' })).toEqual([]);
    expect(await due({ date_to: '2026-06-14' })).toEqual([]);
    const saved = await ask(finance, `${root}/due/export`, { state: 'ready' });
    expect(saved.raw.trim().split('\n')).toHaveLength(2);
    expect(saved.raw).toContain(`${reference},Settlement,`);
    await sql`update merchants set settlement_held_at = null, settlement_hold_reason = null
               where id in ${sql(owners.map(({ merchantId }) => merchantId))}`;

    const { id } = (await create()).body.data as { id: number };
    const rows = await rowsOf(id);
    const first = rows.find((row) => row.reference === reference)!;
    expect(await due({ q: reference })).toEqual([]);
    const { message_id } = await read(id);
    const files = async (query: Record<string, string>) =>
      (await list('', query)).map((row) => (row as unknown as { id: number }).id);
    for (const q of [message_id, reference, first.end_to_end_id, first.amount.toFixed(2)])
      expect(await files({ q, state: 'draft' }), q).toContain(id);
    expect(await files({ q: 'TRF-ZZZZZZZZZZZZ' })).toEqual([]);
    expect(await files({ q: message_id, state: 'released' })).toEqual([]);
    const within = (query: Record<string, string>) => list(`/${id}/transfers`, query).then(mine);
    for (const q of [reference, first.end_to_end_id, first.amount.toFixed(2)])
      expect(await within({ q }), q).toEqual([0]);
    expect(await within({ sort_by: 'amount', sort_type: 'desc' })).toEqual([1, 0]);
    expect(await within({ state: 'paid' })).toEqual([]);
    await sql`update bank_transfers set bank_reference = 'NBE 77/1' where id = ${first.id}`;
    expect(await files({ q: 'NBE 77/1' })).toEqual([id]);
    expect(await within({ q: 'NBE 77', state: 'listed' })).toEqual([0]);
    const inFile = await ask(finance, `${root}/${id}/transfers/export`, { q: reference });
    expect(inFile.raw).toContain(`NBE 77/1,${first.end_to_end_id}`);
    expect((await ask(finance, `${root}/999999/transfers/export`)).status).toBe(404);
    // The list shows that a file waits for its release.
    await sql`update bank_transfers set bank_reference = '' where id = ${first.id}`;
    await tell(finance, `${root}/${id}/release`, { reason });
    expect([await files({ state: 'waiting' }), await files({ state: 'draft', q: message_id })]).toEqual([
      [id],
      [],
    ]);
    expect((await list('', { q: message_id }))[0]!.state).toBe('waiting');
  });

  test('gives back what is taken out or canceled; a declined one is a draft again', async () => {
    const { id } = (await create()).body.data;
    const rows = await rowsOf(id);
    expect((await tell(finance, `${root}/${id}/transfers/${rows[0]!.id}`, undefined, 'DELETE')).status).toBe(
      200,
    );
    expect(await waiting()).toMatchObject({ count: 1 });
    await tell(finance, `${root}/${id}/release`, { reason });
    const [request] = (await ask(second, '/approvals', { kind: 'bank-file', state: 'waiting' })).body.data;
    await tell(second, `/approvals/${request.id}/decline`, { reason: 'Too early' });
    expect(await read(id)).toMatchObject({ state: 'draft', transfers: 1 });
    expect((await tell(finance, `${root}/${id}/cancel`)).status).toBe(200);
    expect(await read(id)).toMatchObject({ state: 'canceled', transfers: 0 });
    expect(await waiting()).toMatchObject({ count: 2 });
  });

  test('is not released once a merchant in it is suspended, and says which settlement stops it', async () => {
    const { id } = (await create()).body.data;
    const [row] = await rowsOf(id);
    await tell(finance, `${root}/${id}/release`, { reason });
    await tell(finance, `/merchants/${owners[0].merchantId}/settlement-hold`, { reason: 'Looked at' });
    const refused = await approveNewest(second);
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining(row!.reference)]);
    expect(await read(id)).toMatchObject({ state: 'waiting' });
    const [request] = (await ask(second, '/approvals', { kind: 'bank-file', state: 'waiting' })).body.data;
    expect(request.trouble).toContain(row!.reference);
    expect(await waiting()).toMatchObject({ count: 0 });
  });

  test('is not released from an account that was retired since, before anybody is asked or after', async () => {
    const { id } = (await create()).body.data;
    const use = (state: 'on' | 'off') => daftar.database.sql`
      update provider_bank_accounts a set state = ${state} from bank_transfer_batches b where b.id = ${id} and a.id = b.bank_account_id`;
    const retired = [400, 'This account is not used any more'];
    await use('off');
    const early = await tell(finance, `${root}/${id}/release`, { reason });
    expect([early.status, early.body.message]).toEqual(retired);
    await use('on');
    expect((await tell(finance, `${root}/${id}/release`, { reason })).status).toBe(200);
    await use('off');
    const late = await approveNewest(second);
    expect([late.status, late.body.message]).toEqual(retired);
    expect(await read(id)).toMatchObject({ state: 'waiting' });
    await use('on');
    expect((await approveNewest(second)).status).toBe(200);
  });

  test('in CSV has the columns of its profile, never a formula, and no day that has passed', async () => {
    const { sql } = daftar.database;
    await sql`update bank_accounts set account_name = '=1+1, "x"' where merchant_id = ${owners[0].merchantId}`;
    await sql`update merchants set settlement_held_at = null, settlement_hold_reason = null where id = ${owners[0].merchantId}`;
    expect((await create('2026-06-14')).body.errors).toHaveProperty('execution_day');
    await settledToBank(daftar, owners[0]);
    const { id } = (await create('2026-06-15', 'csv')).body.data;
    await release(id);
    const { raw } = await ask(second, `${root}/${id}/file`);
    const lines = raw.replace('\ufeff', '').split('\r\n');
    expect(lines[0]).toBe('Reference,Amount,Beneficiary,IBAN');
    expect(raw).toContain(`"'=1+1, ""x"""`);
    expect(lines).toHaveLength(5);
  });

  test('two at the same moment never hold one settlement', async () => {
    const answers = await Promise.all([create(), create(), create()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    const twice = await daftar.database.sql`
      select settlement_id from bank_transfers where state in ('listed', 'sent', 'paid') group by 1 having count(*) > 1`;
    expect([...twice]).toEqual([]);
  });
});

describe('an answer of the bank', () => {
  test('is shown before it is applied, marks what was paid, and gives back what was refused', async () => {
    const { id, rows } = await sent();
    const { message_id: messageId } = await read(id);
    const [one, two] = rows as [Row, Row];
    const file = report(
      messageId,
      said(one.end_to_end_id, 'ACSC') +
        said(two.end_to_end_id, 'RJCT', closed) +
        said('TRF-000000000000', 'ACSC'),
    );
    const preview = (await answer(file, false)).body.data;
    expect(preview).toMatchObject({ applied: false, paid: 1, rejected: 1, returned: 0, problems: 1 });
    expect(preview.rows[0]).toMatchObject({ outcome: 'unknown', merchant: null });
    expect([await isPaid(owners[0]), (await read(id)).open]).toEqual([false, 2]);
    const applied = await answered(file);
    expect(applied.body.data, applied.raw).toMatchObject({ applied: true, paid: 1, rejected: 1 });
    expect((await answer(file)).status).toBe(409);
    expect([await isPaid(owners[0]), await isPaid(owners[1])]).toEqual([true, false]);
    expect(await toldOf(owners[0], 'settlement-paid')).toBe(1);
    expect(await toldOf(owners[1], 'settlement-returned')).toBe(1);
    expect(await read(id)).toMatchObject({ state: 'answered', open: 0, rejected: 1 });
    expect((await rowsOf(id))[1]).toMatchObject({ state: 'rejected', reason: 'AC04' });
    expect(await waiting()).toMatchObject({ count: 1, amount: two.amount });
    // The merchant has another account now: the next file sends it there.
    const iban = 'EG800002000156789012345180002';
    await daftar.database.sql`
      update bank_accounts set iban = ${iban} where merchant_id = ${owners[1].merchantId}`;
    const next = await sent();
    expect(next.rows).toMatchObject([{ amount: two.amount, account: { number: iban } }]);
    expect(next.rows[0]!.end_to_end_id).not.toBe(two.end_to_end_id);
    expect(await differences(daftar)).toEqual([]);
  });

  test('that the money came back gives the settlement back, once, and nothing is paid twice', async () => {
    const { id, rows } = await sent();
    const [one, two] = rows as [Row, Row];
    const pounds = (row: Row) => row.amount.toFixed(2).replace('.', ',');
    const statement = (entries: string[], sum: string) =>
      [':20:S', ':25:1', ':28C:1', ':60F:C260615EGP100000,00', ...entries, `:62F:C260615EGP${sum}`].join(
        '\n',
      );
    const debit = (row: Row) => `:61:260615D${pounds(row)}NTRF${row.end_to_end_id}//B-${row.id}`;
    const credit = (row: Row) =>
      `:61:260616C${pounds(row)}NTRFNONREF//R-${row.id}\n:86:/RTRN/AC04/EREF/${row.end_to_end_id}/ CLOSED`;
    const sum = (piastres: number) => (100_000 + piastres / 100).toFixed(2).replace('.', ',');
    const cents = (row: Row) => Math.round(row.amount * 100);
    const paid = statement([debit(one), debit(two)], sum(-cents(one) - cents(two)));
    expect((await answer(paid)).body.data).toMatchObject({ format: 'mt940', paid: 2, problems: 0 });
    expect(await read(id)).toMatchObject({ state: 'answered' });
    const back = statement([credit(two)], sum(cents(two)));
    expect((await answered(back)).body.data).toMatchObject({ returned: 1 });
    expect([await isPaid(owners[0]), await isPaid(owners[1])]).toEqual([true, false]);
    expect(await waiting()).toMatchObject({ count: 1 });
    // The same entries in another file, such as the statement of the month, change nothing.
    const month = statement([debit(one), debit(two), credit(two)], sum(-cents(one)));
    expect((await answer(month)).body.data).toMatchObject({ paid: 0, returned: 0, problems: 0 });
    const [kept] = await daftar.database.sql`
      select reason, bank_reference as "bankReference" from settlement_returns where merchant_id = ${owners[1].merchantId}`;
    expect(kept).toEqual({ reason: 'AC04', bankReference: `B-${two.id}` });
    const again = await sent();
    expect(again.rows).toHaveLength(1);
    const ok = report((await read(again.id)).message_id, '', 'ACSC');
    expect((await answer(ok)).body.data).toMatchObject({ paid: 1 });
    expect(await isPaid(owners[1])).toBe(true);
    expect(await differences(daftar)).toEqual([]);
  });

  test('of another amount, of what was never sent, or against an earlier word, is left to a person', async () => {
    const { id, rows } = await sent();
    const [one, two] = rows as [Row, Row];
    const wrong = [
      ':20:S',
      ':25:1',
      ':28C:1',
      ':60F:C260615EGP100,00',
      `:61:260615D1,00NTRF${one.end_to_end_id}//B`,
      ':62F:C260615EGP99,00',
    ].join('\n');
    expect((await answer(wrong)).body.data).toMatchObject({
      paid: 0,
      problems: 1,
      rows: [{ outcome: 'amount' }],
    });
    const ofCsv = async (cells: string, headings = 'Amount') =>
      (await answer(`Reference;Status;${headings}\n${one.end_to_end_id};Paid;${cells}\n`, false)).body.data
        .rows;
    const pounds = one.amount.toFixed(2);
    const arabic = pounds.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!).replace('.', '٫');
    for (const cells of ['١٫٠٠', `${pounds}1`, `1${arabic}`, '0.00'])
      expect(await ofCsv(cells), cells).toMatchObject([{ outcome: 'amount' }]);
    expect(await ofCsv(`${pounds};USD`, 'المبلغ;Currency')).toMatchObject([{ outcome: 'amount' }]);
    for (const cells of [arabic, pounds.replace('.', ','), `EGP ${pounds}`, ''])
      expect(await ofCsv(cells), cells).toMatchObject([{ outcome: 'paid' }]);
    const inReport = report(
      'DAFTAR-X',
      said(one.end_to_end_id, 'ACSC').replace(
        '</TxInfAndSts>',
        '<OrgnlTxRef><Amt><InstdAmt Ccy="EGP">0.45</InstdAmt></Amt></OrgnlTxRef></TxInfAndSts>',
      ),
    );
    expect((await answer(inReport)).body.data.rows).toMatchObject([{ outcome: 'amount' }]);
    const refused = `Reference;Reason;Status\n${two.end_to_end_id};Account closed, long ago;Rejected\n`;
    expect((await answered(refused)).body.data).toMatchObject({ format: 'csv', rejected: 1 });
    const late = report((await read(id)).message_id, said(two.end_to_end_id, 'ACSC'));
    expect((await answer(late)).body.data).toMatchObject({ paid: 0, rows: [{ outcome: 'state' }] });
    const { id: draft } = (await create()).body.data;
    const [listed] = await rowsOf(draft);
    const early = report('DAFTAR-X', said(listed!.end_to_end_id, 'ACSC'));
    expect((await answer(early)).body.data.rows).toMatchObject([{ outcome: 'state' }]);
    expect(await isPaid(owners[0])).toBe(false);
  });

  test.each([
    ['Status\npaid\n', 'Line 1'],
    ['Reference,Status\nTRF-1,perhaps\n', 'Line 2, column “Status”: the word “perhaps”'],
    ['Reference,Status,Amount\nTRF-1,paid,1O0.00\n', 'Line 2, column “Amount”: “1O0.00”'],
    ['<Document><BkToCstmrStmt><Stmt><Ntry>', 'Line 1'],
    [':20:S\n:60F:C260615EGP1,00\n:61:x\n', 'Line 3, column 5: “x”'],
    ['nothing', 'not a file of this kind'],
  ])('that cannot be read is refused with its place: %j', async (text, words) => {
    const refused = await answer(text);
    expect(refused.status).toBe(422);
    expect(refused.body.errors.file[0]).toContain(words);
  });
});

test('an answer that changes more transfers than one transaction should is refused as a whole', async () => {
  const { id } = await sent();
  const { message_id: messageId } = await read(id);
  const { sql } = daftar.database;
  // Copies of one transfer, each of a settlement of its own.
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      with copies as (
        insert into settlements (merchant_id, mode, reference, amount_piastres, total_transactions, created_at,
                                 bank_account_id, bank_account_version, bank_piastres)
        select s.merchant_id, 'live', 'STL-COPY' || n, s.amount_piastres, 1, s.created_at, s.bank_account_id,
               s.bank_account_version, s.bank_piastres
          from settlements s, generate_series(1, ${MAX_STEPS}) n
         where s.merchant_id = ${owners[0].merchantId}
        returning merchant_id, id, bank_piastres, bank_account_id, bank_account_version)
      insert into bank_transfers (batch_id, merchant_id, settlement_id, end_to_end_id, amount_piastres, bank_account_id,
                                  bank_account_version, state, updated_at)
      select ${id}, merchant_id, id, 'TRF-' || lpad(id::text, 12, '0'), bank_piastres, bank_account_id,
             bank_account_version, 'sent', now() from copies`;
  });
  const all = report(messageId, '', 'ACSC');
  for (const apply of [false, true]) {
    const refused = await answer(all, apply);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['file']]);
  }
  expect(await read(id)).toMatchObject({ state: 'released', open: MAX_STEPS + 2 });
  expect(await isPaid(owners[1])).toBe(false);
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`delete from bank_transfers where batch_id = ${id} and end_to_end_id like 'TRF-0%'`;
    await tx`delete from settlements where reference like 'STL-COPY%'`;
  });
});

test('the database lets no transfer go back, no payment vanish and no released file change', async () => {
  const { id, rows } = await sent();
  const { sql } = daftar.database;
  const { message_id: messageId } = await read(id);
  await answer(report(messageId, '', 'ACSC'));
  await expect(sql`update bank_transfers set state = 'sent' where id = ${rows[0]!.id}`).rejects.toThrow(
    /does not go/,
  );
  await expect(
    sql`delete from settlement_payments where merchant_id = ${owners[0].merchantId}`,
  ).rejects.toThrow(/append-only/);
  await expect(
    sql`update settlements set is_paid = false where merchant_id = ${owners[0].merchantId}`,
  ).rejects.toThrow(/payment alone/);
  await expect(sql`update bank_transfer_batches set content = 'x' where id = ${id}`).rejects.toThrow(
    /append-only/,
  );
});

test('what a bank says of a whole file is not said of a transfer that it calls pending', async () => {
  const { id, rows } = await sent();
  const { message_id: messageId } = await read(id);
  const all = await answered(report(messageId, said(rows[0]!.end_to_end_id, 'PDNG'), 'RJCT'));
  expect(all.body.data, all.raw).toMatchObject({ applied: true, rejected: 1 });
  expect((await rowsOf(id)).map(({ state }) => state)).toEqual(['sent', 'rejected']);
});

test('what is stopped does not keep others out of a file, however much of it there is', async () => {
  const { sql } = daftar.database;
  const now = daftar.clock.now();
  await sql`update merchants set settlement_held_at = now(), settlement_hold_reason = 'test' where id = ${owners[0].merchantId}`;
  const found = await listCandidates(sql, 1, now, true);
  expect(found.map(({ merchantId }) => merchantId)).toEqual([owners[1].merchantId]);
  expect(await differences(daftar)).toEqual([]);
});

test('a statement of another currency says nothing of a transfer in EGP, and one of two currencies is refused', async () => {
  const { id, rows } = await sent();
  const { end_to_end_id: name, amount } = rows[0]!;
  const statement = (currency: string) => `<Document><BkToCstmrStmt><Stmt><Acct><Ccy>USD</Ccy></Acct><Ntry>
    <Amt Ccy="${currency}">${amount.toFixed(2)}</Amt><CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>2026-06-15</Dt></BookgDt>
    <NtryDtls><TxDtls><Refs><EndToEndId>${name}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`;
  const other = await answer(statement('USD'));
  expect(other.body.data, other.raw).toMatchObject({ paid: 0, problems: 1, rows: [{ outcome: 'amount' }] });
  expect((await answer(statement('EGP'))).body.errors).toHaveProperty('file');
  expect((await rowsOf(id)).map(({ state }) => state)).toEqual(['sent', 'sent']);
});
