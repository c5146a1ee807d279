/** Cut-offs at the end of a day, signed by two operators, and the period that is locked from then on. */

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differences, pay, refund, reportRefund } from '../../../tests/kit/money.ts';
import { deskOf } from '../../../tests/kit/ops.ts';
import { aProfile, csvOf, fileForm, moveToAccount } from '../../../tests/kit/reconciliation.ts';
import {
  type Actor,
  type OperatorActor,
  startTestServer,
  type TestServer,
} from '../../../tests/kit/server.ts';
import { decideChargeback, openChargeback } from '../../chargebacks/decide.ts';
import { cairoDay, nextDay, startOfCairoDay } from '../../platform/time/cairo.ts';
import { reconciliationJobs } from '../missing.ts';

let daftar: TestServer;
let finance: OperatorActor;
let second: OperatorActor;
let owner: Actor;
let profile: { id: number; accountId: number };
beforeAll(async () => {
  daftar = await startTestServer();
  owner = await daftar.merchant();
  ({ finance, ...profile } = await aProfile(daftar, { fee_rate: 1, tolerance: 0.05 }));
  second = await daftar.operator('finance');
});
afterAll(() => daftar.close());

const { ask, tell, approveNewest, lastAudit } = deskOf(() => daftar);

/** Moves the clock; operators and the merchant sign in again. */
async function goTo(moment: string | Date): Promise<void> {
  daftar.clock.set(moment as string);
  [finance, second] = [await daftar.operator('finance'), await daftar.operator('finance')];
  const token = await daftar.auth.tokens.sign(owner, daftar.clock.now());
  owner = { ...owner, headers: { authorization: `Bearer ${token}` } };
}

async function paid(pounds: number) {
  const payment = await pay(daftar, owner, { pounds });
  await moveToAccount(daftar, owner, payment.id, profile.accountId);
  const [row] = await daftar.app.db<{ order: string }[]>`
    select external_ref as order from payment_attempts where transaction_id = ${payment.id} and merchant_id = ${owner.merchantId}`;
  return { ...payment, order: row!.order, gross: pounds * 100 };
}

async function imported(rows: Parameters<typeof csvOf>[0]) {
  const file = fileForm(csvOf(rows));
  const reply = await tell(finance, `/reconciliation/profiles/${profile.id}/import`, file);
  expect(reply.status, reply.raw).toBe(200);
  const details = await ask(finance, `/reconciliation/files/${reply.body.data.id}`);
  return {
    id: reply.body.data.id as number,
    batches: details.body.data.batches as { id: number; net: number }[],
  };
}

const book = (batch: { id: number; net: number }, receivedOn: string) =>
  tell(finance, `/reconciliation/batches/${batch.id}/book`, {
    amount: Math.abs(batch.net),
    bank_reference: `CIB-${batch.id}`,
    received_on: receivedOn,
  });

async function made(day: string) {
  const reply = await tell(finance, '/reconciliation/cut-offs', { account_id: profile.accountId, day });
  expect(reply.status, reply.raw).toBe(200);
  const path = `/reconciliation/cut-offs/${reply.body.data.id}`;
  const report = (await ask(finance, path)).body.data;
  // In every report, the movements of its period lead from the opening to the closing balance.
  const { opening, movements, closing } = report.figures.clearing;
  const moved = movements.reduce(
    (sum: number, { amount }: { amount: number }) => sum + Math.round(amount * 100),
    0,
  );
  expect((Math.round(opening * 100) + moved) / 100).toBe(closing);
  return { path, ...report };
}

