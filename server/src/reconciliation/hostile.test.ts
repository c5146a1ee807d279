/**
 * Amounts that must never be booked twice or lost: races with write-offs, costs that are no suspense, test money,
 * unbounded amounts.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { anAccount } from '../../tests/kit/ledger.ts';
import { differences, pay } from '../../tests/kit/money.ts';
import { deskOf } from '../../tests/kit/ops.ts';
import { mt940Of } from '../../tests/kit/reconciliation/statements.ts';
import {
  aProfile,
  csvOf,
  fileForm,
  moveToAccount,
  profileForm,
  type Row,
} from '../../tests/kit/reconciliation.ts';
import { accountOfOurs } from '../../tests/kit/samples-transfers.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';

let daftar: TestServer;
let finance: OperatorActor;
let second: OperatorActor;
let owner: Actor;
let profile: { id: number; accountId: number };
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  daftar.clock.set('2026-06-15T09:00:00Z');
  owner = await daftar.merchant();
  ({ finance, ...profile } = await aProfile(daftar));
  second = await daftar.operator('finance');
});

const { ask, tell, approveNewest } = deskOf(() => daftar);
const importRows = (rows: readonly Row[], id = profile.id) =>
  tell(finance, `/reconciliation/profiles/${id}/import`, fileForm(csvOf(rows)));
const breakOf = async (kind: string) =>
  (await ask(finance, '/reconciliation/breaks', { kind, sort_type: 'desc' })).body.data[0] as { id: number };
const reason = 'Below what asking costs';
const writeOff = (id: number) => tell(finance, `/reconciliation/breaks/${id}/write-off`, { reason });
const importLines = async (bookings: Parameters<typeof mt940Of>[1]) => {
  const account = await accountOfOurs(daftar);
  const imported = await tell(
    finance,
    `/bank-statements/accounts/${account}/import`,
    fileForm(mt940Of(0, bookings)),
  );
  expect(imported.status, imported.raw).toBe(200);
  const lines = (await ask(finance, `/bank-statements/${imported.body.data.id}/lines`)).body.data;
  return { account, lines: lines as { id: number; state: string }[] };
};

test('a file with more batches than its screen has says so', async () => {
  const shownOf = async (count: number) => {
    const rows = Array.from({ length: count }, (_, at) => ({
      type: 'Monthly fee',
      gross: 0,
      fee: 1,
      id: `FEE-${count}-${at}`,
      batch: `B-${at}`,
    }));
    const { id } = (await importRows(rows)).body.data;
    const { batches, has_more_batches } = (await ask(finance, `/reconciliation/files/${id}`)).body.data;
    return [batches.length, has_more_batches];
  };
  expect(await shownOf(500)).toEqual([500, false]);
  expect(await shownOf(501)).toEqual([500, true]);
});

test('a cost that a file names twice is a cost twice, and is not written off from suspense, where it never was', async () => {
  const payment = await pay(daftar, owner, { pounds: 100 });
  await moveToAccount(daftar, owner, payment.id, profile.accountId);
  const cost = { kind: 'acquirer_fee', amount: 3, vat: 0, reference: 'COST-1', direction: 'charged' };
  const path = `/transactions/${owner.merchantId}/${payment.id}/acquirer-costs`;
  const added = await tell(finance, path, cost);
  expect(added.status, added.raw).toBe(200);
  const fee = { type: 'Monthly fee', gross: 0, fee: 300, id: 'COST-1' };
  const file = await importRows([{ gross: 10_000, order: payment.reference }, fee, fee]);
  expect(file.status, file.raw).toBe(200);
  const { batches } = (await ask(finance, `/reconciliation/files/${file.body.data.id}`)).body.data;
  const body = { amount: batches[0].net, bank_reference: 'BNK', received_on: '2026-06-15' };
  expect((await tell(finance, `/reconciliation/batches/${batches[0].id}/book`, body)).status).toBe(200);
  const { id } = await breakOf('duplicate');
  const asked = await writeOff(id);
  expect([asked.status, asked.body.message]).toEqual([
    400,
    expect.stringContaining('Nothing of this break is open'),
  ]);
  expect(await differences(daftar)).toEqual([]);
});

/** Returns whether a session waits for an advisory lock. */
const isWaitedFor = async () => {
  const [row] = await daftar.database.sql<[{ n: number }]>`
    select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`;
  return row.n > 0;
};

