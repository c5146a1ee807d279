/** Disputes as card networks raise them: of the charged amount, whatever was refunded, in stages, in any order. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { balances, callerOf, differences, pay, refund, rowOf, settleAll } from '../../tests/kit/money.ts';
import { deskOf } from '../../tests/kit/ops.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { processNotification, receiveNotification } from '../checkout/notifications.ts';
import { recordReport } from '../checkout/outcomes.ts';
import { postTransfer } from '../ledger/post.ts';
import type { App } from '../platform/context.ts';
import type { DisputeReport, GatewayEvent, OpenGateway } from '../processors/gateway.ts';
import { SANDBOX } from '../processors/sandbox/index.ts';
import { refundJobs } from '../refunds/index.ts';
import { createRefund } from '../refunds/service.ts';
import { decideByReference, openByReference } from './decide.ts';
import { CaseIdNeeded, CaseKnown } from './errors.ts';

let daftar: TestServer;
const { approveNewest } = deskOf(() => daftar);
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  daftar.clock.set('2026-06-15T09:00:00Z');
  owner = await daftar.merchant();
});

const list = async () =>
  (await daftar.call({ path: '/merchant/chargebacks', mode: 'live', as: owner })).body.data;
const clean = async () => expect(await differences(daftar)).toEqual([]);
const openByHand = (reference: string, amountPiastres?: number, caseId?: string) =>
  openByReference(daftar.app, reference, { amountPiastres, caseId, reason: 'fraudulent', actor: 'ops:test' });

const reportOf = (change: Partial<DisputeReport> = {}): DisputeReport => ({
  caseId: 'A-1',
  amountPiastres: 10_000,
  state: 'open',
  stage: 'chargeback',
  reasonCode: '13.1',
  dueAt: null,
  ...change,
});
const attemptOf = async (id: number) => {
  const [row] = await daftar.database.sql<{ id: number; merchantId: number; ref: string }[]>`
    select id, merchant_id as "merchantId", external_ref as ref from payment_attempts where transaction_id = ${id}`;
  return row!;
};
/** The application with a processor whose notifications contain these events. */
const hearing = (events: readonly GatewayEvent[]): App => {
  const gateway = {
    methods: {},
    isGenuine: () => true,
    read: () => ({ id: null, events }),
  } as unknown as OpenGateway;
  return { ...daftar.app, processors: { ...daftar.app.processors, open: async () => gateway } };
};
const hear = async (id: number, change: Partial<DisputeReport> = {}) => {
  const { ref } = await attemptOf(id);
  const event = { kind: 'dispute', about: { externalRef: ref }, dispute: reportOf(change) } as const;
  const raw = { method: 'POST', query: [], headers: {}, body: '{}' } as const;
  const account = { processor: SANDBOX, accountId: null };
  return receiveNotification(hearing([event]), { account, raw, isAtOnce: true });
};
const statuses = async () => (await list()).map((row: { status: number }) => row.status);

