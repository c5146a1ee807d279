/** Payments through the adapter, with its stand-in. */
import type { PaymentMethodId } from '@daftar/contract/lookups';
import { describe, expect, test } from 'vitest';
import {
  calls,
  callsOf,
  clock,
  fails,
  gateway,
  KIOSK,
  opened,
  order,
  paid,
  receive,
  signal,
  standIn,
  started,
  stepAt,
  taken,
  useStandIn,
  WALLET,
} from '../../../tests/kit/processors/fawry.ts';
import type { ProcessorErrorKind } from '../errors.ts';
import type { Fault } from '../stand-in.ts';
import { startStandIn } from './stand-in.ts';

useStandIn();

describe('starting', () => {
  test('a kiosk payment gives a code that can be paid until its expiry', async () => {
    const payment = order();
    const { step, ids } = await gateway.start(payment, signal);
    expect(step).toEqual({
      state: 'awaiting',
      code: expect.stringMatching(/^\d{10}$/),
      expiresAt: payment.expiresAt,
    });
    expect(ids).toEqual([{ kind: 'reference', value: step.state === 'awaiting' && step.code }]);
  });

  test('a wallet payment waits for its owner, without a code', async () => {
    const { step, ids } = await gateway.start(order({ method: WALLET }), signal);
    expect(step).toEqual({ state: 'awaiting', code: null });
    expect(ids).toEqual([{ kind: 'reference', value: expect.any(String) }]);
    expect(calls[0]?.json).toMatchObject({ paymentMethod: 'MWALLET', debitMobileWalletNo: '01112345678' });
  });

  test('tells Fawry the amount, the expiry, the language and where to notify', async () => {
    const payment = order({ amountPiastres: 599_80, locale: 'ar' });
    await gateway.start(payment, signal);
    expect(calls[0]?.json).toMatchObject({
      merchantRefNum: payment.externalRef,
      amount: 599.8,
      chargeItems: [{ price: 599.8, quantity: 1 }],
      currencyCode: 'EGP',
      language: 'ar-eg',
      paymentExpiry: payment.expiresAt.getTime(),
      orderWebHookUrl: payment.notificationUrl,
      customerName: 'Mona',
      customerEmail: 'mona@example.com',
      customerMobile: '01012345678',
    });
  });

  test("a payer without e-mail and mobile is charged with the account's", async () => {
    const payment = order({ description: '', payer: { name: '', email: '', mobile: '' } });
    expect((await gateway.start(payment, signal)).step.state).toBe('awaiting');
    expect(calls[0]?.json).toMatchObject({
      customerEmail: 'payments@merchant.example',
      customerMobile: '01000000000',
      description: payment.reference,
    });
    expect(calls[0]?.json).not.toHaveProperty('customerName');
  });

  test("a wallet's own number stands for a payer's mobile that is not known", async () => {
    await gateway.start(order({ method: WALLET, payer: { name: '', email: '', mobile: '' } }), signal);
    expect(calls[0]?.json).toMatchObject({ customerMobile: '01112345678' });
  });

  test('a kiosk payment stays one, whatever wallet the payer has', async () => {
    const { step } = await gateway.start(order({ walletMobile: '01112345678' }), signal);
    expect(step).toMatchObject({ state: 'awaiting', code: expect.any(String) });
  });

  test('a wallet payment without a wallet is refused before Fawry is asked', async () => {
    await fails(gateway.start(order({ method: WALLET, walletMobile: null }), signal), 'refused');
    expect(calls).toEqual([]);
  });

  test.each([KIOSK, WALLET] as PaymentMethodId[])(
    'repeated (method %i), gives the first code and makes no second order',
    async (method) => {
      const payment = order({ method });
      const first = await gateway.start(payment, signal);
      const again = await gateway.start(payment, signal);
      expect(again.step).toMatchObject({ ...first.step, expiresAt: payment.expiresAt });
      expect(again.ids).toEqual(first.ids);
    },
  );

  test('repeated after it was paid, reports the payment', async () => {
    const payment = await paid();
    expect((await gateway.start(payment, signal)).step.state).toBe('succeeded');
  });

  test('repeated with another amount, gives no code', async () => {
    const payment = await started();
    const { step } = await gateway.start({ ...payment, amountPiastres: 151_00 }, signal);
    expect(step).toEqual({ state: 'pending', word: 'UNPAID orderAmount' });
  });

  test.each([
    ['merchantCode', { merchantCode: 'another' }],
    ['securityKey', { securityKey: 'another' }],
  ])('with a wrong %s is refused, and starts nothing', async (_name, credentials) => {
    const payment = order();
    await fails(opened({ credentials }).start(payment, signal), 'refused');
    expect(await gateway.ask(payment, signal)).toBeNull();
  });

  test('an order that Fawry does not take is refused, once its status says that there is none', async () => {
    await fails(gateway.start(order({ expiresAt: clock.now() }), signal), 'refused');
    expect(callsOf('status')).toBe(1);
  });

  test.each(['busy', 'error-before', 'malformed'] as Fault[])(
    'refused by Fawry, and its status not told (%s), may have been started',
    async (fault) => {
      const payment = await started();
      standIn.fail('ask', fault);
      await fails(gateway.start(payment, signal), 'unknown');
    },
  );

  test.each(['error-after', 'malformed'] as Fault[])(
    'is unknown after %s, and the order is found',
    async (fault) => {
      const payment = order();
      standIn.fail('start', fault);
      await fails(gateway.start(payment, signal), 'unknown');
      expect(await stepAt(payment)).toMatchObject({ state: 'awaiting', code: expect.any(String) });
      expect((await gateway.start(payment, signal)).step.state).toBe('awaiting');
    },
  );

  test('is unknown after an error 500, also when nothing was started', async () => {
    const payment = order();
    standIn.fail('start', 'error-before');
    await fails(gateway.start(payment, signal), 'unknown');
    expect(await gateway.ask(payment, signal)).toBeNull();
  });

  test('is unknown without an answer, and the order is found', async () => {
    const given = new AbortController();
    const receiver = await receive(() => {
      // The order is created: its notification has arrived.
      given.abort();
      return 200;
    });
    const payment = order({ notificationUrl: receiver.url });
    standIn.notifications = 'sent';
    standIn.fail('start', 'silent');
    await fails(gateway.start(payment, given.signal), 'unknown');
    expect((await stepAt(payment))?.state).toBe('awaiting');
    await receiver.close();
  });

  test('is busy when Fawry has too much to do, or is not there', async () => {
    const payment = order();
    standIn.fail('start', 'busy');
    await fails(gateway.start(payment, signal), 'busy');
    expect(await gateway.ask(payment, signal)).toBeNull();
    const gone = await startStandIn();
    await gone.close();
    await fails(opened({ baseUrl: gone.url }).start(payment, signal), 'busy');
  });

  test.each([KIOSK, WALLET] as PaymentMethodId[])(
    'leaves a payment (method %i) open whose status is not known',
    async (method) => {
      standIn.fail('start', 'unknown-word');
      const { step } = await gateway.start(order({ method }), signal);
      expect(step).toEqual({ state: 'pending', word: 'ON_THE_MOON' });
    },
  );

  test.each([
    ['of another order', { merchantRefNumber: 'ORDER999999999999999' }],
    ['without an order', { merchantRefNumber: undefined }],
    ['without a number', { referenceNumber: null }],
    ['with an amount that is none', { orderAmount: 'much' }],
  ])('is unknown with an answer %s', async (_what, fields) => {
    await fails(opened({}, (json) => ({ ...json, ...fields })).start(order(), signal), 'unknown');
  });

  test('is unknown with an answer that says neither yes nor no, and a status that does not either', async () => {
    await fails(opened({}, () => ({})).start(order(), signal), 'unknown');
  });

  test('the notification may come first: the late answer of the start does not hide the payment', async () => {
    const payment = order({ amountPiastres: 150_01 });
    expect((await gateway.start(payment, signal)).step.state).toBe('awaiting');
    expect((await stepAt(payment))?.state).toBe('succeeded');
  });
});