test('a report states the three levels; what is not explained names the level and cannot be signed', async () => {
  await goTo('2026-06-10T09:00:00Z');
  const [known, missing] = [await paid(100), await paid(50)];
  const rows = [
    { order: known.order, gross: known.gross, fee: 100, date: '10/06/2026', batch: 'B1' },
    { type: 'Adjustment', id: 'stranger', gross: 700, date: '10/06/2026', batch: 'B1' },
  ];
  await goTo('2026-06-11T09:00:00Z');
  const { batches } = await imported(rows);
  expect((await book(batches[0]!, '2026-06-11')).status).toBe(200);
  await goTo('2026-06-20T09:00:00Z');
  await reconciliationJobs['reconcile-missing']!(daftar.app, {});
  expect(
    (await tell(finance, '/reconciliation/cut-offs', { account_id: profile.accountId, day: '2026-06-20' }))
      .status,
  ).toBe(422);
  // At the end of the tenth nothing was booked; at the end of the eleventh one payment was.
  const tenth = await made('2026-06-10');
  expect(tenth.figures.clearing).toMatchObject({
    closing: 150,
    items: { count: 2, amount: 150 },
    difference: 0,
  });
  const eleventh = await made('2026-06-11');
  expect(eleventh.figures).toMatchObject({
    clearing: { closing: 50, items: { count: 1, amount: 50 }, difference: 0 },
    lines: {
      ours: { count: 2, amount: 150 },
      found: { count: 1, amount: 100 },
      theirs: { count: 2, amount: 106 },
      unexplained: { count: 2, amount: 57 },
    },
    batches: { paid: { count: 1, amount: 106 }, received: 106, unexplained: { count: 0, amount: 0 } },
    nobodys: { count: 2, amount: 57 },
    fees: { charged: 1 },
  });
  expect((await ask(finance, tenth.path)).body.data.state).toBe('dropped');
  const refused = await tell(finance, `${eleventh.path}/sign`, { reason: 'The month is over' });
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('not explained')]);
  const { body } = await ask(finance, '/reconciliation/breaks', { account_id: String(profile.accountId) });
  for (const { id } of body.data) await tell(finance, `/reconciliation/breaks/${id}/take`);
  const ready = await made('2026-06-11');
  expect(ready).toMatchObject({ is_explained: true, state: 'prepared', after_day: null });
  const listed = (await ask(finance, `${ready.path}/lines`, { what: 'break' })).body.data;
  expect(listed).toHaveLength(2);
  expect(listed).toContainEqual(
    expect.objectContaining({ kind: 'theirs_only', owner: finance.email, reason: 'break', amount: 7 }),
  );
  expect(listed).toContainEqual(
    expect.objectContaining({
      kind: 'ours_only',
      owner: finance.email,
      amount: 50,
      reference: missing.reference,
    }),
  );
  for (const language of ['en', 'ar']) {
    const pdf = await ask(finance, `${ready.path}/pdf`, { language });
    expect(pdf.raw.slice(0, 5)).toBe('%PDF-');
  }
  const csv = await ask(finance, `${ready.path}/export`, { format: 'csv' });
  expect(csv.raw.trim().split('\n')).toHaveLength(1 + ready.rows);
  const lines = async (query: Record<string, string>) =>
    (await ask(finance, `${ready.path}/lines`, query)).body.data as { reference: string; amount: number }[];
  const byAmount = (await lines({ sort_by: 'amount', sort_type: 'desc' })).map(({ amount }) => amount);
  expect(byAmount).toEqual(byAmount.toSorted((a, b) => b - a));
  const named = (await lines({})).find(({ reference }) => reference !== '')!;
  for (const q of [named.reference, named.reference.slice(0, 6).toLowerCase(), String(named.amount)])
    expect(await lines({ q }), q).toContainEqual(named);
  expect(await lines({ q: 'nothing has this' })).toEqual([]);
  const found = await ask(finance, `${ready.path}/export`, { q: named.reference });
  expect(found.raw).toContain(named.reference);
  expect(found.raw.trim().split('\n').length).toBeLessThan(1 + ready.rows);
});

