/** Merchants as the console finds, suspends and charges them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pay } from '../../../tests/kit/money.ts';
import { deskOf } from '../../../tests/kit/ops.ts';
import {
  type Actor,
  type OperatorActor,
  startTestServer,
  type TestServer,
} from '../../../tests/kit/server.ts';
import { readOutbox } from '../../messages/outbox.ts';
import { settleAllDue } from '../../settlements/service.ts';

let daftar: TestServer;
let finance: OperatorActor;
let reviewer: OperatorActor;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  // A Monday morning; sessions do not outlive a working day.
  daftar.clock.set('2026-06-15T09:00:00Z');
  [finance, reviewer] = [await daftar.operator('finance'), await daftar.operator('reviewer')];
  owner = await daftar.merchant();
});

const { ask, tell, lastAudit, approveNewest } = deskOf(() => daftar);

describe('merchants', () => {
  test('are found by part of a name in any Arabic spelling, by e-mail, mobile and id', async () => {
    const { sql } = daftar.database;
    await sql`update merchants set business_name = 'مؤسّسة الأمانة للتجارة' where id = ${owner.merchantId}`;
    const found = async (q: string) =>
      (await ask(reviewer, '/merchants', { q })).body.data.map(({ id }: { id: number }) => id);
    for (const q of ['الامانه', 'أمانة', owner.email.slice(0, 14), owner.mobile, String(owner.merchantId)]) {
      expect(await found(q), q).toEqual([owner.merchantId]);
    }
    expect(await found('100%_')).toEqual([]);
    const suspended = await daftar.merchant({ status: 4 });
    const { body } = await ask(reviewer, '/merchants', { status: '4' });
    expect(body.data).toEqual([
      expect.objectContaining({ id: suspended.merchantId, status: 4, is_held: false }),
    ]);
  });

  test('are suspended, and resumed to their former status, from the next call on', async () => {
    const call = () =>
      daftar.call({ method: 'POST', path: '/merchant/Customer/Create', mode: 'test', as: owner });
    const applicant = await daftar.merchant({ status: 1 });
    for (const [merchant, status] of [
      [owner, 3],
      [applicant, 1],
    ] as const) {
      const path = `/merchants/${merchant.merchantId}`;
      expect((await tell(reviewer, `${path}/suspend`, { reason: ' ' })).status).toBe(422);
      expect((await tell(reviewer, `${path}/suspend`, { reason: 'Papers ran out' })).status).toBe(200);
      expect(await lastAudit()).toMatchObject({
        merchantId: merchant.merchantId,
        actor: reviewer.email,
        address: '127.0.0.1',
        action: 'merchant.suspend',
        before: { status },
        after: { status: 4, reason: 'Papers ran out' },
      });
      if (merchant === owner) expect((await call()).status).toBe(403);
      expect((await tell(reviewer, `${path}/suspend`, { reason: 'again' })).status).toBe(400);
      expect((await tell(reviewer, `${path}/resume`, { reason: 'New papers' })).status).toBe(200);
      if (merchant === owner) expect((await call()).status).toBe(403);
      expect((await approveNewest(await daftar.operator('reviewer'))).status).toBe(200);
      if (merchant === owner) expect((await call()).status).toBe(422);
      expect((await tell(reviewer, `${path}/resume`, { reason: 'again' })).status).toBe(400);
      expect((await ask(reviewer, path)).body.data).toMatchObject({ status, status_reason: null });
    }
  });

  test('read about their suspension what was written for them, and nowhere the reason for operators', async () => {
    const path = `/merchants/${owner.merchantId}`;
    const resting = await daftar.merchant({ status: 2 });
    await daftar.database
      .sql`update merchants set status_reason = 'Blurred card' where id = ${resting.merchantId}`;
    const secret = 'Forged-invoices';
    const told = 'Your-commercial-register-expired';
    const body = { reason: secret, merchant_reason: told };
    expect((await tell(reviewer, `${path}/suspend`, body)).status).toBe(200);
    expect((await lastAudit()).after).toMatchObject({ reason: secret, merchantReason: told });
    expect((await ask(reviewer, path)).body.data).toMatchObject({
      status_reason: secret,
      merchant_reason: told,
    });
    await tell(finance, `${path}/settlement-hold`, { reason: secret });
    await tell(reviewer, `/merchants/${resting.merchantId}/suspend`, { reason: secret });
    await tell(reviewer, `/merchants/${resting.merchantId}/resume`, { reason: secret });
    await approveNewest(await daftar.operator('reviewer'));
    await tell(reviewer, `${path}/resume`, { reason: secret });

    const readBy = async (as: Actor): Promise<string> => {
      const paths = [
        'authenticated-merchant',
        'Kyc/State',
        'notifications',
        'notifications/history',
        'notifications/history/exportCsv',
        'audit-log',
        'audit-log/exportCsv',
      ];
      const replies = await Promise.all(
        paths.map((each) => daftar.call({ path: `/api/merchant/${each}`, as })),
      );
      const sent = await readOutbox(daftar.app, { to: as.email });
      for (const { status, raw } of replies) expect(status, raw).toBe(200);
      return [...replies.map(({ raw }) => raw), ...sent.map((mail) => JSON.stringify(mail))].join('\n');
    };
    const [read, readResting] = [await readBy(owner), await readBy(resting)];
    expect(read).not.toContain(secret);
    expect(readResting).not.toContain(secret);
    // In its status, its notification, its log and its e-mail.
    expect(read.split(told).length).toBeGreaterThan(4);
    // A resumed rejection shows its reason again.
    expect(readResting).toContain('Blurred card');
    const rows = await daftar.database.sql`
      select to_jsonb(t)::text as row from notifications t
       where merchant_id in (${owner.merchantId}, ${resting.merchantId})
      union all select to_jsonb(t)::text from webhook_events t
       where merchant_id in (${owner.merchantId}, ${resting.merchantId})`;
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) expect(row).not.toContain(secret);
  });

  test('pay the rates agreed with finance, for each method', async () => {
    const path = `/merchants/${owner.merchantId}`;
    const rates = [{ payment_method_id: 1, rate: '1.5', fixed: '2' }];
    const reason = 'The contract of June';
    expect((await tell(finance, `${path}/rates`, { was: [], rates, reason }, 'PUT')).status).toBe(200);
    expect((await ask(finance, path)).body.data.rates[0]).toMatchObject({ is_usual: true });
    expect((await approveNewest(await daftar.operator('finance'))).status).toBe(200);
    // An operator who read the rates before these cannot overwrite them.
    const late = await tell(finance, `${path}/rates`, { was: [], rates: [], reason }, 'PUT');
    expect([late.status, late.body.message]).toEqual([
      409,
      expect.stringContaining('Somebody else has changed'),
    ]);
    expect(await lastAudit()).toMatchObject({
      action: 'merchant.rates',
      before: { rates: [] },
      after: { rates: [{ method: 1, rateBps: 150, fixedPiastres: 200 }], askedBy: finance.email },
    });
    const { body } = await ask(finance, path);
    expect(body.data.rates[0]).toMatchObject({ rate: 1.5, fixed: 2, is_usual: false });
    expect(body.data.rates[1]).toMatchObject({ rate: 2.75, fixed: 3, is_usual: true });
    const { id } = await pay(daftar, owner, { pounds: 100 });
    const paid = (await ask(finance, `/transactions/${owner.merchantId}/${id}`)).body.data;
    expect(paid).toMatchObject({ fee: 3.5, mode: 'live', merchant: { mdr: 1.5 } });
    const twice = [rates[0], rates[0]];
    expect((await tell(finance, `${path}/rates`, { was: rates, rates: twice, reason }, 'PUT')).status).toBe(
      422,
    );
    const dear = [{ payment_method_id: 1, rate: 101, fixed: 0 }];
    const refused = await tell(finance, `${path}/rates`, { was: rates, rates: dear, reason }, 'PUT');
    expect(refused.body.errors).toHaveProperty(['rates.0.rate']);
  });

  test('are settled by their schedule', async () => {
    const path = `/merchants/${owner.merchantId}/settlement-schedule`;
    for (const wrong of [
      { schedule: 'weekly' },
      { schedule: 'weekly', day: 5 },
      { schedule: 'monthly', day: 0 },
    ]) {
      expect((await tell(finance, path, wrong, 'PUT')).body.errors).toHaveProperty('day');
    }
    expect((await tell(finance, path, { schedule: 'weekly', day: 3 }, 'PUT')).status).toBe(200);
    expect(await lastAudit()).toMatchObject({
      before: { schedule: 'daily', day: null },
      after: { schedule: 'weekly', day: 3 },
    });
    const { id } = await pay(daftar, owner);
    const read = async () => (await ask(finance, `/transactions/${owner.merchantId}/${id}`)).body.data;
    // Paid on a Monday: the Wednesday after it.
    expect(await read()).toMatchObject({ expected_settlement_date: '2026-06-17', settlement_status: 2 });
    daftar.clock.set('2026-06-16T09:00:00Z');
    expect(await settleAllDue(daftar.app, owner.merchantId)).toBe(0);
    daftar.clock.set('2026-06-17T09:00:00Z');
    expect(await settleAllDue(daftar.app, owner.merchantId)).toBe(1);
  });
});
