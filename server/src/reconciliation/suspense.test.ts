/** Unknown money stays visible: closing its break takes two operators and does not take it out of suspense. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differences, pay } from '../../tests/kit/money.ts';
import { deskOf } from '../../tests/kit/ops.ts';
import { foundAfter } from '../../tests/kit/proofs.ts';
import { aProfile, csvOf, fileForm, moveToAccount, type Row } from '../../tests/kit/reconciliation.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { reconciliationChecks } from './checks.ts';

let daftar: TestServer;
let finance: OperatorActor;
let second: OperatorActor;
let owner: Actor;
let profile: { id: number; accountId: number };
beforeAll(async () => {
  daftar = await startTestServer();
  await goTo('2026-06-15T09:00:00Z');
  owner = await daftar.merchant();
  ({ finance, ...profile } = await aProfile(daftar, { fee_rate: 1 }));
});
afterAll(() => daftar.close());
const { ask, tell, approveNewest, lastAudit } = deskOf(() => daftar);

/** Moves the clock; operators sign in again. */
async function goTo(moment: string): Promise<void> {
  daftar.clock.set(moment);
  [finance, second] = [await daftar.operator('finance'), await daftar.operator('finance')];
}
const desk = async (path: string, body?: unknown) => {
  const reply = await tell(finance, path, body);
  expect(reply.status, reply.raw).toBe(200);
  return reply.body;
};
const approve = async () => {
  const reply = await approveNewest(second);
  expect(reply.status, reply.raw).toBe(200);
};
const imported = async (rows: readonly Row[]) => {
  const { id } = (await desk(`/reconciliation/profiles/${profile.id}/import`, fileForm(csvOf(rows)))).data;
  const { batches } = (await ask(finance, `/reconciliation/files/${id}`)).body.data;
  return batches[0] as { id: number; net: number };
};
const book = (batch: { id: number; net: number }, amount = batch.net) =>
  desk(`/reconciliation/batches/${batch.id}/book`, {
    amount,
    bank_reference: `BNK-${batch.id}`,
    received_on: '2026-06-15',
  });
const breakOf = async (kind: string, closed: 'yes' | 'no' = 'no') =>
  (await ask(finance, '/reconciliation/breaks', { kind, is_closed: closed, sort_type: 'desc' })).body
    .data[0] as {
    id: number;
    state: string;
  };
const close = (id: number) => tell(finance, `/reconciliation/breaks/${id}/resolve`, { reason: 'Not ours' });
const inSuspense = async () =>
  (await ask(finance, '/reconciliation/suspense/balances')).body.data.find(
    ({ account }: { account: { id: number } }) => account.id === profile.accountId,
  ) as { amount: number; since: string; ages: number[] } | undefined;
const movements = async () =>
  (
    await ask(finance, '/reconciliation/suspense', {
      account_id: String(profile.accountId),
      sort_type: 'asc',
    })
  ).body.data.map(({ cause, amount }: { cause: string; amount: number }) => [cause, amount]);