describe('the amount of a dispute', () => {
  test('is what the payer was charged, with the fees that they bore', async () => {
    await daftar.database.sql`
      insert into merchant_settings (merchant_id, mode, fees_on) values (${owner.merchantId}, 'live', 'C')
      on conflict (merchant_id, mode) do update set fees_on = 'C'`;
    const { id, reference } = await pay(daftar, owner);
    await openByHand(reference);
    expect(await list()).toMatchObject([{ amount: 106.56 }]);
    expect(await balances(daftar, owner)).toMatchObject({ pending: -656, chargeback: 10_656 });
    const details = await daftar.call({ path: `/merchant/transactions/${id}`, mode: 'live', as: owner });
    expect(details.body.data).toMatchObject({
      refundable_amount: 0,
      disputed_amount: 106.56,
      disputable_amount: 0,
    });
    await clean();
  });

  test('is the whole payment also after a full refund, and is settled against other payments', async () => {
    const { id, reference } = await pay(daftar, owner);
    expect((await refund(daftar, owner, id, { amount: 100 })).status).toBe(200);
    await openByHand(reference);
    expect(await list()).toMatchObject([{ amount: 100, refunded_amount: 100 }]);
    expect(await balances(daftar, owner)).toMatchObject({ pending: -10_656, chargeback: 10_000 });
    await settleAll(daftar, owner);
    expect((await rowOf(daftar, id)).settlementStatus).not.toBe(1);
    for (let payments = 0; payments < 2; payments += 1) await pay(daftar, owner);
    await settleAll(daftar, owner);
    expect((await rowOf(daftar, id)).settlementStatus).toBe(1);
    expect(await balances(daftar, owner)).toMatchObject({ pending: 0, available: 2 * 9_344 - 10_656 });
    await clean();
  });

  test('is booked of a settled payment whose balance was paid out: the balance goes below zero', async () => {
    const { id, reference } = await pay(daftar, owner);
    await settleAll(daftar, owner);
    await refund(daftar, owner, id, { amount: 100 });
    await openByHand(reference);
    expect(await balances(daftar, owner)).toMatchObject({ available: 9_344 - 20_000, chargeback: 10_000 });
    await clean();
  });
});

describe('one dispute', () => {
  const read = async () => {
    const [{ id }] = await list();
    return (await daftar.call({ path: `/merchant/chargebacks/${id}`, mode: 'live', as: owner })).body.data;
  };

  test('is read with its payment, and what the network says in the reader’s language', async () => {
    const { id } = await pay(daftar, owner);
    await hear(id, { amountPiastres: 6_000 });
    const [listed] = await list();
    expect(await read()).toEqual({
      ...listed,
      network_reason: {
        network: 'visa',
        name: 'Goods or services not received',
        family: 'not_received',
      },
      card: { brand: expect.any(String), last4: expect.stringMatching(/^\d{4}$/) },
      paid_at: expect.any(String),
      charged_amount: 100,
      money_in: 'pending',
    });
    await settleAll(daftar, owner);
    expect((await read()).money_in).toBe('available');
  });

  test('with a code that nobody publishes has no meaning made up for it', async () => {
    const { id } = await pay(daftar, owner);
    await hear(id, { reasonCode: 'MZ-17' });
    expect(await read()).toMatchObject({ reason_code: 'MZ-17', network_reason: null });
    const path = '/merchant/chargebacks/999999';
    expect((await daftar.call({ path, mode: 'live', as: owner })).status).toBe(404);
  });

  test('is what a notification of it leads to', async () => {
    await hear((await pay(daftar, owner)).id);
    const { id } = await read();
    const bell = await daftar.call({ path: '/merchant/notifications', mode: 'live', as: owner });
    expect(bell.body.data.data[0].href).toBe(`/charge-backs/${id}`);
  });
});