test('one operator signs, another approves; what was signed is kept, and its period refuses what would change it', async () => {
  const [file] = await daftar.app.db<{ id: number; batch: number }[]>`
    select f.id, b.id as batch from reconciliation_files f join reconciliation_batches b on b.file_id = f.id`;
  const first = await made('2026-06-11');
  const sign = ({ path }: { path: string }) => tell(finance, `${path}/sign`, { reason: 'June' });
  const form = { account_id: profile.accountId, day: '2026-06-11' };
  // With concurrent calls it is either signed or replaced, never both.
  const both = [sign(first), tell(finance, '/reconciliation/cut-offs', form)];
  const [asked, anew] = (await Promise.all(both)).map(({ status }) => status);
  expect([
    [200, 409],
    [400, 200],
  ]).toContainEqual([asked, anew]);
  const ready = asked === 200 ? first : await made('2026-06-11');
  if (asked !== 200) expect((await sign(ready)).status).toBe(200);
  const again = await tell(finance, '/reconciliation/cut-offs', {
    account_id: profile.accountId,
    day: '2026-06-12',
  });
  expect(again.status).toBe(409);
  expect((await approveNewest(finance)).status).toBe(400);
  const approved = await approveNewest(second);
  expect(approved.status, approved.raw).toBe(200);
  expect(await lastAudit()).toMatchObject({ action: 'reconciliation-cut-off.sign', actor: second.email });
  const signed = (await ask(finance, ready.path)).body.data;
  expect(signed).toMatchObject({
    state: 'signed',
    is_last: true,
    signed_by: finance.email,
    approved_by: second.email,
    sha256: ready.sha256,
    figures: ready.figures,
  });
  // The database enforces it for every caller.
  const { sql } = daftar.database;
  for (const change of [
    sql`update reconciliation_cut_offs set figures = '{}' where id = ${signed.id}`,
    sql`delete from reconciliation_cut_offs where id = ${signed.id}`,
    sql`update reconciliation_cut_off_rows set amount_piastres = 1 where cut_off_id = ${signed.id}`,
  ])
    await expect(change).rejects.toThrow();
  for (const change of [
    sql`update reconciliation_batches set booked_at = '2026-06-10T10:00:00Z' where id = ${file!.batch}`,
    sql`update reconciliation_files set state = 'undone', undone_at = now(), undone_by = 'x' where id = ${file!.id}`,
    sql`insert into reconciliation_lines (file_id, line_no, batch_id, processor_account_id, kind, currency, gross_piastres,
               fee_piastres, vat_piastres, net_piastres, occurred_on)
        values (${file!.id}, 99, ${file!.batch}, ${profile.accountId}, 'fee', 'EGP', 0, 5, 0, -5, '2026-06-11')`,
    sql`select ledger_post(${owner.merchantId}, 'live', 'correction', 'X', 'dated-back', '2026-06-11T10:00:00Z',
               '{clearing,fees}'::ledger_account_kind[], '{EGP,EGP}'::char(3)[], '{-5,5}'::bigint[], null, ${profile.accountId})`,
  ])
    await expect(change).rejects.toMatchObject({ constraint_name: 'reconciliation_period_signed' });
  // A reversal is asked for, and refused with a plain reason.
  const reverse = `/reconciliation/batches/${file!.batch}/reverse`;
  expect((await tell(finance, reverse, { reason: 'By mistake' })).status).toBe(200);
  const reversed = await approveNewest(second);
  expect([reversed.status, reversed.body.message]).toEqual([
    409,
    expect.stringContaining('two people have signed'),
  ]);
  expect(
    (await tell(finance, '/reconciliation/cut-offs', { account_id: profile.accountId, day: '2026-06-11' }))
      .status,
  ).toBe(422);
});

