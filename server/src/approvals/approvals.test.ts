import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { balances, differences, pay, refund, rowOf, settleAll } from '../../tests/kit/money.ts';
import { PASSWORD, withPassword } from '../../tests/kit/profile.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { readOutbox } from '../messages/outbox.ts';
import { approvalJobs } from './jobs.ts';

let daftar: TestServer;
let maker: Actor;
let checker: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  maker = await daftar.merchant();
  checker = await daftar.colleague(maker, ['transaction-refund', 'payout-request-transactions']);
});

const settings = (body: Record<string, unknown>, as = maker) =>
  daftar.call({ method: 'POST', path: '/merchant/approvals/settings', mode: 'live', as, body });
const turnOn = async (refundAbove: number | string = 50) =>
  expect((await settings({ enabled: true, refund_above: refundAbove })).status).toBe(200);
const list = async (as: Actor, query: Record<string, string> = {}) =>
  (await daftar.call({ path: '/merchant/approvals', mode: 'live', as, query })).body;
const counts = async (as: Actor): Promise<Record<string, number>> => {
  const { data } = (await daftar.call({ path: '/merchant/approvals/counts', mode: 'live', as })).body;
  return Object.fromEntries(data.map((each: { status: string; total: number }) => [each.status, each.total]));
};
const decide = (verb: 'approve' | 'decline' | 'withdraw', id: number, as: Actor, body?: object) =>
  daftar.call({ method: 'POST', path: `/merchant/approvals/${id}/${verb}`, mode: 'live', as, body });
const payout = (amount: number, as = maker) =>
  daftar.call({ method: 'POST', path: '/merchant/payment_links/payout', mode: 'live', as, body: { amount } });
const bell = async (as: Actor) =>
  (await daftar.call({ path: '/merchant/notifications', mode: 'live', as })).body.data.data.map(
    (each: { content: string }) => each.content,
  );
const auditOf = (merchantId: number) => daftar.database.sql<{ action: string; actor: string }[]>`
  select action, actor from audit_log where merchant_id = ${merchantId} and action like 'approval%' order by id`;

/** Tokens live for minutes; the clock has moved by days. */
async function signInAgain(actor: Actor): Promise<void> {
  const { merchantId, userId, sessionId } = actor;
  const token = await daftar.auth.tokens.sign({ merchantId, userId, sessionId }, daftar.clock.now());
  actor.headers = { authorization: `Bearer ${token}` };
}

async function funded(pounds = 100) {
  await pay(daftar, maker, { pounds });
  await settleAll(daftar, maker);
}

describe('until a merchant turns approvals on', () => {
  test('nothing needs approval, and the replies are those of the specification', async () => {
    const { id } = await pay(daftar, maker);
    expect((await refund(daftar, maker, id, { amount: 100 })).body.data).toMatchObject({
      state: 'succeeded',
      approval_id: null,
      approved_by: null,
    });
    expect((await list(maker)).data).toEqual([]);
    const read = await daftar.call({ path: '/merchant/approvals/settings', mode: 'live', as: maker });
    expect(read.body.data).toEqual({ enabled: false, refund_above: 0, waiting: false });
  });

  test('they cannot be turned on while only one user could approve', async () => {
    const alone = await daftar.merchant();
    const answer = await settings({ enabled: true, refund_above: 0 }, alone);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain('At least two active people');
    await daftar.colleague(alone, ['transaction-refund']);
    expect((await settings({ enabled: true, refund_above: 0 }, alone)).status).toBe(400);
    await daftar.colleague(alone, ['payout-request-transactions']);
    expect((await settings({ enabled: true, refund_above: 0 }, alone)).status).toBe(200);
  });

  test.each([
    [{ enabled: 'maybe', refund_above: 1 }],
    [{ enabled: true }],
    [{ enabled: true, refund_above: -1 }],
  ])('refuses %j', async (body) => expect((await settings(body)).status).toBe(422));

  test('everybody concerned is told who turned them on, and who turned them off with a second person’s approval', async () => {
    await turnOn('50.00');
    expect(await bell(checker)).toEqual([expect.stringContaining('refunds above 50.00 EGP')]);
    await withPassword(daftar, maker);
    await settings({ enabled: false, refund_above: 0, current_password: PASSWORD });
    expect((await bell(checker))[0]).toContain('asked to require fewer approvals');
    await decide('approve', (await list(checker)).data[0].id, checker);
    expect((await bell(maker)).join()).toContain('turned off approvals');
  });
});