test('a break with money behind it is closed by two operators, and its money stays in suspense and in every report', async () => {
  const payment = await pay(daftar, owner, { pounds: 100 });
  await moveToAccount(daftar, owner, payment.id, profile.accountId);
  const batch = await imported([
    { gross: 10_000, fee: 300, order: payment.reference },
    { gross: 10_000, fee: 100, order: payment.reference },
    { gross: 5_000, id: 'stranger' },
  ]);
  const before = await breakOf('theirs_only');
  // Before its batch is booked too: else the money would come into suspense under a closed break.
  expect((await ask(finance, `/reconciliation/breaks/${before.id}`)).body.data).toMatchObject({
    close_takes_two: true,
    can_write_off: false,
  });
  await book(batch, batch.net + 2);
  const expected = 99 + 50 + 2;
  expect(await inSuspense()).toEqual({
    account: expect.objectContaining({ id: profile.accountId }),
    amount: expected,
    since: '2026-06-15',
    ages: [expected, 0, 0, 0, 0],
  });
  // The cost that differs from the contract leaves nothing open, so one operator may explain it.
  expect((await close((await breakOf('fee')).id)).body.message).toBe('The break was closed');
  for (const kind of ['duplicate', 'theirs_only', 'deposit']) {
    const { id } = await breakOf(kind);
    const asked = await close(id);
    expect([asked.status, asked.body.message], kind).toEqual([
      200,
      'Another operator has to approve this now',
    ]);
    expect((await breakOf(kind)).id).toBe(id);
    expect((await close(id)).status).toBe(409);
    expect((await approveNewest(finance)).status).toBe(400);
    await approve();
    expect(await breakOf(kind, 'yes')).toMatchObject({ id, state: 'resolved' });
    expect(await lastAudit()).toMatchObject({
      action: 'reconciliation-break.resolve',
      after: { reason: 'Not ours', askedBy: finance.email },
    });
    expect((await inSuspense())?.amount).toBe(expected);
  }
  expect(await movements()).toEqual([['booked', expected]]);

  await goTo('2026-06-22T09:00:00Z');
  expect((await inSuspense())?.ages).toEqual([0, 0, expected, 0, 0]);
  const reportOf = async (day: string) => {
    const { id } = (await desk('/reconciliation/cut-offs', { account_id: profile.accountId, day })).data;
    return (await ask(finance, `/reconciliation/cut-offs/${id}`)).body.data as {
      id: number;
      figures: { suspense: object };
    };
  };
  expect((await reportOf('2026-06-14')).figures.suspense).toEqual({ opening: 0, closing: 0 });
  const report = await reportOf('2026-06-15');
  expect(report.figures.suspense).toEqual({ opening: 0, closing: expected });
  const { data } = (await ask(finance, `/reconciliation/cut-offs/${report.id}/lines`, { what: 'suspense' }))
    .body;
  expect(data).toEqual([
    expect.objectContaining({ amount: expected, reference: `BNK-${batch.id}`, reason: 'suspense' }),
  ]);
  const file = await ask(finance, `/reconciliation/cut-offs/${report.id}/export`, { format: 'csv' });
  expect(file.raw).toContain(`BNK-${batch.id}`);
  for (const language of ['en', 'ar']) {
    const pdf = await ask(finance, `/reconciliation/cut-offs/${report.id}/pdf`, { language });
    expect(pdf.raw.slice(0, 5)).toBe('%PDF-');
  }
  expect(await differences(daftar)).toEqual([]);
});

test('every movement of suspense is listed with its cause: booked, identified, written off, taken back and reversed', async () => {
  const earlier = await movements();
  const payment = await pay(daftar, await daftar.merchant(), { pounds: 60 });
  await moveToAccount(
    daftar,
    {
      merchantId: (
        await daftar.database
          .sql`select merchant_id as id from transactions order by created_at desc, id desc limit 1`
      )[0]!.id,
    },
    payment.id,
    profile.accountId,
  );
  const batch = await imported([
    { gross: 6_000, id: 'nobody-1', date: '22/06/2026' },
    { gross: 700, id: 'nobody-2', type: 'Adjustment', date: '22/06/2026' },
  ]);
  await book(batch);
  const { data } = (await ask(finance, '/reconciliation/breaks', { kind: 'theirs_only' })).body;
  const [sale, adjustment] = [60, 7].map(
    (amount) => data.find((each: { amount: number }) => each.amount === amount)!,
  );
  await desk(`/reconciliation/breaks/${sale.id}/match`, { reference: payment.reference });
  await desk(`/reconciliation/breaks/${adjustment.id}/write-off`, { reason: 'Below what asking costs' });
  // Explaining it and giving it up exclude each other while one waits.
  expect((await close(adjustment.id)).status).toBe(409);
  await approve();
  await desk(`/reconciliation/breaks/${adjustment.id}/take-back-write-off`, { reason: 'It came' });
  await approve();
  await desk(`/reconciliation/batches/${batch.id}/reverse`, { reason: 'The wrong one' });
  await approve();
  expect((await movements()).slice(earlier.length)).toEqual([
    ['booked', 67],
    ['identified', -60],
    ['written_off', -7],
    ['written_back', 7],
    ['reversed', -7],
  ]);
  const file = await ask(finance, '/reconciliation/suspense/export', { format: 'csv' });
  expect(file.raw.trim().split('\n')).toHaveLength(1 + earlier.length + 5);
  expect(await differences(daftar)).toEqual([]);
  const { sql } = daftar.database;
  const found = await foundAfter(
    sql,
    reconciliationChecks,
    `alter table reconciliation_suspense disable trigger append_only; update reconciliation_suspense set amount_piastres = 1`,
  );
  expect(found.map(([rule]) => rule)).toContain('reconciliation_suspense_is_moved');
});