describe('asking', () => {
  test("a payment brings the order's amount, not what the payer paid with Fawry's fee", async () => {
    const payment = await paid();
    expect(JSON.parse(taken().body)).toMatchObject({
      orderAmount: 150,
      paymentAmount: 152.5,
      fawryFees: 2.5,
    });
    expect(await gateway.ask(payment, signal)).toEqual({
      step: {
        state: 'succeeded',
        reference: payment.ids.reference,
        receivedPiastres: 150_00,
        disputes: false,
        payment: expect.stringMatching(`^${payment.ids.reference}/\\d+$`),
      },
      ids: [{ kind: 'reference', value: payment.ids.reference }],
      unnamed: [{ kind: 'refund', extent: 'none', word: 'PAID' }],
    });
  });

  test.each([
    ['part', 75_00],
    ['more', 151_00],
  ] as const)('%s of the amount is reported as what came', async (act, receivedPiastres) => {
    const payment = await started();
    await standIn.act(payment.externalRef, act);
    expect(await stepAt(payment)).toMatchObject({ state: 'succeeded', receivedPiastres });
  });

  test('no more is reported than the payer paid', async () => {
    const payment = await paid();
    const less = opened({}, (json) => ({ ...json, paymentAmount: 100 }));
    expect(await stepAt(payment, less)).toMatchObject({ state: 'succeeded', receivedPiastres: 100_00 });
  });

  test.each([
    ['no orderAmount', { orderAmount: undefined }],
    ['an orderAmount of nothing', { orderAmount: 0 }],
    ['a paymentAmount of nothing', { paymentAmount: 0 }],
    ['no number', { fawryRefNumber: null }],
    ['another order', { merchantRefNumber: 'ORDER999999999999999' }],
    ['no status', { orderStatus: null }],
  ])('a paid order with %s says nothing', async (_what, fields) => {
    const payment = await paid();
    await fails(opened({}, (json) => ({ ...json, ...fields })).ask(payment, signal), 'unknown');
  });

  test('a fee with more than two decimals does not hide the payment', async () => {
    const payment = await paid();
    const odd = opened({}, (json) => ({ ...json, paymentAmount: 152.4567 }));
    expect(await stepAt(payment, odd)).toMatchObject({ state: 'succeeded', receivedPiastres: 150_00 });
  });

  test('the status of the first version is understood', async () => {
    const payment = await paid();
    const first = opened({}, ({ orderStatus, fawryRefNumber, ...json }) => ({
      ...json,
      statusCode: 200,
      paymentStatus: orderStatus,
      referenceNumber: fawryRefNumber,
    }));
    expect(await stepAt(payment, first)).toMatchObject({
      state: 'succeeded',
      reference: payment.ids.reference,
    });
  });

  test('nothing is known of an order that Fawry does not have', async () => {
    expect(await gateway.ask(order(), signal)).toBeNull();
  });

  test('an expired code is over, and still brings the money that came in its last moment', async () => {
    const payment = await started();
    clock.advance({ days: 2 });
    expect(await stepAt(payment)).toEqual({ state: 'expired' });
    await standIn.act(payment.externalRef, 'pay');
    expect(await stepAt(payment)).toMatchObject({ state: 'succeeded', receivedPiastres: 150_00 });
  });

  test('a code that Fawry lets expire is over', async () => {
    const payment = await started();
    await standIn.expire(payment.externalRef);
    expect(await stepAt(payment)).toEqual({ state: 'expired' });
  });

  test('a payer who does nothing leaves it open', async () => {
    const payment = await started({ method: WALLET });
    await standIn.act(payment.externalRef, 'leave');
    expect(await stepAt(payment)).toMatchObject({ state: 'awaiting', code: null });
  });

  test.each([
    [150_02, 'declined'],
    [150_51, 'insufficient_funds'],
  ])('a wallet that is charged %i piastres fails: %s', async (amountPiastres, reason) => {
    const payment = await started({ method: WALLET, amountPiastres });
    expect(await stepAt(payment)).toEqual({ state: 'failed', reason });
  });

  test('a fault of the bank is no decline', async () => {
    const payment = await started({ method: WALLET, amountPiastres: 150_02 });
    const fault = opened({}, (json) => ({ ...json, failureErrorCode: 99991 }));
    expect(await stepAt(payment, fault)).toEqual({ state: 'failed', reason: 'processing_error' });
  });

  test.each(['DELIVERED', 'ON_THE_MOON', 'constructor'])('the word %s leaves it open', async (word) => {
    const payment = await paid();
    const odd = opened({}, (json) => ({ ...json, orderStatus: word }));
    expect(await stepAt(payment, odd)).toEqual({ state: 'pending', word });
  });

  test('both spellings of a cancellation are understood', async () => {
    const payment = await started();
    for (const orderStatus of ['CANCELED', 'CANCELLED']) {
      const canceled = opened({}, (json) => ({ ...json, orderStatus }));
      expect(await stepAt(payment, canceled)).toEqual({ state: 'canceled' });
    }
  });

  test.each([
    ['busy', 'busy'],
    ['error-before', 'unknown'],
    ['malformed', 'unknown'],
  ] as [Fault, ProcessorErrorKind][])('says nothing after %s', async (fault, kind) => {
    const payment = await paid();
    standIn.fail('ask', fault);
    await fails(gateway.ask(payment, signal), kind);
    expect((await stepAt(payment))?.state).toBe('succeeded');
  });

  test('says nothing when the address answers 404', async () => {
    const elsewhere = opened({ baseUrl: `${standIn.url}/elsewhere` });
    await fails(elsewhere.ask(order(), signal), 'unknown');
  });

  test('an error says nothing, even if it comes with a payment', async () => {
    const payment = await paid();
    const same = (json: Record<string, unknown>) => json;
    for (const status of [400, 404, 500, 503]) {
      await fails(opened({}, same, status).ask(payment, signal), 'unknown');
    }
    const odd = opened({}, (json) => ({ ...json, statusCode: 9999, statusDescription: 'Try again' }));
    await fails(odd.ask(payment, signal), 'unknown');
  });

  test('an order without a number gives no id', async () => {
    const payment = await started();
    await standIn.expire(payment.externalRef);
    const nameless = opened({}, (json) => ({ ...json, fawryRefNumber: null }));
    expect(await nameless.ask(payment, signal)).toEqual({ step: { state: 'expired' }, ids: [] });
  });

  test('a payment that was refunded in Fawry’s dashboard stays a payment', async () => {
    const payment = await paid();
    await standIn.refundInDashboard(payment.externalRef, 50_00);
    expect(await stepAt(payment)).toMatchObject({ state: 'succeeded', receivedPiastres: 150_00 });
    await standIn.refundInDashboard(payment.externalRef, 100_00);
    expect(await stepAt(payment)).toMatchObject({ state: 'succeeded', receivedPiastres: 150_00 });
  });

  test('a second payment of one code has the order’s reference and a number of its own', async () => {
    const payment = await paid();
    const first = await stepAt(payment);
    await standIn.act(payment.externalRef, 'pay-again');
    const second = await stepAt(payment);
    expect(second).toMatchObject({ state: 'succeeded', receivedPiastres: 150_00 });
    if (first?.state !== 'succeeded' || second?.state !== 'succeeded') throw new Error('it is not paid');
    expect(second.reference).toBe(first.reference);
    expect([first.payment, second.payment]).toEqual([expect.any(String), expect.any(String)]);
    expect(second.payment).not.toBe(first.payment);
  });

  test('after a refund a number may be the refund’s, and names no payment', async () => {
    const payment = await paid();
    await standIn.refundInDashboard(payment.externalRef, 50_00);
    expect(await stepAt(payment)).not.toHaveProperty('payment');
  });
});