describe('a refund', () => {
  test('up to the threshold is made at once; above it, it moves no money until another user approves', async () => {
    await turnOn();
    const { id, reference } = await pay(daftar, maker);
    expect((await refund(daftar, maker, id, { amount: 20 })).body.data.state).toBe('succeeded');
    const before = await balances(daftar, maker);
    const asked = await refund(daftar, maker, id, { amount: 60, reason: 'Broken' });
    expect(asked.body).toMatchObject({
      message: 'The refund is waiting for a second person’s approval',
      data: { id: null, state: 'waiting', amount: 60, reason: 'Broken', requested_by: 'Mona Adel' },
    });
    expect(await balances(daftar, maker)).toEqual(before);
    expect(await rowOf(daftar, id)).toMatchObject({ refunded: 2000, refunding: 0 });
    expect(await bell(checker)).toEqual([
      expect.stringContaining(reference),
      expect.stringContaining('20.00'),
      expect.stringContaining('turned on'),
    ]);

    const [row] = (await list(checker, { state: 'waiting' })).data;
    expect(row).toMatchObject({
      kind: 'refund',
      amount: 60,
      transaction_reference: reference,
      mine: false,
      by_key: false,
    });
    expect((await list(maker)).data[0].mine).toBe(true);
    const approved = await decide('approve', row.id, checker);
    expect(approved.body).toMatchObject({
      message: 'You approved the refund',
      data: { state: 'approved', requested_by: 'Mona Adel', decided_by: 'Omar Said' },
    });
    expect(await rowOf(daftar, id)).toMatchObject({ refunded: 8000, refunding: 0 });
    const path = `/merchant/transactions/${id}/refunds`;
    const { data } = (await daftar.call({ path, mode: 'live', as: maker })).body;
    expect(data.refunds[0]).toMatchObject({
      state: 'succeeded',
      requested_by: 'Mona Adel',
      approved_by: 'Omar Said',
      approval_id: row.id,
    });
    expect(data).toMatchObject({ refundable_amount: 20, waits_above: 0 });
    expect(await bell(maker)).toEqual([
      expect.stringContaining('was refunded'),
      expect.stringContaining('approved your refund of 60.00'),
      expect.stringContaining('20.00'),
    ]);
    expect((await auditOf(maker.merchantId)).map(({ action, actor }) => [action, actor])).toEqual([
      ['approvals.settings', maker.email],
      ['approval.ask', maker.email],
      ['approval.approved', checker.email],
    ]);
    expect(await differences(daftar)).toEqual([]);
  });

  test('split into parts needs approval as soon as their sum exceeds the threshold', async () => {
    await turnOn();
    const { id } = await pay(daftar, maker);
    const states = [];
    for (const amount of [20, 30, 0.01, 20])
      states.push((await refund(daftar, maker, id, { amount })).body.data.state);
    expect(states).toEqual(['succeeded', 'succeeded', 'waiting', 'waiting']);
  });

  test('above the refundable amount, or of a kiosk payment without a bank account, is refused at the request', async () => {
    await turnOn();
    const { id } = await pay(daftar, maker);
    expect((await refund(daftar, maker, id, { amount: 100.01 })).status).toBe(422);
    const kiosk = await pay(daftar, maker, { method: 4 });
    expect((await refund(daftar, maker, kiosk.id, { amount: 90 })).status).toBe(422);
    expect((await list(maker)).data).toEqual([]);
  });

  test('that the payment no longer covers cannot be approved, stays pending, and can be declined', async () => {
    await turnOn();
    const { id } = await pay(daftar, maker);
    await refund(daftar, maker, id, { amount: 60 });
    await refund(daftar, maker, id, { amount: 70 });
    const [second, first] = (await list(checker)).data;
    expect((await decide('approve', first.id, checker)).status).toBe(200);
    const refused = await decide('approve', second.id, checker);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain('no longer has that much left');
    expect((await list(checker, { state: 'waiting' })).data).toHaveLength(1);
    expect((await decide('decline', second.id, checker)).status).toBe(422);
    expect((await decide('decline', second.id, checker, { reason: 'Asked twice' })).body.data).toMatchObject({
      state: 'declined',
      decline_reason: 'Asked twice',
    });
    expect((await bell(maker))[0]).toContain('Asked twice');
    const details = await daftar.call({ path: `/merchant/transactions/${id}`, mode: 'live', as: maker });
    expect(details.body.data.refunds).toEqual([
      expect.objectContaining({ state: 'succeeded', amount: 60 }),
      expect.objectContaining({ id: null, state: 'canceled', failure_reason: 'Declined: Asked twice' }),
    ]);
    expect(await differences(daftar)).toEqual([]);
  });

  test('requested twice with one Idempotency-Key is one request', async () => {
    await turnOn();
    const { id } = await pay(daftar, maker);
    const send = () => refund(daftar, maker, id, { amount: 60 }, { 'idempotency-key': 'once' });
    const [one, two] = await Promise.all([send(), send()]);
    expect(one.raw).toBe(two.raw);
    expect((await list(maker)).data).toHaveLength(1);
  });
});

