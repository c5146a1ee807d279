/** Whatever is wrong with a file: its lines equal the sum of matches and breaks, to the piastre. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differences, type Paid, pay, refund } from '../../tests/kit/money.ts';
import { deskOf } from '../../tests/kit/ops.ts';
import { mt940Of } from '../../tests/kit/reconciliation/statements.ts';
import { aProfile, csvOf, fileForm, moveToAccount, type Row } from '../../tests/kit/reconciliation.ts';
import { accountOfOurs } from '../../tests/kit/samples-transfers.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { nextDay } from '../platform/time/cairo.ts';
import { reconciliationJobs } from './missing.ts';

const PAYMENTS = 8;
/** Batches are booked for good, so each case has payments of its own. */
const BOOKED_CASES = 6;

let daftar: TestServer;
let finance: OperatorActor;
let owner: Actor;
let profile: { id: number; accountId: number };
let payments: (Paid & { externalRef: string; refunded: boolean })[];
beforeAll(async () => {
  daftar = await startTestServer();
  owner = await daftar.merchant();
  ({ finance, ...profile } = await aProfile(daftar, { tolerance: 0.02 }));
  payments = await newPayments();
  // Everything must be in the files by now.
  daftar.clock.advance({ days: 10 });
  finance = await daftar.operator('finance');
});
afterAll(() => daftar.close());

async function newPayments(): Promise<typeof payments> {
  const made: typeof payments = [];
  for (let n = 0; n < PAYMENTS; n += 1) {
    const payment = await pay(daftar, owner, { pounds: 100 + n });
    const refunded = n % 2 === 0;
    if (refunded) await refund(daftar, owner, payment.id, { amount: 30, reason: 'Broken' });
    await moveToAccount(daftar, owner, payment.id, profile.accountId);
    const [row] = await daftar.app.db<{ externalRef: string }[]>`
      select external_ref as "externalRef" from payment_attempts where transaction_id = ${payment.id}`;
    made.push({ ...payment, externalRef: row!.externalRef, refunded });
  }
  return made;
}

const { ask, approveNewest } = deskOf(() => daftar);

const faults = [
  'right',
  'missing',
  'doubled',
  'over',
  'under',
  'near',
  'euro',
  'nameless',
  'returned',
  'refund-missing',
];
const files = fc.record({
  faults: fc.array(fc.constantFrom(...faults), { minLength: PAYMENTS, maxLength: PAYMENTS }),
  fees: fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: PAYMENTS, maxLength: PAYMENTS }),
  by: fc.integer({ min: 3, max: 9_999 }),
  strangers: fc.array(
    fc.integer({ min: -100_000, max: 100_000 }).filter((n) => n !== 0),
    { maxLength: 3 },
  ),
  monthly: fc.integer({ min: 0, max: 5_000 }),
  batches: fc.integer({ min: 1, max: 3 }),
});

type FileOf = typeof files extends fc.Arbitrary<infer T> ? T : never;

function rowsOf({ faults: all, fees, by, strangers, monthly, batches }: FileOf): Row[] {
  const rows: Row[] = payments.flatMap((payment, n): Row[] => {
    const fee = fees[n]!;
    const right = { gross: 10_000 + 100 * n, fee, order: payment.externalRef, batch: `B${n % batches}` };
    const back = { type: 'Refund', gross: -3_000, order: payment.reference, batch: right.batch };
    const refunds = payment.refunded && all[n] !== 'refund-missing' ? [back] : [];
    const also = (...more: Row[]) => [...more, ...refunds];
    switch (all[n]) {
      case 'missing':
        return also();
      case 'doubled':
        return also(right, right);
      case 'over':
        return also({ ...right, gross: right.gross + by });
      case 'under':
        return also({ ...right, gross: right.gross - by });
      case 'near':
        return also({ ...right, gross: right.gross + 2 });
      case 'euro':
        return also({ ...right, currency: 'EUR' });
      case 'nameless':
        return also({ ...right, order: `stranger-${n}` });
      case 'returned':
        return also(right, { ...back, type: 'Void', gross: -right.gross });
      default:
        return also(right);
    }
  });
  strangers.forEach((gross, n) => {
    rows.push({ gross, type: 'Adjustment', id: `adjustment-${n}`, batch: 'B0' });
  });
  if (monthly > 0) rows.push({ gross: 0, fee: monthly, type: 'Monthly fee', id: 'month' });
  return rows.length > 0 ? rows : [{ gross: 0, fee: 1, type: 'Monthly fee', id: 'month' }];
}