describe('a refund of disputed money', () => {
  /** A refund that has not been requested from a processor. */
  const unsent = async (id: number, piastres: number) => {
    const app = { ...daftar.app, processors: { ...daftar.app.processors, open: async () => null } };
    const form = { amount: piastres, reason: '', account_name: '', bank_name: '', iban: '' };
    await createRefund(app, callerOf(owner), id, form);
  };
  const followUp = async () => {
    daftar.clock.advance({ minutes: 6 });
    await refundJobs['follow-up-refunds']!(daftar.app, {});
  };
  const refunds = () => daftar.database.sql<{ id: number; state: string; operator: string | null }[]>`
    select id, state, for_operator as operator from refunds where merchant_id = ${owner.merchantId} order by id`;

  test('that was not sent when the dispute came waits for an operator, who ends it', async () => {
    const { id, reference } = await pay(daftar, owner);
    await unsent(id, 10_000);
    await openByHand(reference);
    await followUp();
    const [waiting] = await refunds();
    expect(waiting).toMatchObject({ state: 'pending', operator: 'disputed' });
    const as = await daftar.operator('finance');
    const path = '/api/ops/processors/refunds';
    const shown = (await daftar.call({ path, as })).body.data;
    expect(shown.find((row: { id: number }) => row.id === waiting!.id)).toMatchObject({ why: 'disputed' });
    const decided = await daftar.call({
      method: 'POST',
      path: `${path}/${owner.merchantId}/${waiting!.id}/decide`,
      as,
      body: { made: false, reason: 'Disputed' },
    });
    expect(decided.status, decided.raw).toBe(200);
    expect((await approveNewest(await daftar.operator('finance'))).status).toBe(200);
    expect(await rowOf(daftar, id)).toMatchObject({ refunding: 0, refunded: 0, disputed: 10_000 });
    await clean();
  });

  test('is sent when the rest of the payment covers it', async () => {
    const { id, reference } = await pay(daftar, owner);
    await unsent(id, 4_000);
    await openByHand(reference, 6_000);
    await followUp();
    expect(await refunds()).toMatchObject([{ state: 'succeeded', operator: null }]);
    await clean();
  });

  test('is booked when it had been sent before the dispute came', async () => {
    const { id, reference } = await pay(daftar, owner);
    await unsent(id, 10_000);
    await daftar.database.sql`update refunds set tried_at = created_at where transaction_id = ${id}`;
    await openByHand(reference);
    await followUp();
    expect(await refunds()).toMatchObject([{ state: 'succeeded', operator: null }]);
    expect(await rowOf(daftar, id)).toMatchObject({ status: 3, refunded: 10_000, disputed: 10_000 });
    await clean();
  });

  test('is not sent after a processor that was busy certainly did nothing, and the dispute came meanwhile', async () => {
    const { id, reference } = await pay(daftar, owner);
    await unsent(id, 10_000);
    await daftar.database.sql`update refunds set tried_at = created_at where transaction_id = ${id}`;
    await openByHand(reference);
    await daftar.database.sql`update refunds set tried_at = null where transaction_id = ${id}`;
    await followUp();
    expect(await refunds()).toMatchObject([{ state: 'pending', operator: 'disputed' }]);
    await clean();
  });

  test('is refused when it is asked for after the dispute, and booked when the processor made it itself', async () => {
    const { id, reference } = await pay(daftar, owner);
    await openByHand(reference, 8_000);
    expect((await refund(daftar, owner, id, { amount: 20.01 })).status).toBe(422);
    const { ref } = await attemptOf(id);
    const made = { id: 'R-1', refundKey: null, amountPiastres: 10_000, state: 'refunded' } as const;
    const event = { kind: 'refund', about: { externalRef: ref }, refund: made } as const;
    const raw = { method: 'POST', query: [], headers: {}, body: '{}' } as const;
    const account = { processor: SANDBOX, accountId: null };
    await receiveNotification(hearing([event]), { account, raw, isAtOnce: true });
    expect(await rowOf(daftar, id)).toMatchObject({ status: 3, refunded: 10_000, disputed: 8_000 });
    await clean();
  });
});