describe('a payout', () => {
  test('always needs approval; its code is issued once another user approves it', async () => {
    await turnOn(1000);
    await funded();
    const read = await daftar.call({ path: '/merchant/available_balance', mode: 'live', as: maker });
    expect(read.body.data).toEqual({ available_balance: 93.44, needs_approval: true });
    const asked = await payout(50);
    expect(asked.status).toBe(201);
    expect(asked.body).toMatchObject({
      message: 'The payout is waiting for a second person’s approval',
      data: { code: null, available_balance: 93.44 },
    });
    expect(await balances(daftar, maker)).toMatchObject({ available: 9344 });
    expect((await decide('approve', asked.body.data.approval_id, checker)).status).toBe(200);
    expect(await balances(daftar, maker)).toMatchObject({ available: 4344, payout: 5000 });
    const [row] = (await daftar.call({ path: '/merchant/payouts', mode: 'live', as: maker })).body.data;
    expect(row).toMatchObject({ requested_by: 'Mona Adel', approved_by: 'Omar Said', state: 'requested' });
    expect(row.code).toMatch(/^PAY-/);
    expect(await differences(daftar)).toEqual([]);
  });

  test('above the balance is refused at the request, and at approval if the balance shrank meanwhile', async () => {
    await turnOn();
    await funded();
    expect((await payout(93.45)).body).toMatchObject({ statusCode: 422, error: expect.any(String) });
    expect((await payout(93.44)).status, 'all of it').toBe(201);
    const first = (await payout(60)).body.data.approval_id;
    const second = (await payout(60)).body.data.approval_id;
    expect((await decide('approve', first, checker)).status).toBe(200);
    const refused = await decide('approve', second, checker);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain('available balance');
    expect(await differences(daftar)).toEqual([]);
  });
});

