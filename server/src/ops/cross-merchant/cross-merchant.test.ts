/** Money across merchants: disputed, paid out. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anAccount } from '../../../tests/kit/ledger.ts';
import { differences, pay, settleAll } from '../../../tests/kit/money.ts';
import { deskOf } from '../../../tests/kit/ops.ts';
import { moveToAccount } from '../../../tests/kit/reconciliation.ts';
import { samples } from '../../../tests/kit/samples.ts';
import {
  type Actor,
  type OperatorActor,
  startTestServer,
  type TestServer,
} from '../../../tests/kit/server.ts';

let daftar: TestServer;
let finance: OperatorActor;
let colleague: OperatorActor;
let reviewer: OperatorActor;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  // A Monday morning; sessions do not outlive a working day.
  daftar.clock.set('2026-06-15T09:00:00Z');
  colleague = await daftar.operator('finance');
  [finance, reviewer] = [await daftar.operator('finance'), await daftar.operator('reviewer')];
  owner = await daftar.merchant();
});

const { ask, tell, approveNewest, declineNewest, lastAudit } = deskOf(() => daftar);

describe('money across merchants', () => {
  test('is found by reference, payer, amount and merchant, in one mode at a time', async () => {
    const other = await daftar.merchant();
    const mine = await pay(daftar, owner, { pounds: 123.45 });
    await pay(daftar, other, { pounds: 77 });
    await pay(daftar, owner, { pounds: 123.45, mode: 'test' });
    const find = async (query: Record<string, string>) =>
      (await ask(reviewer, '/transactions', query)).body.data.map(
        ({ reference }: { reference: string }) => reference,
      );
    const merchant_id = String(owner.merchantId);
    expect(await find({ reference: mine.reference.toLowerCase() })).toEqual([mine.reference]);
    expect(await find({ merchant_id })).toEqual([mine.reference]);
    expect(await find({ merchant_id, payer: 'ساره احمد' })).toEqual([mine.reference]);
    expect(await find({ amount_from: '123.45', amount_to: '123.45' })).toContain(mine.reference);
    expect(await find({ amount_from: '123.46', merchant_id })).toEqual([]);
    expect(await find({ merchant_id, mode: 'test' })).not.toContain(mine.reference);
    expect(await find({ merchant_id, payment_method_id: '1', account_id: '0' })).toEqual([mine.reference]);
    expect(await find({ merchant_id, payment_method_id: '3' })).toEqual([]);
    const account = await anAccount(daftar.database.sql);
    await moveToAccount(daftar, owner, mine.id, account);
    expect(await find({ account_id: String(account) })).toEqual([mine.reference]);
    expect(await find({ merchant_id, account_id: '0' })).toEqual([]);
    expect((await ask(reviewer, '/transactions/accounts')).body.data).toContainEqual({
      id: account,
      name: 'Bank',
      mode: 'live',
    });
    expect((await find({})).length).toBeGreaterThanOrEqual(2);
    expect((await find({ payer: 'sara@', sort_by: 'amount', sort_type: 'asc' })).length).toBeGreaterThan(1);
  });

  test('is found by what is typed into one field, by whatever a payer or a processor names it', async () => {
    const mine = await pay(daftar, owner, { pounds: 321.09 });
    await pay(daftar, owner, { pounds: 12 });
    const merchant_id = String(owner.merchantId);
    const find = async (q: string, path = '/transactions', row = 'reference') =>
      (await ask(finance, path, { merchant_id, q })).body.data.map(
        (found: Record<string, string>) => found[row],
      );
    const ours = `R${mine.id}`.padEnd(20, 'X');
    const [names] = await daftar.database.sql`
      select t.source_reference as link, a.id as attempt, a.external_ref as "externalRef"
        from transactions t join payment_attempts a on a.merchant_id = t.merchant_id and a.transaction_id = t.id
       where t.merchant_id = ${owner.merchantId} and t.id = ${mine.id}`;
    await daftar.database.sql`
      insert into processor_ids (merchant_id, attempt_id, account_id, kind, value, at)
      values (${owner.merchantId}, ${names!.attempt}, 0, 'receipt', ${`61${mine.id}4567`}, now())`;
    await daftar.database.sql`
      update payment_attempts set external_ref = ${ours}
       where merchant_id = ${owner.merchantId} and id = ${names!.attempt}`;
    await settleAll(daftar, owner);
    const path = `/transactions/${owner.merchantId}/${mine.id}/chargeback`;
    const opened = (await tell(finance, path, { reason: 'fraudulent', case_id: 'CASE-77' })).body.data
      .reference;
    for (const typed of [
      mine.reference,
      mine.reference.toLowerCase().slice(4),
      names!.link,
      opened,
      '321.09',
      '٣٢١٫٠٩',
      `61${mine.id}4567`,
      ours.toLowerCase(),
    ]) {
      expect(await find(typed), typed).toEqual([mine.reference]);
    }
    for (const typed of ['+20 111 234 5678', 'ساره', 'sara@example']) {
      expect(await find(typed), typed).toHaveLength(2);
    }
    for (const typed of ['INV-00000000', 'TKT-00000000', 'x', '99999', 'nobody at all', '\u202e', '"; --']) {
      expect(await find(typed), typed).toEqual([]);
    }
    for (const typed of [opened, mine.reference, 'case-77', '321.09', 'ساره']) {
      expect(await find(typed, '/chargebacks'), typed).toEqual([opened]);
    }
    const settled = (await find('', '/settlements'))[0];
    for (const typed of [settled, mine.reference]) {
      expect(await find(typed, '/settlements'), typed).toEqual([settled]);
    }
    expect(await find(settled)).toContain(mine.reference);
    const long = await ask(finance, '/transactions', { q: 'a'.repeat(256) });
    expect(long.status).toBe(422);
  });

  test('is saved as a file with the rows of its filters, safe to open, and the log says by whom', async () => {
    const mine = await pay(daftar, owner, { pounds: 321.09 });
    await pay(daftar, owner, { pounds: 12 });
    await daftar.database.sql`
      update merchants set business_name = '=cmd|calc' where id = ${owner.merchantId}`;
    const merchant_id = String(owner.merchantId);
    const asked = { merchant_id, q: '321.09', sort_by: 'amount', sort_type: 'asc' };
    const { raw, status } = await ask(finance, '/transactions/export', asked);
    expect(status).toBe(200);
    const [head, ...rows] = raw.replace('\ufeff', '').trimEnd().split('\r\n');
    expect(head).toBe(
      'Reference,Merchant,Merchant number,Payer,E-mail,Mobile,Method,Amount (EGP),Status,Created (Cairo),Mode',
    );
    expect(rows).toEqual([
      `${mine.reference},'=cmd|calc,${merchant_id},سارة أحمد,sara@example.com,01112345678,Card,321.09,Success,2026-06-15 12:00,Live`,
    ]);
    expect(await lastAudit()).toMatchObject({
      merchantId: 0,
      actor: finance.email,
      action: 'list.export',
      subject: 'list:transactions',
      after: { format: 'csv', q: '321.09', merchant_id: owner.merchantId },
    });
    const book = await ask(finance, '/transactions/export', { ...asked, format: 'xlsx' });
    expect(book.raw.startsWith('PK')).toBe(true);
    for (const path of ['/unanswered-payments', '/chargebacks', '/payouts', '/settlements']) {
      const empty = await ask(finance, `${path}/export`, { merchant_id });
      expect(empty.status, path).toBe(200);
      expect(empty.raw.trimEnd().split('\r\n'), path).toHaveLength(1);
    }
    expect((await ask(reviewer, '/payouts/export', { merchant_id })).status).toBe(403);
    expect((await ask(finance, '/transactions/export', { format: 'pdf' })).status).toBe(422);
  });

  test('that its processor never answered for is listed with when it began and was last polled, in its mode', async () => {
    const other = await daftar.merchant();
    const mine = await pay(daftar, owner, { pounds: 80, method: 4 });
    await pay(daftar, owner);
    const test = await pay(daftar, owner, { mode: 'test' });
    const theirs = await pay(daftar, other);
    const asked = new Date('2026-06-14T21:30:00Z');
    await daftar.database.sql`
      update payment_attempts set unanswered_at = ${asked}
       where transaction_id in ${daftar.database.sql([mine.id, test.id, theirs.id])}`;
    const merchant_id = String(owner.merchantId);
    const find = async (query: Record<string, string>) =>
      (await ask(reviewer, '/unanswered-payments', query)).body.data;
    expect(await find({ merchant_id })).toEqual([
      {
        id: expect.any(Number),
        merchant: { id: owner.merchantId, name: expect.any(String) },
        mode: 'live',
        created_at: expect.any(String),
        transaction_id: mine.id,
        reference: mine.reference,
        payment_method: expect.objectContaining({ id: 4 }),
        amount: 80,
        processor: 'sandbox',
        asked_at: asked.toISOString(),
        unknown_status: null,
      },
    ]);
    await daftar.database.sql`
      update payment_attempts set unanswered_at = null, unknown_word = 'ON_THE_MOON', next_ask_at = now()
       where transaction_id = ${mine.id}`;
    const [unknown] = await find({ merchant_id });
    expect(unknown).toMatchObject({ reference: mine.reference, unknown_status: 'ON_THE_MOON' });
    const references = (rows: { reference: string }[]) => rows.map(({ reference }) => reference);
    expect(references(await find({ merchant_id, mode: 'test' }))).toEqual([test.reference]);
    expect(references(await find({}))).toEqual([theirs.reference, mine.reference]);
  });

  test('never shows a payment under another merchant’s address', async () => {
    const other = await daftar.merchant();
    const { id } = await pay(daftar, owner);
    expect((await ask(finance, `/transactions/${other.merchantId}/${id}`)).status).toBe(404);
    expect(
      (await tell(finance, `/transactions/${other.merchantId}/${id}/chargeback`, { reason: 'x' })).status,
    ).toBe(404);
  });

  test('is disputed and decided once', async () => {
    const { id } = await pay(daftar, owner);
    const open = `/transactions/${owner.merchantId}/${id}/chargeback`;
    expect((await tell(finance, open, { reason: 'fraudulent', amount: '100.01' })).status).toBe(422);
    const opened = await tell(finance, open, { reason: 'fraudulent', amount: '40' });
    expect(opened.status, opened.raw).toBe(200);
    expect((await tell(finance, open, { reason: 'fraudulent' })).status).toBe(400);
    const { body } = await ask(finance, '/chargebacks', { reference: opened.body.data.reference });
    expect(body.data[0]).toMatchObject({ amount: 40, status: 0, transaction_id: id });
    const path = `/chargebacks/${owner.merchantId}/${body.data[0].id}`;
    const answer = { method: 'POST', path: `/merchant/chargebacks/${body.data[0].id}/answer` } as const;
    const answered = await daftar.call({
      ...answer,
      mode: 'live',
      as: owner,
      body: { answer: 'It was delivered' },
    });
    expect(answered.status, answered.raw).toBe(200);
    for (const decision of ['apply', 'withdraw']) {
      const unread = await tell(finance, `${path}/${decision}`, { answered_at: null, reason: 'Delivered' });
      expect([unread.status, unread.body.message]).toEqual([
        409,
        'The merchant has responded since you opened this chargeback. Read the response, then decide',
      ]);
    }
    const again = await ask(finance, '/chargebacks', { reference: opened.body.data.reference });
    const { answered_at } = again.body.data[0];
    expect((await tell(finance, `${path}/withdraw`, { answered_at, reason: 'Delivered' })).status).toBe(200);
    expect((await approveNewest(colleague)).status).toBe(200);
    expect(await lastAudit()).toMatchObject({ actor: colleague.email, action: 'chargeback.withdrawn' });
    expect((await tell(finance, `${path}/apply`, { answered_at, reason: 'Seen' })).status).toBe(400);
    expect(await differences(daftar)).toEqual([]);
  });

  test.each([
    ['apply', 1],
    ['withdraw', 2],
  ])(
    '%s: a decision on the newest response succeeds, one on an older response is refused',
    async (decision, status) => {
      const { id } = await pay(daftar, owner);
      const open = `/transactions/${owner.merchantId}/${id}/chargeback`;
      const { reference } = (await tell(finance, open, { reason: 'fraudulent' })).body.data;
      const shown = async () => (await ask(finance, '/chargebacks', { reference })).body.data[0];
      const chargeback = (await shown()).id;
      const decide = (answered_at: string | null) =>
        tell(finance, `/chargebacks/${owner.merchantId}/${chargeback}/${decision}`, {
          answered_at,
          reason: 'Delivered',
        });
      const answeredAt = async (answer: string): Promise<string> => {
        daftar.clock.advance({ minutes: 1 });
        const path = `/merchant/chargebacks/${chargeback}/answer`;
        const given = await daftar.call({ method: 'POST', path, mode: 'live', as: owner, body: { answer } });
        expect(given.status, given.raw).toBe(200);
        return (await shown()).answered_at;
      };
      const first = await answeredAt('Delivered on Monday');
      const second = await answeredAt('Delivered on Tuesday');
      for (const older of [null, first]) {
        expect((await decide(older)).status, String(older)).toBe(409);
        expect((await shown()).status).toBe(0);
      }
      daftar.clock.advance({ minutes: 1 });
      expect((await decide(second)).status).toBe(200);
      if (decision === 'withdraw') {
        // The merchant's later additions, while the request waits, have not been read.
        const third = await answeredAt('Delivered on Wednesday');
        expect((await approveNewest(colleague)).status).toBe(409);
        expect((await shown()).status).toBe(0);
        expect((await decide(third)).status).toBe(409);
        expect((await declineNewest(colleague)).status).toBe(200);
        expect((await decide(third)).status).toBe(200);
        expect((await approveNewest(colleague)).status).toBe(200);
      }
      expect((await shown()).status).toBe(status);
      expect(await differences(daftar)).toEqual([]);
    },
  );

  test('is disputed with files, readable by finance alone and only those of its chargeback', async () => {
    const make = (name: string) =>
      samples[`ops-money.${name}`]!.params!({ daftar, actor: owner, mode: 'live' });
    const { id, filePath } = await make('evidenceFile');
    const path = `/chargebacks/${owner.merchantId}/${id}/files`;
    const files = await ask(finance, path);
    expect(files.body.data).toEqual([
      { path: filePath, name: 'receipt.png', type: 'image/png', sizeBytes: expect.any(Number) },
    ]);
    const read = await ask(finance, `${path}/${filePath}`, { size: 'large' });
    expect([read.status, read.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect((await ask(reviewer, `${path}/${filePath}`)).status).toBe(403);
    const other = await make('evidenceFile');
    expect((await ask(finance, `${path}/${other.filePath}`)).status).toBe(404);
    expect((await ask(finance, `/chargebacks/${owner.merchantId + 1}/${id}/files`)).status).toBe(404);
  });

  test('of a payout is handed over or returned once', async () => {
    await pay(daftar, owner);
    await settleAll(daftar, owner);
    for (const amount of [10, 20]) {
      const path = '/merchant/payment_links/payout';
      await daftar.call({ method: 'POST', path, mode: 'live', as: owner, body: { amount } });
    }
    const list = async () =>
      (await ask(finance, '/payouts', { merchant_id: String(owner.merchantId), state: 'requested' })).body
        .data;
    const [second, first] = await list();
    const path = (payout: { id: number }) => `/payouts/${owner.merchantId}/${payout.id}`;
    expect((await tell(finance, `${path(first)}/hand-over`)).status).toBe(200);
    expect((await tell(finance, `${path(first)}/return`, { reason: 'late' })).status).toBe(400);
    expect((await tell(finance, `${path(second)}/return`, { reason: 'No such account' })).status).toBe(200);
    expect(await list()).toHaveLength(1);
    expect((await approveNewest(colleague)).status).toBe(200);
    expect(await lastAudit()).toMatchObject({
      actor: colleague.email,
      action: 'payout.returned',
      after: { reason: 'No such account' },
    });
    expect(await list()).toEqual([]);
    expect(await differences(daftar)).toEqual([]);
  });

  test('of a payout that is returned is not handed over as well, whoever is faster, and repeated calls ask once', async () => {
    await pay(daftar, owner);
    await settleAll(daftar, owner);
    const path = '/merchant/payment_links/payout';
    await daftar.call({ method: 'POST', path, mode: 'live', as: owner, body: { amount: 10 } });
    const { body } = await ask(finance, '/payouts', { merchant_id: String(owner.merchantId) });
    const payout = `/payouts/${owner.merchantId}/${body.data[0].id}`;
    const asked = await Promise.all(
      [finance, finance, colleague].map((as) => tell(as, `${payout}/return`, { reason: 'No such account' })),
    );
    expect(asked.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const [, , theirs] = asked;
    const [asker, other] = theirs!.status === 200 ? [colleague, finance] : [finance, colleague];
    const waiting = (await ask(colleague, '/approvals', { kind: 'payout-return', state: 'waiting' })).body
      .data;
    expect(waiting).toMatchObject([{ reason: 'No such account', merchant: { id: owner.merchantId } }]);
    // Neither the asker nor an account that they have just invited decides.
    expect((await approveNewest(asker)).status).toBe(400);
    const friend = await daftar.operator('finance');
    await daftar.database.sql`
      update operators set invited_at = now(), invited_by = (select id from operators where email = ${asker.email})
       where email = ${friend.email}`;
    expect((await approveNewest(friend)).body.message).toContain('third operator');
    // One approves in two tabs while another hands it over.
    const both = await Promise.all([
      approveNewest(other),
      approveNewest(other),
      tell(asker, `${payout}/hand-over`),
    ]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const { state } = (await ask(finance, '/payouts', { code: body.data[0].code })).body.data[0];
    expect(state).toBe(both[2]!.status === 200 ? 'handed-over' : 'returned');
    expect(await differences(daftar)).toEqual([]);
  });

  test('of a payout cannot be collected by a suspended merchant; it can return to the balance', async () => {
    await pay(daftar, owner);
    await settleAll(daftar, owner);
    const path = '/merchant/payment_links/payout';
    await daftar.call({ method: 'POST', path, mode: 'live', as: owner, body: { amount: 10 } });
    const { body } = await ask(finance, '/payouts', { merchant_id: String(owner.merchantId) });
    const payout = `/payouts/${owner.merchantId}/${body.data[0].id}`;
    const suspended = await tell(reviewer, `/merchants/${owner.merchantId}/suspend`, { reason: 'Papers' });
    expect(suspended.status).toBe(200);
    const refused = await tell(finance, `${payout}/hand-over`);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain('suspended');
    expect((await tell(finance, `${payout}/return`, { reason: 'Suspended' })).status).toBe(200);
    expect((await approveNewest(colleague)).status).toBe(200);
    expect((await ask(finance, '/payouts', { code: body.data[0].code })).body.data[0].state).toBe('returned');
    expect(await differences(daftar)).toEqual([]);
  });
});