describe('a dispute that a processor reports', () => {
  test('is opened once with its case, and told to the merchant', async () => {
    const { id } = await pay(daftar, owner);
    const dueAt = new Date('2026-06-30T09:00:00Z');
    for (let times = 0; times < 3; times += 1) expect(await hear(id, { dueAt })).toBe('done');
    const [shown, ...others] = await list();
    expect(others).toEqual([]);
    expect(shown).toMatchObject({
      case_id: 'A-1',
      reason_code: '13.1',
      stage: 'chargeback',
      status: 0,
      amount: 100,
      due_date: dueAt.toISOString(),
      history: [{ stage: 'chargeback', status: 0, reason_code: '13.1' }],
    });
    const told = (await daftar.call({ path: '/merchant/notifications', mode: 'live', as: owner })).body.data;
    expect(told.data[0].content).toContain(shown.reference);
    await clean();
  });

  const toBeSettled = async (id: number) =>
    (await daftar.call({ path: `/merchant/transactions/${id}`, mode: 'live', as: owner })).body.data
      .to_be_settled;
  const settledOf = async (id: number) => {
    await settleAll(daftar, owner);
    const [item] = await daftar.database.sql<{ amount: number }[]>`
      select amount_piastres as amount from settlement_items where transaction_id = ${id}`;
    return item?.amount;
  };

  test('won before the settlement is settled with its payment; won after it, goes to the balance', async () => {
    const [early, late] = [await pay(daftar, owner), await pay(daftar, owner)];
    await hear(late.id);
    await hear(early.id, { state: 'won', caseId: 'A-2' });
    expect(await toBeSettled(early.id)).toBe(93.44);
    expect(await settledOf(early.id)).toBe(9_344);
    expect(await balances(daftar, owner)).toMatchObject({ pending: 0, available: 2 * 9_344 - 10_000 });
    await hear(late.id, { state: 'won' });
    expect(await balances(daftar, owner)).toMatchObject({ pending: 0, available: 2 * 9_344 });
    await clean();
  });

  test('won as an earlier release booked it, straight to the balance, goes on and is settled only once', async () => {
    const { id } = await pay(daftar, owner);
    await hear(id, { state: 'won' });
    const { sql } = daftar.database;
    await sql`update transactions set pending_out_piastres = 10000 where id = ${id}`;
    await postTransfer(daftar.app.db, {
      merchantId: owner.merchantId,
      mode: 'live',
      kind: 'correction',
      reference: '',
      idempotencyKey: 'as an earlier release',
      effectiveAt: daftar.clock.now(),
      currency: 'EGP',
      lines: [
        { debit: 'pending', amountPiastres: 10_000 },
        { credit: 'available', amountPiastres: 10_000 },
      ],
    });
    await clean();
    expect(await toBeSettled(id)).toBe(-6.56);
    await hear(id, { stage: 'pre_arbitration' });
    expect(await balances(daftar, owner)).toMatchObject({ chargeback: 10_000, available: 10_000 });
    await hear(id, { stage: 'pre_arbitration', state: 'won' });
    await pay(daftar, owner);
    expect(await settledOf(id)).toBe(-656);
    expect(await balances(daftar, owner)).toMatchObject({ pending: 0, available: 2 * 9_344 });
    await clean();
  });

  test('as lost or won, unknown before, is opened and decided in one go', async () => {
    const [lost, won] = [await pay(daftar, owner), await pay(daftar, owner)];
    await hear(lost.id, { state: 'lost' });
    await hear(won.id, { state: 'won', caseId: 'A-2' });
    expect((await statuses()).sort()).toEqual([1, 2]);
    expect(await balances(daftar, owner)).toMatchObject({
      chargeback: 0,
      available: 0,
      pending: 9_344 - 656,
    });
    await clean();
  });

  test('late changes nothing; at a later stage it is open again, and its money held again', async () => {
    const { id } = await pay(daftar, owner);
    await hear(id, { state: 'won' });
    await hear(id, { state: 'open' });
    expect(await statuses()).toEqual([2]);
    await hear(id, { stage: 'pre_arbitration' });
    expect(await list()).toMatchObject([{ status: 0, stage: 'pre_arbitration', answered_at: null }]);
    expect(await balances(daftar, owner)).toMatchObject({ chargeback: 10_000, available: 0, pending: -656 });
    await hear(id, { state: 'won' });
    expect(await statuses()).toEqual([0]);
    await clean();
  });

  test('lost after it was won is booked: money that was taken always is', async () => {
    const { id } = await pay(daftar, owner);
    await hear(id, { state: 'won' });
    await hear(id, { state: 'lost' });
    await hear(id, { state: 'won' });
    expect(await statuses()).toEqual([1]);
    expect(await balances(daftar, owner)).toMatchObject({ chargeback: 0, available: 0, pending: -656 });
    await clean();
  });

  test('lost and won at a later stage gives the money back', async () => {
    const { id } = await pay(daftar, owner);
    await hear(id, { state: 'lost' });
    await hear(id, { state: 'won', stage: 'pre_arbitration' });
    expect(await statuses()).toEqual([2]);
    // The merchant is notified of decisions, not of steps that were already over when reported.
    const { sql } = daftar.database;
    const told = await sql<{ kind: string }[]>`
      select kind from notifications where merchant_id = ${owner.merchantId} and kind like 'chargeback-%' order by id`;
    expect(told.map(({ kind }) => kind)).toEqual(['chargeback-applied', 'chargeback-withdrawn']);
    const [correction] = await sql<{ corrects: number; loss: number }[]>`
      select c.corrects_transfer_id as corrects, l.id as loss from ledger_transfers c
        join ledger_transfers l on l.merchant_id = c.merchant_id and l.kind = 'chargeback_applied'
       where c.merchant_id = ${owner.merchantId} and c.kind = 'correction'`;
    expect(correction!.corrects).toBe(correction!.loss);
    expect(await balances(daftar, owner)).toMatchObject({ chargeback: 0, available: 0, pending: 9_344 });
    expect((await rowOf(daftar, id)).disputed).toBe(0);
    await clean();
  });

  test('of several cases holds the money of each', async () => {
    const { id, reference } = await pay(daftar, owner);
    await hear(id, { amountPiastres: 3_000 });
    await hear(id, { amountPiastres: 4_000, caseId: 'A-2' });
    await openByHand(reference, 3_000, 'A-3');
    expect((await rowOf(daftar, id)).disputed).toBe(10_000);
    await expect(openByHand(reference, 1, 'A-1')).rejects.toThrow();
    await clean();
  });

  test('is the one that an operator opened without a case, if that is of the same amount', async () => {
    const { id, reference } = await pay(daftar, owner);
    const known = await openByHand(reference, 5_000);
    await hear(id, { amountPiastres: 5_000, state: 'lost' });
    expect(await list()).toMatchObject([{ reference: known, case_id: 'A-1', status: 1 }]);
    await clean();
  });

  test('is the one that an operator opened without a case and decided already: its money is taken once', async () => {
    const { id, reference } = await pay(daftar, owner);
    const known = await openByHand(reference, 4_000);
    await decideByReference(daftar.app, known, 'applied', 'ops:test');
    for (const state of ['open', 'lost'] as const) await hear(id, { amountPiastres: 4_000, state });
    expect(await list()).toMatchObject([{ reference: known, case_id: 'A-1', status: 1 }]);
    expect((await rowOf(daftar, id)).disputed).toBe(4_000);
    // The next report with the same amount is another case.
    await hear(id, { amountPiastres: 4_000, caseId: 'A-2', state: 'lost' });
    expect((await rowOf(daftar, id)).disputed).toBe(8_000);
    await clean();
  });

  test('of an order that was paid twice is of the payment that it fits, through all its stages', async () => {
    const { id } = await pay(daftar, owner);
    const { merchantId, id: attempt } = await attemptOf(id);
    const account = { processor: SANDBOX, accountId: null };
    const ref = { merchantId, id: attempt } as Parameters<typeof recordReport>[1];
    const moreMoney = [{ reference: 'more-1', receivedPiastres: 10_000 }];
    await recordReport(daftar.app, ref, account, { step: { state: 'pending' }, moreMoney });
    await hear(id, { state: 'lost' });
    await hear(id, { state: 'open', caseId: 'A-2' });
    await hear(id, { state: 'lost', caseId: 'A-2' });
    await hear(id, { state: 'won', caseId: 'A-2', stage: 'arbitration' });
    expect(await list()).toMatchObject([
      { case_id: 'A-2', status: 2, stage: 'arbitration' },
      { case_id: 'A-1', status: 1, transaction_id: id },
    ]);
    await clean();
  });

  test('that contradicts the books is left to an operator with a reason, and changes nothing', async () => {
    const [paid, other] = [await pay(daftar, owner), await pay(daftar, owner)];
    const declined = await pay(daftar, owner, { card: '4000000000000002' });
    await hear(paid.id, { amountPiastres: 6_000 });
    const refusals: [number, Partial<DisputeReport>, RegExp][] = [
      [paid.id, { amountPiastres: 5_000, state: 'lost' }, /CHB-\w+ here, of EGP 60\.00/],
      [
        paid.id,
        { amountPiastres: 4_001, caseId: 'A-2' },
        /more than what is left to dispute of TRX-\w+: EGP 40\.00/,
      ],
      [other.id, { amountPiastres: 6_000 }, /belongs to another payment/],
      [other.id, { caseId: '' }, /needs a case/],
      [declined.id, { caseId: 'A-2' }, /has not succeeded here/],
    ];
    for (const [id, change, why] of refusals) {
      await expect(hear(id, change)).rejects.toThrow(why);
      const [failed] = await daftar.database.sql<{ state: string; error: string }[]>`
        select state, error from processor_notifications order by id desc limit 1`;
      expect(failed).toMatchObject({ state: 'failed', error: expect.stringMatching(why) });
    }
    expect(await list()).toMatchObject([{ amount: 60, status: 0 }]);
    await clean();
  });

  test('that an operator wrote with a wrong amount is opened by a replay once that one is withdrawn', async () => {
    const { id, reference } = await pay(daftar, owner);
    const wrong = await openByHand(reference, 4_000, 'A-1');
    await expect(hear(id)).rejects.toThrow(/of EGP 40\.00/);
    const [failed] = await daftar.database.sql<{ id: number }[]>`
      select id from processor_notifications order by id desc limit 1`;
    await decideByReference(daftar.app, wrong, 'withdrawn', 'ops:test');
    const { ref } = await attemptOf(id);
    const event = { kind: 'dispute', about: { externalRef: ref }, dispute: reportOf() } as const;
    expect(await processNotification(hearing([event]), failed!.id)).toBe('processed');
    expect(await list()).toMatchObject([
      { amount: 100, status: 0 },
      { amount: 40, status: 2 },
    ]);
    await clean();
  });

  test('as part of an answer about the payment is booked like a notification', async () => {
    const { id } = await pay(daftar, owner);
    const { merchantId, id: attempt } = await attemptOf(id);
    const account = { processor: SANDBOX, accountId: null };
    const step = { state: 'pending' } as const;
    const ref = { merchantId, id: attempt } as Parameters<typeof recordReport>[1];
    await recordReport(daftar.app, ref, account, { step, disputes: [reportOf({ state: 'lost' })] });
    expect(await statuses()).toEqual([1]);
    await clean();
  });
});