test('a line of the bank that is being matched is not written off as well', async () => {
  const batch = (await importRows([{ gross: 500, id: 'x', type: 'Adjustment', batch: 'OTHER' }])).body.data;
  const { batches } = (await ask(finance, `/reconciliation/files/${batch.id}`)).body.data;
  const { lines } = await importLines([{ piastres: 700, text: 'CASH' }]);
  const { id } = await breakOf('credit_without_batch');
  expect((await writeOff(id)).status).toBe(200);
  let late: Awaited<ReturnType<typeof approveNewest>> | undefined;
  let approving: Promise<void> | undefined;
  await daftar.database.sql.begin(async (tx) => {
    // As `linkLine` does: it has found the line open.
    await tx`select pg_advisory_xact_lock(hashtext('bank_lines'))`;
    approving = approveNewest(second).then((reply) => {
      late = reply;
    });
    while (!late && !(await isWaitedFor()));
    await tx`
      insert into bank_line_links (line_id, batch_id, amount_piastres, rule, actor, created_at)
      values (${lines[0]!.id}, ${batches[0].id}, 700, 'manual', 'test', now())`;
    await tx`
      update reconciliation_breaks set state = 'resolved', ended_as = 'matched', closed_at = now(), closed_by = 'test'
       where closed_at is null and id = ${id}`;
  });
  await approving;
  expect([late!.status, late!.body.message]).toEqual([409, 'This break is closed already']);
  expect(await differences(daftar)).toEqual([]);
});

test('what a batch that is being reversed left behind is not written off meanwhile', async () => {
  const file = (await importRows([{ gross: 500, id: 'nobody', type: 'Adjustment' }])).body.data;
  const { batches } = (await ask(finance, `/reconciliation/files/${file.id}`)).body.data;
  const body = { amount: 4.5, bank_reference: 'BNK-R', received_on: '2026-06-15' };
  expect((await tell(finance, `/reconciliation/batches/${batches[0].id}/book`, body)).status).toBe(200);
  expect((await writeOff((await breakOf('deposit')).id)).status).toBe(200);
  let late: Awaited<ReturnType<typeof approveNewest>> | undefined;
  let approving: Promise<void> | undefined;
  await daftar.database.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext('reconciliation'), ${profile.accountId}::int)`;
    approving = approveNewest(second).then((reply) => {
      late = reply;
    });
    while (!late && !(await isWaitedFor()));
    expect(late).toBeUndefined();
  });
  await approving;
  expect(late!.status).toBe(200);
  expect(await differences(daftar)).toEqual([]);
});

test('test money explains no line of the bank', async () => {
  const accountId = await anAccount(daftar.app.db, { mode: 'test' });
  expect((await tell(finance, '/reconciliation/profiles', profileForm(accountId))).status).toBe(200);
  const [row] = await daftar.app.db<{ id: number }[]>`
    select id from reconciliation_profiles where processor_account_id = ${accountId}`;
  const file = await importRows(
    [{ gross: 12_345, id: 't', type: 'Adjustment', batch: 'TESTBATCH' }],
    row!.id,
  );
  expect(file.status, file.raw).toBe(200);
  const { batches } = (await ask(finance, `/reconciliation/files/${file.body.data.id}`)).body.data;
  const { lines } = await importLines([{ piastres: 12_345, text: 'TESTBATCH' }]);
  expect(lines[0]!.state).toBe('open');
  const byHand = await tell(finance, `/bank-lines/${lines[0]!.id}/batches`, { batches: [batches[0].id] });
  expect([byHand.status, Object.keys(byHand.body.errors ?? {})]).toEqual([422, ['batches']]);
});

test('amounts whose sum nothing can hold are refused with their row', async () => {
  const rows = Array.from({ length: 12 }, (_, n) => ({ gross: 999_999_999_999_900, id: `huge-${n}` }));
  const shown = await tell(finance, `/reconciliation/profiles/${profile.id}/preview`, fileForm(csvOf(rows)));
  expect(shown.status, shown.raw).toBe(200);
  expect(shown.body.data.errors[0]).toMatchObject({ column: 'gross' });
  expect((await importRows(rows)).status).toBe(422);
});

test('a tolerance is small, because what it gives up nobody approves', async () => {
  const form = profileForm(profile.accountId, { name: 'Wide', tolerance: 10.01 });
  const refused = await tell(finance, '/reconciliation/profiles', form);
  expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['tolerance']]);
});

test('a day in the year 0 is refused with its place', async () => {
  const account = await accountOfOurs(daftar);
  const day = (of: string) => `<${of}><Dt>0000-01-01</Dt></${of}>`;
  const amount = '<Amt Ccy="EGP">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>';
  const file = `<Document><BkToCstmrStmt><Stmt><Ntry>${amount}${day('BookgDt')}</Ntry></Stmt></BkToCstmrStmt></Document>`;
  const path = `/bank-statements/accounts/${account}/import`;
  const refused = await tell(finance, path, fileForm(file, { opening: '0', closing: '1' }));
  expect([refused.status, Object.keys(refused.body.errors ?? {})], refused.raw).toEqual([422, ['file']]);
});