test('a line that comes late belongs to the next period: what was open then is expected, a cost is a break', async () => {
  const [missing] = await daftar.app.db<{ order: string }[]>`
    select a.external_ref as order from payment_attempts a join transactions t on t.id = a.transaction_id
     where a.processor_account_id = ${profile.accountId} and t.charged_piastres = 5000`;
  const { id, batches } = await imported([
    { order: missing!.order, gross: 5_000, fee: 50, date: '11/06/2026', batch: 'B2' },
    { type: 'Monthly fee', id: 'may', gross: 0, fee: 300, date: '11/06/2026', batch: 'B2' },
  ]);
  const { body } = await ask(finance, '/reconciliation/breaks', { kind: 'late' });
  expect(body.data).toMatchObject([{ amount: -3, reference: 'may' }]);
  expect((await book(batches[0]!, '2026-06-20')).status).toBe(200);
  await tell(finance, `/reconciliation/breaks/${body.data[0].id}/take`);
  await goTo('2026-06-25T09:00:00Z');
  const next = await made('2026-06-24');
  expect(next).toMatchObject({
    after_day: '2026-06-11',
    figures: {
      clearing: { opening: 50, late: 0, closing: 0, items: { count: 0 }, difference: 0 },
      lines: { theirs: { count: 2, amount: 46.5 } },
    },
  });
  expect((await tell(finance, `/reconciliation/files/${id}/undo`, { reason: 'Not ours' })).status).toBe(400);
  expect(await differences(daftar)).toEqual([]);
});

test('reports are found by account, operator, amount and day, sorted, and saved as listed', async () => {
  const mine = { account_id: String(profile.accountId) };
  const found = async (query: Record<string, string>) => {
    const { status, body, raw } = await ask(finance, '/reconciliation/cut-offs', { ...mine, ...query });
    expect(status, raw).toBe(200);
    return body.data as {
      id: number;
      day: string;
      state: string;
      closing: number;
      made_by: string;
      account: { name: string };
    }[];
  };
  const all = await found({ sort_by: 'closing', sort_type: 'asc' });
  expect(all.length).toBeGreaterThan(1);
  expect(all.map(({ closing }) => closing)).toEqual(
    all.map(({ closing }) => closing).toSorted((a, b) => a - b),
  );
  const owed = all.find(({ closing }) => closing !== 0)!;
  const wanted: Record<string, string>[] = [
    { q: owed.account.name.toUpperCase() },
    { q: owed.made_by },
    { q: owed.closing.toFixed(2) },
    { date_from: owed.day, date_to: owed.day, sort_by: 'made_at' },
  ];
  for (const query of wanted)
    expect(
      (await found(query)).map(({ id }) => id),
      JSON.stringify(query),
    ).toContain(owed.id);
  expect(await found({ q: '123456.78' })).toEqual([]);
  expect(
    (await found({ q: owed.closing.toFixed(2) })).every(
      ({ closing }) => Math.abs(closing) === Math.abs(owed.closing),
    ),
  ).toBe(true);
  expect(await found({ date_to: '2026-06-01' })).toEqual([]);
  const saved = await ask(finance, '/reconciliation/cut-offs/export', {
    ...mine,
    date_from: owed.day,
    date_to: owed.day,
  });
  expect(saved.raw.split('\n')[1]).toContain(`${owed.account.name},${owed.day},`);
  expect(saved.raw).toContain(`,${owed.closing.toFixed(2)},`);
  expect(await lastAudit()).toMatchObject({ action: 'list.export', subject: 'list:cut-offs' });
});

test('the last signed period is opened again by two people, with a reason; what was signed stays', async () => {
  const { body } = await ask(finance, '/reconciliation/cut-offs', { state: 'signed' });
  const path = `/reconciliation/cut-offs/${body.data[0].id}`;
  expect((await tell(finance, `${path}/reopen`, { reason: 'The bank sent another statement' })).status).toBe(
    200,
  );
  expect((await approveNewest(finance)).status).toBe(400);
  expect((await approveNewest(second)).status).toBe(200);
  expect(await lastAudit()).toMatchObject({
    action: 'reconciliation-cut-off.reopen',
    after: { reason: 'The bank sent another statement', askedBy: finance.email },
  });
  expect((await ask(finance, path)).body.data).toMatchObject({
    state: 'reopened',
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    reopened_reason: 'The bank sent another statement',
  });
  expect((await made('2026-06-10')).figures.clearing).toMatchObject({ closing: 150, difference: 0 });
});