describe('an operator', () => {
  const path = (id: number) => `/api/ops/transactions/${owner.merchantId}/${id}/chargeback`;
  const finance = () => daftar.operator('finance');

  test('opens a case with all that the network says, until the end of a day in Cairo', async () => {
    const { id } = await pay(daftar, owner);
    const body = {
      amount: 60,
      reason: 'fraudulent',
      case_id: ' VROL-77 ',
      reason_code: '10.4',
      stage: 'pre_arbitration',
      due_date: '2026-06-20',
    };
    const as = await finance();
    const opened = await daftar.call({ method: 'POST', path: path(id), as, body });
    expect(opened.status, opened.raw).toBe(200);
    expect(await list()).toMatchObject([
      {
        amount: 60,
        case_id: 'VROL-77',
        reason_code: '10.4',
        stage: 'pre_arbitration',
        due_date: '2026-06-20T20:59:59.000Z',
      },
    ]);
    const filtered = await daftar.call({ path: '/api/ops/chargebacks', as, query: { case_id: 'vrol' } });
    expect(filtered.body.data).toMatchObject([
      { case_id: 'VROL-77', origin: 'operator', charged_amount: 100 },
    ]);
    const own = await daftar.call({
      path: '/merchant/chargebacks',
      mode: 'live',
      as: owner,
      query: { case_id: 'vrol-7' },
    });
    expect(own.body.data).toHaveLength(1);
    await clean();
  });

  test('is told by field what is wrong, and nothing is written', async () => {
    const { id, reference } = await pay(daftar, owner);
    await openByHand(reference, 4_000, 'A-1');
    const as = await finance();
    const wrong: [object, string][] = [
      [{ amount: 60.01 }, 'amount'],
      [{ due_date: '2026-06-14' }, 'due_date'],
      [{ due_date: 'soon' }, 'due_date'],
      [{ stage: 'lost' }, 'stage'],
      [{ reason_code: 'x'.repeat(41) }, 'reason_code'],
      [{ case_id: 'A-1', amount: 1 }, 'case_id'],
    ];
    for (const [change, field] of wrong) {
      const body = { reason: 'fraudulent', case_id: 'A-2', ...change };
      const answer = await daftar.call({ method: 'POST', path: path(id), as, body });
      expect([answer.status, Object.keys(answer.body.errors)], answer.raw).toEqual([422, [field]]);
    }
    await expect(openByHand(reference, 1, 'A-1')).rejects.toThrow(CaseKnown);
    await expect(openByHand(reference)).rejects.toThrow(CaseIdNeeded);
    expect(await list()).toHaveLength(1);
  });

  test('moves a case to a later stage, and the merchant may respond again', async () => {
    const { reference } = await pay(daftar, owner);
    await openByHand(reference);
    const [{ id }] = await list();
    const answer = () =>
      daftar.call({
        method: 'POST',
        path: `/merchant/chargebacks/${id}/answer`,
        mode: 'live',
        as: owner,
        body: { answer: 'Delivered' },
      });
    expect((await answer()).status).toBe(200);
    await daftar.database.sql`
      update chargebacks set due_at = ${daftar.clock.now()} where merchant_id = ${owner.merchantId}`;
    expect((await answer()).status).toBe(400);
    const as = await finance();
    const move = (body: object) =>
      daftar.call({ method: 'POST', path: `/api/ops/chargebacks/${owner.merchantId}/${id}/move`, as, body });
    const moved = await move({ stage: 'pre_arbitration', reason_code: '13.1', due_date: '2026-07-10' });
    expect(moved.status, moved.raw).toBe(200);
    expect(await list()).toMatchObject([
      {
        stage: 'pre_arbitration',
        reason_code: '13.1',
        answered_at: null,
        answer: 'Delivered',
        history: [{ stage: 'chargeback' }, { stage: 'pre_arbitration', status: 0 }],
      },
    ]);
    expect((await answer()).status).toBe(200);
    expect((await move({ stage: 'pre_arbitration' })).body.errors).toHaveProperty('stage');
    expect((await move({ stage: 'chargeback' })).status).toBe(422);
    const unknown = `/api/ops/chargebacks/${owner.merchantId}/${id + 1_000}/move`;
    expect(
      (await daftar.call({ method: 'POST', path: unknown, as, body: { stage: 'arbitration' } })).status,
    ).toBe(404);
    expect(await balances(daftar, owner)).toMatchObject({ chargeback: 10_000 });
    await clean();
  });

  test('moves no withdrawn case whose id another payment has now, nor one without id beside others', async () => {
    const [paid, other] = [await pay(daftar, owner), await pay(daftar, owner)];
    const first = await openByHand(paid.reference, 4_000, 'A-1');
    await decideByReference(daftar.app, first, 'withdrawn', 'ops:test');
    await openByHand(other.reference, 4_000, 'A-1');
    const unnamed = await openByHand(paid.reference, 3_000);
    await decideByReference(daftar.app, unnamed, 'withdrawn', 'ops:test');
    await openByHand(paid.reference, 3_000, 'A-2');
    const rows: { id: number; reference: string }[] = await list();
    const as = await finance();
    for (const [reference, message] of [
      [first, 'Another chargeback that is not withdrawn has this case ID'],
      [
        unnamed,
        'Another chargeback of this transaction was opened. Enter the case IDs, so that they can be told apart',
      ],
    ]) {
      const row = rows.find((each) => each.reference === reference);
      const moved = await daftar.call({
        method: 'POST',
        path: `/api/ops/chargebacks/${owner.merchantId}/${row?.id}/move`,
        as,
        body: { stage: 'arbitration' },
      });
      expect([moved.status, moved.body.message], moved.raw).toEqual([400, message]);
    }
    await clean();
  });
});