describe('who may decide', () => {
  beforeEach(() => turnOn());

  test('a requester cannot approve or decline their own request; only they can withdraw it, once', async () => {
    const { id } = await pay(daftar, maker);
    await refund(daftar, maker, id, { amount: 60 });
    const [row] = (await list(maker)).data;
    const own = await decide('approve', row.id, maker);
    expect(own.status).toBe(400);
    expect(own.body.message).toContain('Someone else');
    expect((await decide('decline', row.id, maker, { reason: 'No' })).status).toBe(400);
    expect((await decide('withdraw', row.id, checker)).status).toBe(400);
    expect((await decide('withdraw', row.id, maker)).body.data.state).toBe('withdrawn');
    for (const [verb, who] of [
      ['approve', checker],
      ['withdraw', maker],
    ] as const) {
      expect((await decide(verb, row.id, who)).status).toBe(400);
    }
    expect(await rowOf(daftar, id)).toMatchObject({ refunded: 0, refunding: 0 });
  });

  test('a user with some of the permissions sees and decides only those kinds', async () => {
    await funded();
    const { id } = await pay(daftar, maker);
    await refund(daftar, maker, id, { amount: 60 });
    const payoutId = (await payout(10)).body.data.approval_id;
    const refunder = await daftar.colleague(maker, ['transaction-refund']);
    const clerk = await daftar.colleague(maker, ['transaction-refund', 'payment-methods-settings']);
    for (const actor of [refunder, clerk]) {
      expect((await list(actor)).data.map((row: { kind: string }) => row.kind)).toEqual(['refund']);
      expect((await counts(actor)).waiting).toBe(1);
    }
    expect((await counts(checker)).waiting).toBe(2);
    expect((await decide('approve', payoutId, refunder)).status).toBe(404);
    expect((await bell(refunder)).join(' ')).not.toContain('payout of');
  });

  test('a request is found by its payment’s reference or by who asked, in the list and its file', async () => {
    await funded();
    const { id } = await pay(daftar, maker);
    await refund(daftar, maker, id, { amount: 60 });
    await payout(10, checker);
    const [asked, refunded] = (await list(maker)).data;
    expect(asked.kind).toBe('payout');
    const found = async (q: string, as = maker) =>
      (await list(as, { q })).data.map((row: { id: number }) => row.id);
    const { transaction_reference: reference } = refunded;
    for (const q of [reference, reference.toLowerCase(), reference.slice(0, 9), reference.slice(4)])
      expect(await found(q), q).toEqual([refunded.id]);
    expect(await found(refunded.requested_by.toUpperCase())).toContain(refunded.id);
    for (const q of ['TRX-00000000', 'PAY-1', 'nobody', '%', '_']) expect(await found(q), q).toEqual([]);
    expect(await found(reference, await daftar.merchant())).toEqual([]);
    // Many failed payments begin alike, and this one is the last of them.
    await daftar.database.sql`
      update transactions set reference = 'TRX-ZZZZZZZZ' where merchant_id = ${maker.merchantId} and reference = ${reference}`;
    await daftar.database.sql`
      insert into transactions (merchant_id, mode, reference, source_kind, source_id, payment_method, status, currency, subtotal, total,
        value_piastres, charged_piastres, fee_piastres, net_piastres, created_at, updated_at)
      select ${maker.merchantId}, 'live', 'TRX-ZZZ' || lpad(n::text, 5, '0'), 'payment-link', 1, 1, 2, 'EGP', 10000, 10000, 10000, 10000,
             656, 9344, now(), now() from generate_series(1, 600) n`;
    expect(await found('TRX-ZZZ')).toEqual([refunded.id]);
    const query = { q: 'TRX-ZZZZZZZZ' };
    const path = '/merchant/approvals/exportCsv';
    const file = await daftar.call({ path, mode: 'live', as: maker, query });
    expect(file.raw.trim().split('\r\n')).toHaveLength(2);
  });

  test('a user saves as a file what they see, all or chosen, as it stands now', async () => {
    await funded();
    const { id } = await pay(daftar, maker);
    await refund(daftar, maker, id, { amount: 60, reason: '=late' });
    const payoutId = (await payout(10)).body.data.approval_id;
    const file = async (as: Actor, query: Record<string, string> = {}) => {
      const path = '/merchant/approvals/exportCsv';
      const answer = await daftar.call({
        path,
        mode: 'live',
        as,
        query,
        headers: { 'accept-language': 'en' },
      });
      expect(answer.status, answer.raw).toBe(200);
      return answer.raw.trim().split('\r\n');
    };
    const [head, ...lines] = await file(checker, { sort_by: 'id', sort_type: 'asc' });
    expect(head).toContain('Request,Status,Amount (EGP),Transaction,Reason,Requested by,');
    expect(lines).toEqual([
      expect.stringMatching(/^Refund,Waiting,60\.00,TRX-\w{8},/),
      expect.stringMatching(/^Payout,Waiting,10\.00,,/),
    ]);
    expect(await file(checker, { state: 'approved' })).toEqual([head]);
    expect(await file(checker, { state: 'approved', ids: String(payoutId) })).toEqual([head, lines[1]]);
    const refunder = await daftar.colleague(maker, ['transaction-refund']);
    expect(await file(refunder)).toEqual([head, lines[0]]);
    expect(await file(refunder, { ids: String(payoutId) })).toEqual([head]);
    daftar.clock.advance({ days: 8 });
    await signInAgain(checker);
    expect((await file(checker, { state: 'expired', kind: 'payout' })).at(-1)).toMatch(/^Payout,Expired,/);
  });

  test('an undecided request expires after seven days, whether or not the job has recorded it', async () => {
    await funded();
    const id = (await payout(10)).body.data.approval_id;
    daftar.clock.advance({ days: 7 });
    for (const actor of [maker, checker]) await signInAgain(actor);
    expect((await list(checker, { state: 'waiting' })).data).toEqual([]);
    expect((await list(checker, { state: 'expired' })).data).toHaveLength(1);
    expect(await counts(checker)).toMatchObject({ waiting: 0, expired: 1 });
    expect((await decide('approve', id, checker)).status).toBe(400);
    await approvalJobs['expire-approvals']!(daftar.app, {});
    await approvalJobs['expire-approvals']!(daftar.app, {});
    expect((await list(checker, { state: 'expired' })).data[0]).toMatchObject({ id, decided_by: null });
    expect(await counts(checker)).toMatchObject({ waiting: 0, expired: 1 });
    expect((await bell(maker)).filter((said: string) => said.includes('in time'))).toHaveLength(1);
  });

  test('twenty concurrent approvals move the money once', async () => {
    await funded();
    const id = (await payout(10)).body.data.approval_id;
    const answers = await Promise.all(Array.from({ length: 20 }, () => decide('approve', id, checker)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
    expect(await balances(daftar, maker)).toMatchObject({ payout: 1000 });
    expect(await differences(daftar)).toEqual([]);
  });

  test('the database itself refuses an approval by the requester', async () => {
    await funded();
    const id = (await payout(10)).body.data.approval_id;
    await expect(
      daftar.database
        .sql`update approvals set state = 'approved', decided_by = requested_by, decided_at = now()
        where id = ${id}`,
    ).rejects.toThrow('approvals_by_another');
  });
});

describe('an AmanCard refund', () => {
  const aman = (what: string, body: object) =>
    daftar.call({ method: 'POST', path: `/merchant/hpp/aman-card-${what}`, mode: 'live', as: maker, body });
  const codeSent = async () => {
    const messages = await readOutbox(daftar.app, { merchantId: maker.merchantId });
    const sms = messages.find(({ channel }) => channel === 'sms');
    return /\d{6}/.exec(sms!.text)![0];
  };

  test('needs approval once its code was right; the code is then used up, and the approval needs none', async () => {
    await turnOn();
    const { id, reference } = await pay(daftar, maker, { method: 2 });
    const Mobile = '01112345678';
    await aman('refund-inquiry', { Mobile, transactionReference: reference });
    const form = { Mobile, transactionReference: reference, OTP: await codeSent(), amount: '60.00' };
    const asked = await aman('partial-refund', form);
    expect(asked.body).toMatchObject({
      Result: 'Success',
      ResultID: 0,
      ResultMessage: 'The refund is waiting for a second person’s approval',
      Comment: '',
    });
    expect((await aman('partial-refund', form)).body).toMatchObject({ Result: 'Failed', ResultID: -1 });
    expect(await rowOf(daftar, id)).toMatchObject({ refunded: 0, refunding: 0 });
    const [row] = (await list(checker)).data;
    expect((await decide('approve', row.id, checker)).status).toBe(200);
    expect(await rowOf(daftar, id)).toMatchObject({ refunded: 6000, refunding: 0 });
    expect(await differences(daftar)).toEqual([]);
  });
});