const tell = (path: string, body: unknown) =>
  daftar.call({ method: 'POST', path: `/api/ops/reconciliation/${path}`, as: finance, body });

/** Sums up the books of reconciliation, independently of the code that wrote them. */
async function sumsOf(fileId: number) {
  const [row] = await daftar.app.db<Record<string, number>[]>`
    select (select coalesce(sum(net_piastres), 0)::bigint from reconciliation_lines where file_id = ${fileId}) as lines,
           (select coalesce(sum(net_piastres), 0)::bigint from reconciliation_lines
             where file_id = ${fileId} and item is not null) as matched,
           (select coalesce(sum(net_piastres), 0)::bigint from reconciliation_lines
             where file_id = ${fileId} and kind = 'fee' and item is null) as fees,
           (select coalesce(sum(amount_piastres), 0)::bigint from reconciliation_breaks
             where file_id = ${fileId} and closed_at is null and item is null) as unknown,
           (select coalesce(sum(gross_piastres), 0)::bigint from reconciliation_lines
             where file_id = ${fileId} and item is not null) as gross,
           (select coalesce(sum(amount_piastres), 0)::bigint from reconciliation_breaks
             where file_id = ${fileId} and kind in ('over', 'under', 'rounding')) as differences,
           (select coalesce(sum(amount_piastres), 0)::bigint from reconciliation_breaks
             where processor_account_id = ${profile.accountId} and kind = 'ours_only' and closed_at is null) as missing,
           (select -sum(balance)::bigint from clearing_balances
             where processor_account_id = ${profile.accountId}) as owed`;
  return row!;
}

test('the lines of a file are what is matched, fees and breaks; what is owed to us is matched, differs or is missing', async () => {
  await fc.assert(
    fc.asyncProperty(files, async (file) => {
      const text = csvOf(rowsOf(file));
      const shown = await tell(`profiles/${profile.id}/preview`, fileForm(text));
      const imported = await tell(`profiles/${profile.id}/import`, fileForm(text));
      expect(imported.status, imported.raw).toBe(200);
      expect({ ...imported.body.data, id: null }).toEqual(shown.body.data);
      await reconciliationJobs['reconcile-missing']!(daftar.app, {});
      const { id } = imported.body.data;
      const sums = await sumsOf(id);
      expect(sums.lines).toBe(sums.matched! + sums.fees! + sums.unknown!);
      expect(sums.owed).toBe(sums.gross! - sums.differences! + sums.missing!);
      expect((await tell(`files/${id}/undo`, { reason: 'The next file' })).status).toBe(200);
      await reconciliationJobs['reconcile-missing']!(daftar.app, {});
      // Then nothing is matched, and everything that is owed is missing.
      expect((await sumsOf(id)).missing).toBe(sums.owed);
    }),
    { numRuns: 25 },
  );
});

/** The bank, costs, suspense and write-offs of everybody, in live mode. */
async function ledgerOf() {
  const rows = await daftar.app.db<{ kind: string; balance: number }[]>`
    select kind::text, sum(balance)::bigint as balance from ledger_accounts where mode = 'live' group by kind`;
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance])) as Record<string, number>;
}