describe('canceling', () => {
  test('a canceled code cannot be paid any more', async () => {
    const payment = await started();
    expect(await gateway.cancel!(payment, signal)).toBe('canceled');
    await standIn.act(payment.externalRef, 'pay');
    expect(await stepAt(payment)).toEqual({ state: 'canceled' });
    expect(standIn.books()).toEqual([]);
  });

  test('an accepted cancellation is believed, whatever a status says that is behind', async () => {
    const payment = await started();
    const behind = opened({}, (json) => ('code' in json ? json : { ...json, orderStatus: 'UNPAID' }));
    expect(await behind.cancel!(payment, signal)).toBe('canceled');
    expect(await behind.cancel!(payment, signal)).toBe('canceled');
  });

  test('canceling twice is canceled', async () => {
    const payment = await started({ method: WALLET });
    await gateway.cancel!(payment, signal);
    expect(await gateway.cancel!(payment, signal)).toBe('canceled');
  });

  test('a payment that came first is not canceled, nor one that was refunded', async () => {
    const payment = await paid();
    expect(await gateway.cancel!(payment, signal)).toBe('too-late');
    await standIn.refundInDashboard(payment.externalRef, 150_00);
    expect(await gateway.cancel!(payment, signal)).toBe('too-late');
  });

  test('an order that expired or that Fawry does not have needs no more', async () => {
    const payment = await started();
    await standIn.expire(payment.externalRef);
    expect(await gateway.cancel!(payment, signal)).toBe('canceled');
    expect(await gateway.cancel!(order(), signal)).toBe('canceled');
  });

  test('the number is asked for when the start’s answer was lost', async () => {
    const payment = await started();
    expect(await gateway.cancel!({ ...payment, ids: {} }, signal)).toBe('canceled');
    expect(await stepAt(payment)).toEqual({ state: 'canceled' });
  });

  test.each([
    ['error-after', 'unknown'],
    ['error-before', 'unknown'],
    ['malformed', 'unknown'],
    ['busy', 'busy'],
  ] as [Fault, ProcessorErrorKind][])('after %s it is asked for again, and canceled', async (fault, kind) => {
    const payment = await started();
    standIn.fail('cancel', fault);
    await fails(gateway.cancel!(payment, signal), kind);
    expect(await gateway.cancel!(payment, signal)).toBe('canceled');
  });

  test('an answer that is not known is decided by the status', async () => {
    const payment = await started();
    standIn.fail('cancel', 'unknown-word');
    expect(await gateway.cancel!(payment, signal)).toBe('canceled');
  });

  test('an order that stays payable is not called canceled', async () => {
    const payment = await started();
    const refuses = opened({}, (json) =>
      'code' in json ? { code: 400, description: 'No' } : { ...json, orderStatus: 'UNPAID' },
    );
    await fails(refuses.cancel!(payment, signal), 'unknown');
  });

  test('with a wrong key it is refused', async () => {
    const payment = await started();
    await fails(opened({ credentials: { securityKey: 'another' } }).cancel!(payment, signal), 'refused');
  });
});