test('what came and was taken back explains nothing; a report that waited for an import was made after it', async () => {
  await goTo('2026-06-10T09:00:00Z');
  owner = await daftar.merchant();
  ({ finance, ...profile } = await aProfile(daftar));
  const payment = await paid(80);
  const row = { order: payment.order, gross: payment.gross, date: '10/06/2026', batch: 'C1' };
  await imported([{ type: 'Monthly fee', id: 'first', gross: 0, fee: 1, date: '10/06/2026', batch: 'C0' }]);
  await goTo('2026-06-20T09:00:00Z');
  await reconciliationJobs['reconcile-missing']!(daftar.app, {});
  const { body } = await ask(finance, '/reconciliation/breaks', { account_id: String(profile.accountId) });
  expect(body.data).toContainEqual(expect.objectContaining({ kind: 'ours_only', amount: 80 }));
  // It arrives, which closes its break without an explanation; then the import of the file is undone.
  const came = await imported([row]);
  expect(
    (await tell(finance, `/reconciliation/files/${came.id}/undo`, { reason: 'Another account' })).status,
  ).toBe(200);
  expect((await made('2026-06-10')).figures.reasons).toEqual([
    { reason: 'unexplained', count: 1, amount: 80 },
  ]);
  // A report that waits for the account is made once it has the lock.
  let making: ReturnType<typeof made> | undefined;
  await daftar.database.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext('reconciliation'), ${profile.accountId}::int)`;
    making = made('2026-06-10');
    for (let waits = false; !waits; ) {
      const rows = await tx`
        select from pg_locks where locktype = 'advisory' and not granted and objid = ${profile.accountId}
          and database = (select oid from pg_database where datname = current_database())`;
      waits = rows.length > 0;
    }
    daftar.clock.advance({ minutes: 1 });
  });
  expect((await making!).made_at).toBe('2026-06-20T09:01:00.000Z');
});

test('signing is refused when a file of the same sums took the place of one that the report counted', async () => {
  const breaks = { account_id: String(profile.accountId) };
  await reconciliationJobs['reconcile-missing']!(daftar.app, {});
  for (const { id } of (await ask(finance, '/reconciliation/breaks', breaks)).body.data)
    await tell(finance, `/reconciliation/breaks/${id}/take`);
  const [counted] = await daftar.app.db<{ id: number }[]>`
    select id from reconciliation_files where processor_account_id = ${profile.accountId} and state = 'imported' order by id`;
  const ready = await made('2026-06-10');
  expect(ready).toMatchObject({ is_explained: true });
  expect((await tell(finance, `${ready.path}/sign`, { reason: 'June' })).status).toBe(200);
  daftar.clock.advance({ minutes: 1 });
  expect((await tell(finance, `/reconciliation/files/${counted!.id}/undo`, { reason: 'Again' })).status).toBe(
    200,
  );
  await imported([{ type: 'Monthly fee', id: 'second', gross: 0, fee: 1, date: '10/06/2026', batch: 'C0' }]);
  expect((await approveNewest(second)).status).toBe(409);
});

const steps = fc.array(
  fc.record({
    what: fc.constantFrom(
      'pay',
      'pay',
      'refund',
      'came-back',
      'lost',
      'settle',
      'reverse',
      'cost',
      'write-off',
      'write-back',
    ),
    days: fc.integer({ min: 0, max: 3 }),
    by: fc.integer({ min: -400, max: 400 }),
  }),
  { minLength: 6, maxLength: 12 },
);

test('at the end of any day of any history, what the processor owes is its open items as at that day, to the piastre', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      await goTo('2026-06-15T09:00:00Z');
      owner = await daftar.merchant();
      ({ finance, ...profile } = await aProfile(daftar));
      const open: Awaited<ReturnType<typeof paid>>[] = [];
      const booked: { id: number; net: number }[] = [];
      const refunded: number[] = [];
      const first = cairoDay(daftar.clock.now());
      for (const { what, days, by } of history) {
        await goTo(new Date(daftar.clock.now().getTime() + days * 86_400_000));
        if (what === 'pay') open.push(await paid(100 + open.length));
        else if (what === 'refund') {
          const payment = await pay(daftar, owner, { pounds: 90 });
          await refund(daftar, owner, payment.id, { amount: 20, reason: 'Broken' });
          await moveToAccount(daftar, owner, payment.id, profile.accountId);
          refunded.push(payment.id);
        } else if (what === 'came-back' && refunded.length > 0) {
          const [row] = await daftar.app.db<{ id: number }[]>`
            select id from refunds where merchant_id = ${owner.merchantId} and transaction_id = ${refunded.pop()!}`;
          await reportRefund(daftar, row!.id, 'reversed');
        } else if (what === 'lost' && open[0]) {
          const ref = { merchantId: owner.merchantId, transactionId: open[0].id };
          const opening = {
            amountPiastres: 1_000,
            reason: 'Fraud',
            caseId: `CASE-${open[0].id}-${days}-${by}`,
            actor: 'ops',
          };
          await openChargeback(daftar.app, ref, opening).catch(() => undefined);
          const [row] = await daftar.app.db<{ id: number }[]>`
            select id from chargebacks where merchant_id = ${ref.merchantId} and transaction_id = ${ref.transactionId} and status = 0`;
          const found = row && { merchantId: ref.merchantId, id: row.id };
          if (found) await decideChargeback(daftar.app, found, 'applied', 'ops');
        } else if (what === 'write-back') {
          const { body } = await ask(finance, '/reconciliation/breaks', {
            account_id: String(profile.accountId),
            is_closed: 'yes',
          });
          const found = body.data.find(({ state }: { state: string }) => state === 'written_off');
          const path = `/reconciliation/breaks/${found?.id}/take-back-write-off`;
          if (found && (await tell(finance, path, { reason: 'It came' })).status === 200)
            await approveNewest(second);
        } else if (what === 'settle' && open.length > 0) {
          const payment = open.shift()!;
          const { batches } = await imported([
            { order: payment.order, gross: payment.gross + by, fee: 30, batch: 'B' },
          ]);
          expect((await book(batches[0]!, cairoDay(daftar.clock.now()))).status).toBe(200);
          booked.push(batches[0]!);
        } else if (what === 'reverse' && booked.length > 0) {
          const batch = booked.pop()!;
          const path = `/reconciliation/batches/${batch.id}/reverse`;
          expect((await tell(finance, path, { reason: 'Again' })).status).toBe(200);
          await approveNewest(second);
        } else if (what === 'cost' && open[0]) {
          const path = `/transactions/${owner.merchantId}/${open[0].id}/acquirer-costs`;
          await tell(finance, path, {
            kind: 'acquirer_fee',
            direction: 'charged',
            amount: 1,
            reference: `C-${open[0].id}-${by}`,
          });
        } else if (what === 'write-off') {
          const { body } = await ask(finance, '/reconciliation/breaks', {
            account_id: String(profile.accountId),
          });
          const found = body.data[0];
          if (
            found &&
            (await tell(finance, `/reconciliation/breaks/${found.id}/write-off`, { reason: 'Small' }))
              .status === 200
          )
            await approveNewest(second);
        }
      }
      await goTo(new Date(daftar.clock.now().getTime() + 86_400_000));
      const last = cairoDay(daftar.clock.now());
      for (let day = nextDay(first, -1); day < last; day = nextDay(day)) {
        const { figures } = await made(day);
        const [{ owed }] = await daftar.app.db<[{ owed: number }]>`
          select coalesce(-sum(p.amount), 0)::bigint as owed from ledger_transfers t
            join ledger_postings p on p.merchant_id = t.merchant_id and p.transfer_id = t.id and p.account = 'clearing'
           where t.processor_account_id = ${profile.accountId} and t.effective_at < ${startOfCairoDay(nextDay(day))}`;
        expect([figures.clearing.difference, figures.clearing.items.amount], day).toEqual([0, owed / 100]);
      }
      expect(await differences(daftar)).toEqual([]);
    }),
    { numRuns: 5 },
  );
});