const deposits = fc.record({
  wrong: fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 4, maxLength: 4 }),
  /** For each batch: booked by hand before or after its line is imported, or from the line. */
  ways: fc.array(fc.constantFrom('before', 'from-line'), { minLength: 4, maxLength: 4 }),
  /** Lines of the bank that no batch explains, and which of them are written off. */
  strays: fc.array(
    fc.record({
      piastres: fc.integer({ min: -9_000, max: 9_000 }).filter((n) => n !== 0),
      writtenOff: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  /** Whether lines are dated within the last signed period; the last line is not. */
  late: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
});

test('once its batches are booked, the bank has what its lines say, and all of it is settled, a cost, suspense, written off or open; each line is in one signed report', async () => {
  let second: OperatorActor;
  /** Sessions of the day on which payments are made, files imported, or a report signed. */
  const goTo = async (moment: string) => {
    daftar.clock.set(moment);
    finance = await daftar.operator('finance');
    second = await daftar.operator('finance');
    owner = await daftar.merchant();
  };
  daftar.clock.set('2026-06-15T09:00:00Z');
  const account = await accountOfOurs(daftar);
  let balance = 0;
  // Long after the files, so that no rule guesses matches.
  let today = '2026-09-20';
  let signedDay = today;
  const signed = { count: 0, piastres: 0, stillOpen: 0 };
  const writeOff = async (breakId: number) => {
    const asked = await tell(`breaks/${breakId}/write-off`, { reason: 'Below what asking costs' });
    expect(asked.status, asked.raw).toBe(200);
    const approved = await approveNewest(second);
    expect(approved.status, approved.raw).toBe(200);
  };
  const desk = async (path: string, body?: unknown) => {
    const reply = await daftar.call({ method: 'POST', path: `/api/ops${path}`, as: finance, body });
    expect(reply.status, reply.raw).toBe(200);
    return reply.body.data;
  };
  await fc.assert(
    fc.asyncProperty(files, deposits, async (file, { wrong, ways, strays, late }) => {
      await goTo(`${today}T09:00:00Z`);
      payments = await newPayments();
      const imported = await tell(`profiles/${profile.id}/import`, fileForm(csvOf(rowsOf(file))));
      expect(imported.status, imported.raw).toBe(200);
      const before = await ledgerOf();
      const { id } = imported.body.data;
      const path = `/api/ops/reconciliation/files/${id}`;
      const batches = (await daftar.call({ path, as: finance })).body.data.batches
        .filter(({ currency }: { currency: string }) => currency === 'EGP')
        .map((batch: { id: number; net: number }, n: number) => {
          const net = Math.round(batch.net * 100);
          // A zero amount has no line.
          const amount = Math.max(1, Math.abs(net) + wrong[n % wrong.length]!);
          return {
            id: batch.id,
            received: net < 0 ? -amount : amount,
            way: net === 0 ? 'before' : ways[n % ways.length],
          };
        }) as { id: number; received: number; way: string }[];
      for (const batch of batches.filter(({ way }) => way === 'before')) {
        const amount = Math.abs(batch.received) / 100;
        const body = { amount, bank_reference: `B-${batch.id}`, received_on: '2026-06-20' };
        await desk(`/reconciliation/batches/${batch.id}/book`, body);
      }
      const lines = [...batches.map(({ received }) => received), ...strays.map(({ piastres }) => piastres)];
      // No reference identifies them, so an operator does.
      const bookings = lines.map((piastres, n) => ({
        piastres,
        text: `CASE ${id} LINE ${n}`,
        day: late[n % late.length] && n < lines.length - 1 ? signedDay : today,
      }));
      const statement = await desk(
        `/bank-statements/accounts/${account}/import`,
        fileForm(mt940Of(balance, bookings, { day: bookings[0]!.day })),
      );
      balance += lines.reduce((sum, piastres) => sum + piastres, 0);
      const listed = (
        await daftar.call({ path: `/api/ops/bank-statements/${statement.id}/lines`, as: finance })
      ).body.data as { id: number; text: string; break_id: number }[];
      const lineOf = (n: number) => listed.find(({ text }) => text.endsWith(`LINE ${n}`))!;
      for (const [n, batch] of batches.entries()) {
        await desk(`/bank-lines/${lineOf(n).id}/batches`, { batches: [batch.id] });
        if (batch.way === 'from-line') await desk(`/bank-batches/${batch.id}/book`);
      }
      for (const [n, stray] of strays.entries())
        if (stray.writtenOff) await writeOff(lineOf(batches.length + n).break_id);
      const [deposit] = (
        await daftar.call({ path: '/api/ops/reconciliation/breaks', query: { kind: 'deposit' }, as: finance })
      ).body.data;
      if (deposit) await writeOff(deposit.id);
      const after = await ledgerOf();
      const moved = (kind: string) => (after[kind] ?? 0) - (before[kind] ?? 0);
      const sumOf = (all: readonly { piastres: number }[]) =>
        all.reduce((sum, { piastres }) => sum + piastres, 0);
      const open = sumOf(strays.filter(({ writtenOff }) => !writtenOff));
      const booked = lines.reduce((sum, piastres) => sum + piastres, 0) - open;
      expect(moved('bank')).toBe(-booked);
      expect(moved('clearing') + moved('suspense') + moved('write_offs')).toBe(
        booked - moved('acquirer_fees'),
      );
      const [settled] = await daftar.app.db<{ settled: number }[]>`
        select coalesce(sum(settled_piastres), 0)::bigint as settled from reconciliation_lines where file_id = ${id}`;
      expect(moved('clearing')).toBe(settled!.settled);
      // Each line of the bank is a batch's with all of its amount, written off, or open.
      const [level] = await daftar.app.db<{ linked: number; open: number; given: number }[]>`
        select (select coalesce(sum(k.amount_piastres), 0)::bigint from bank_line_links k
                  join bank_lines l on l.id = k.line_id where l.file_id = ${statement.id}) as linked,
               (select coalesce(sum(b.amount_piastres), 0)::bigint from reconciliation_breaks b
                  join bank_lines l on l.id = b.bank_line_id where l.file_id = ${statement.id} and b.closed_at is null) as open,
               (select coalesce(sum(w.amount_piastres), 0)::bigint from reconciliation_write_offs w
                  join reconciliation_breaks b on b.id = w.break_id join bank_lines l on l.id = b.bank_line_id
                 where l.file_id = ${statement.id} and w.undone_at is null) as given`;
      const given = sumOf(strays) - open;
      expect(level).toEqual({ linked: booked - given, open, given });
      // The report of the bank account has each line once, whichever account at a processor it is of, if any.
      await goTo(`${nextDay(today)}T09:00:00Z`);
      const report = async () => {
        const form = { bank_account_id: account, day: today };
        const { id: cutOff } = await desk('/reconciliation/cut-offs', form);
        return (await ask(finance, `/reconciliation/cut-offs/${cutOff}`)).body.data;
      };
      const unowned = await report();
      const openStrays = strays.filter(({ writtenOff }) => !writtenOff);
      expect(unowned.is_explained).toBe(openStrays.length === 0);
      expect(unowned.bank_figures.lines.unexplained.count).toBe(openStrays.length);
      for (const [n, stray] of strays.entries())
        if (!stray.writtenOff)
          await desk(`/reconciliation/breaks/${lineOf(batches.length + n).break_id}/take`);
      const { id: cutOff, bank_figures: told, is_explained: isExplained } = await report();
      const piastresOf = ({ count, amount }: { count: number; amount: number }) => ({
        count,
        piastres: Math.round(amount * 100),
      });
      expect(isExplained).toBe(true);
      expect(piastresOf(told.lines.all)).toEqual({ count: lines.length, piastres: booked + open });
      expect(piastresOf(told.lines.batches)).toEqual({ count: batches.length, piastres: booked - given });
      expect(piastresOf(told.accounts[0])).toEqual(piastresOf(told.lines.batches));
      expect(piastresOf(told.lines.written_off).piastres).toBe(given);
      expect(piastresOf(told.lines.open)).toEqual({ count: openStrays.length, piastres: open });
      expect([told.lines.transfers.count, told.lines.closed.count, told.lines.unknown.count]).toEqual([
        0, 0, 0,
      ]);
      expect(piastresOf(told.earlier).piastres).toBe(signed.stillOpen);
      expect(told.balance).toMatchObject({
        opening: signed.piastres / 100,
        late: 0,
        closing: balance / 100,
        difference: 0,
        covered_until: today,
      });
      await desk(`/reconciliation/cut-offs/${cutOff}/sign`, { reason: 'The day is over' });
      expect((await approveNewest(second)).status).toBe(200);
      signed.count += told.lines.all.count;
      signed.piastres += piastresOf(told.lines.all).piastres;
      signed.stillOpen += open;
      signedDay = today;
      today = nextDay(today, 3);
      const [all] = await daftar.app.db<{ count: number; piastres: number }[]>`
        select count(*)::int as count, sum(amount_piastres)::bigint as piastres from bank_lines`;
      expect(all).toEqual({ count: signed.count, piastres: signed.piastres });
      expect(await differences(daftar)).toEqual([]);
    }),
    { numRuns: BOOKED_CASES },
  );
  const [moved] = await daftar.app.db<{ late: number }[]>`
    select count(*)::int as late from bank_lines where counted_on > booked_on`;
  expect(moved!.late).toBeGreaterThan(0);
});
