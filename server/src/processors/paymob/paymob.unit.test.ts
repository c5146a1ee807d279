import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../platform/time/clock.ts';
import type {
  AccountSettings,
  GatewayEvent,
  PaymentGateway,
  PaymentOrder,
  PaymentReport,
  RawNotification,
  RefundOrder,
} from '../gateway.ts';
import { httpClient } from '../http.ts';
import type { PayerAct, StandIn } from '../stand-in.ts';
import { paymob } from './index.ts';
import { sign } from './signature.ts';
import { startStandIn } from './stand-in.ts';

const CARD = 1;
const WALLET = 3;
const KIOSK = 4;
const REF = 'K7M2Q9XW4T8ZB3N5P6RD';
const signal = new AbortController().signal;

let clock: FakeClock;
let standIn: StandIn;
let gateway: PaymentGateway;

const connect = (settings: Partial<AccountSettings> = {}, milliseconds = 5_000): PaymentGateway =>
  paymob.open(
    { ...standIn.settings, ...settings },
    { clock, log: pino({ level: 'silent' }), http: httpClient({ milliseconds, replyBytes: 100_000 }) },
  );

beforeEach(async () => {
  clock = new FakeClock('2026-06-15T09:00:00Z');
  standIn = await startStandIn({ clock });
  gateway = connect();
});
afterEach(() => standIn.close());

function order(more: Partial<PaymentOrder> = {}): PaymentOrder {
  return {
    merchantId: 1,
    externalRef: REF,
    method: CARD,
    amountPiastres: 10_050,
    currency: 'EGP',
    expiresAt: new Date(clock.now().getTime() + 15 * 60_000),
    ids: {},
    mode: 'test',
    reference: 'TRX-7K3M9Q2D',
    description: 'Tea',
    merchantName: 'Nile Tea',
    locale: 'en',
    payer: { name: 'Mona Adel', email: '', mobile: '01001234567' },
    walletMobile: null,
    card: null,
    returnUrl: 'http://127.0.0.1:9/pay/return?attempt=1',
    notificationUrl: 'http://127.0.0.1:9/notify',
    ...more,
  };
}

/** The order with the ids that a report brought. */
function withIds<Known extends PaymentOrder>(known: Known, report: PaymentReport | null): Known {
  const ids = Object.fromEntries((report?.ids ?? []).map(({ kind, value }) => [kind, value]));
  return { ...known, ids: { ...known.ids, ...ids } };
}

/** Starts a payment, and plays its payer. */
async function started(more: Partial<PaymentOrder> = {}, ...acts: PayerAct[]): Promise<PaymentOrder> {
  const asked = order(more);
  const known = withIds(asked, await gateway.start(asked, signal));
  for (const act of acts) await standIn.act(known.externalRef, act);
  return known;
}

/** A paid payment, with the data that a refund needs. */
async function paid(
  more: Partial<RefundOrder> & { method?: PaymentOrder['method'] } = {},
): Promise<RefundOrder> {
  const { method = CARD, ...refund } = more;
  const known = await started({ method }, 'pay');
  const report = await gateway.ask(known, signal);
  if (report?.step.state !== 'succeeded') throw new Error('not paid');
  return {
    ...withIds(known, report),
    refundKey: 'R1R1R1R1R1R1R1R1R1R1',
    refundPiastres: 10_050,
    refundedBeforePiastres: 0,
    othersAreUnknown: false,
    receivedPiastres: report.step.receivedPiastres,
    paymentReference: report.step.reference,
    paidAt: clock.now(),
    isRepeated: false,
    bankAccount: null,
    reason: '',
    ...refund,
  };
}

/** The events of the kept notifications, which are genuine. */
function events(): GatewayEvent[] {
  return standIn.takeNotifications().flatMap((raw) => {
    expect(gateway.isGenuine(raw)).toBe(true);
    return [...(gateway.read(raw)?.events ?? [])];
  });
}

const refuses = (kind: string) => expect.objectContaining({ name: 'ProcessorError', kind });

describe('A payment through Paymob', () => {
  it('starts with an intention and sends the payer to the unified checkout', async () => {
    const report = await gateway.start(order(), signal);
    const ids = Object.fromEntries(report.ids!.map(({ kind, value }) => [kind, value]));
    expect(Object.keys(ids)).toEqual(['intention', 'order', 'client-secret']);
    expect(report.step).toEqual({
      state: 'redirect',
      method: 'GET',
      url: `${standIn.url}/unifiedcheckout/?publicKey=egy_pk_test_stand_in&clientSecret=${ids['client-secret']}`,
    });
    expect((await fetch((report.step as { url: string }).url)).status).toBe(200);
  });

  it('started again sends the payer to the same page', async () => {
    const known = await started();
    const first = await gateway.ask(known, signal);
    expect((await gateway.start(known, signal)).step).toEqual(first!.step);
  });

  it('whose first answer was lost is pending when started again: Paymob has its reference', async () => {
    standIn.fail('start', 'error-after');
    await expect(gateway.start(order(), signal)).rejects.toEqual(refuses('unknown'));
    expect((await gateway.start(order(), signal)).step).toEqual({ state: 'pending', word: 'duplicate' });
  });

  it.each([
    ['error-before', 'unknown'],
    ['malformed', 'unknown'],
    ['silent', 'unknown'],
    ['busy', 'busy'],
  ] as const)('whose start ends in %s is %s', async (fault, kind) => {
    standIn.fail('start', fault);
    await expect(connect({}, 300).start(order(), signal)).rejects.toEqual(refuses(kind));
  });

  it('whose intention has an unknown status is pending, and keeps its ids', async () => {
    standIn.fail('start', 'unknown-word');
    const report = await gateway.start(order(), signal);
    expect(report.step).toEqual({ state: 'pending', word: 'under_review' });
    expect(report.ids).toHaveLength(3);
  });

  it('is refused with a wrong secret key, without an integration, and after its time', async () => {
    const { credentials } = standIn.settings;
    const wrong = connect({ credentials: { ...credentials, secretKey: 'egy_sk_test_other' } });
    await expect(wrong.start(order(), signal)).rejects.toEqual(refuses('refused'));
    const without = connect({ credentials: { ...credentials, kioskIntegration: '' } });
    await expect(without.start(order({ method: KIOSK }), signal)).rejects.toEqual(refuses('refused'));
    const foreign = connect({ credentials: { ...credentials, cardIntegration: '7' } });
    await expect(foreign.start(order(), signal)).rejects.toEqual(refuses('refused'));
    await expect(gateway.start(order({ expiresAt: clock.now() }), signal)).rejects.toEqual(
      refuses('refused'),
    );
  });

  it('needs nothing of the payer, and takes long and Arabic texts', async () => {
    const report = await gateway.start(
      order({ payer: { name: '', email: '', mobile: '' }, description: 'شاي '.repeat(100), locale: 'ar' }),
      signal,
    );
    const page = await fetch((report.step as { url: string }).url);
    expect(await page.text()).toContain('<html lang="ar" dir="rtl">');
  });

  it('is unknown to Paymob before its start, and waits for the payer after it', async () => {
    expect(await gateway.ask(order(), signal)).toBeNull();
    const known = await started();
    expect((await gateway.ask(known, signal))?.step.state).toBe('redirect');
    clock.advance({ hours: 1 });
    expect((await gateway.ask(known, signal))?.step.state).toBe('redirect');
  });

  it('is found by our reference when its start had no answer', async () => {
    await started({}, 'pay');
    const report = await gateway.ask(order(), signal);
    expect(report?.step.state).toBe('succeeded');
    expect(report?.ids?.map(({ kind }) => kind)).toEqual(['order', 'transaction']);
  });

  it('that was paid has the amount, the card and the transaction', async () => {
    const report = await gateway.ask(await started({}, 'pay'), signal);
    expect(report).toEqual({
      step: {
        state: 'succeeded',
        reference: expect.stringMatching(/^\d{9}$/),
        receivedPiastres: 10_050,
        disputes: false,
        card: { brand: 'mastercard', last4: '0008' },
      },
      ids: [
        { kind: 'order', value: expect.stringMatching(/^\d{9}$/) },
        { kind: 'transaction', value: expect.stringMatching(/^\d{9}$/) },
      ],
    });
  });

  it.each([
    ['part', 5_025],
    ['more', 10_150],
  ] as const)('paid in %s reports what came', async (act, receivedPiastres) => {
    const known = await started({}, act);
    expect((await gateway.ask(known, signal))?.step).toMatchObject({ state: 'succeeded', receivedPiastres });
    expect(events()).toMatchObject([{ report: { step: { state: 'succeeded', receivedPiastres } } }]);
  });

  it('whose try was declined may still be paid, and then is', async () => {
    const known = await started({}, 'decline');
    const declined = { state: 'failed', reason: 'declined', mayStillBePaid: true };
    expect((await gateway.ask(known, signal))?.step).toEqual(declined);
    expect(events()).toMatchObject([{ report: { step: declined } }]);
    await standIn.act(REF, 'pay');
    expect((await gateway.ask(known, signal))?.step.state).toBe('succeeded');
  });

  it('that was paid stays paid after a declined try', async () => {
    const known = await started({}, 'pay');
    const report = await gateway.ask(known, signal);
    await standIn.act(REF, 'decline');
    expect((await gateway.ask(known, signal))?.step).toEqual({ state: 'pending', word: 'paid_amount_cents' });
    expect((await gateway.ask(withIds(known, report), signal))?.step).toEqual(report?.step);
  });

  it('asked for by a kiosk code has the code, and is paid late', async () => {
    const known = await started({ method: KIOSK });
    const page = await post('/unifiedcheckout/kiosk', { clientSecret: known.ids['client-secret']! });
    const code = (await gateway.ask(known, signal))?.step;
    expect(code).toEqual({ state: 'awaiting', code: expect.stringMatching(/^\d{9}$/) });
    expect(await page.text()).toContain((code as { code: string }).code);
    await standIn.expire(REF);
    await standIn.act(REF, 'pay');
    expect((await gateway.ask(known, signal))?.step).toMatchObject({ state: 'succeeded', card: null });
    expect(events()).toMatchObject([{ report: { step: { state: 'succeeded' } } }]);
  });

  it.each([
    ['error-before', 'unknown'],
    ['malformed', 'unknown'],
    ['silent', 'unknown'],
    ['busy', 'busy'],
  ] as const)('asked about with %s says nothing of the money: %s', async (fault, kind) => {
    const known = await started({}, 'pay');
    standIn.fail('ask', fault);
    await expect(connect({}, 300).ask(known, signal)).rejects.toEqual(refuses(kind));
  });

  it('answered with an unknown word is pending', async () => {
    const known = await started({}, 'pay');
    standIn.fail('ask', 'unknown-word');
    expect((await gateway.ask(known, signal))?.step).toEqual({ state: 'pending', word: 'UNDER_REVIEW' });
  });

  it("never takes another order's transaction", async () => {
    const known = await started({}, 'pay');
    const foreign = { ...known, externalRef: 'OTHEROTHEROTHEROTHER' };
    const other = await started({ externalRef: 'OTHEROTHEROTHEROTHER' });
    await standIn.act(other.externalRef, 'pay');
    const transaction = (await gateway.ask(other, signal))!.ids!.find(
      ({ kind }) => kind === 'transaction',
    )!.value;
    await standIn.act(REF, 'decline');
    const mixed = { ...known, ids: { ...known.ids, transaction } };
    await expect(gateway.ask(mixed, signal)).rejects.toEqual(refuses('unknown'));
    expect((await gateway.ask({ ...foreign, ids: {} }, signal))?.step.state).toBe('succeeded');
  });

  it('is asked about with a token that is renewed before its hour is over, and when it was refused', async () => {
    const known = await started({}, 'pay');
    for (const minutes of [0, 49, 2, 70]) {
      clock.advance({ minutes });
      expect((await gateway.ask(known, signal))?.step.state).toBe('succeeded');
    }
    const wrong = connect({ credentials: { ...standIn.settings.credentials, apiKey: 'other' } });
    await expect(wrong.ask(known, signal)).rejects.toEqual(refuses('refused'));
  });
});

const post = (path: string, form: Record<string, string>) =>
  fetch(`${standIn.url}${path}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

describe("Paymob's notifications", () => {
  it('bind a payment to the order that Paymob gave, never to the reference that is not signed', async () => {
    const known = await started({}, 'pay');
    const [raw] = standIn.takeNotifications();
    const forged = { ...raw!, body: raw!.body.replaceAll(REF, 'OTHEROTHEROTHEROTHER') };
    expect(gateway.isGenuine(forged)).toBe(true);
    expect(gateway.read(forged)?.events).toMatchObject([
      {
        kind: 'payment',
        about: { kind: 'order', value: known.ids.order },
        report: { step: { state: 'succeeded' } },
      },
    ]);
  });

  it('that are forged, changed or signed by an earlier secret are not genuine', async () => {
    await started({}, 'pay');
    const [raw] = standIn.takeNotifications();
    expect(gateway.isGenuine(raw!)).toBe(true);
    expect(
      gateway.isGenuine({ ...raw!, body: raw!.body.replace('"amount_cents":10050', '"amount_cents":50') }),
    ).toBe(false);
    standIn.rotateNotificationSecret('another');
    await standIn.act(REF, 'pay-again');
    const [rotated] = standIn.takeNotifications();
    expect(gateway.isGenuine(rotated!)).toBe(false);
    expect(connect({ notificationSecret: 'another' }).isGenuine(rotated!)).toBe(true);
  });

  it('tell a second payment of one order by its transaction', async () => {
    await started({}, 'pay', 'pay-again');
    const references = events().map(
      (event) => (event as { report: { step: { reference: string } } }).report.step.reference,
    );
    expect(new Set(references).size).toBe(2);
  });

  it('have one id for a repetition, and another one for another state', async () => {
    await started({}, 'pay');
    const [raw] = standIn.takeNotifications();
    const { type, obj } = JSON.parse(raw!.body);
    const idOf = (change: object) =>
      gateway.read({ ...raw!, body: JSON.stringify({ type, obj: { ...obj, ...change } }) })?.id;
    expect(idOf({ data: { message: 'said otherwise' } })).toBe(idOf({}));
    const states = [
      {},
      { success: false },
      { pending: true, success: false },
      { is_voided: true },
      { is_refunded: true },
    ];
    expect(new Set(states.map(idOf)).size).toBe(5);
  });

  it('of another integration concern nobody here, whatever digits were moved into its id', async () => {
    await started({}, 'pay');
    const [raw] = standIn.takeNotifications();
    const body = JSON.parse(raw!.body);
    // `1234567894097558` can be read as 12345678940 and 97558 too: the same signature for other money.
    body.obj.id = Number(`${body.obj.id}40`);
    body.obj.integration_id = 97558;
    const moved = { ...raw!, body: JSON.stringify(body) };
    expect(gateway.isGenuine(moved)).toBe(true);
    expect(gateway.read(moved)?.events).toEqual([]);
  });

  it('only ask to ask when what they say is not signed', async () => {
    const known = await started({}, 'pay');
    const [raw] = standIn.takeNotifications();
    const { type, obj } = JSON.parse(raw!.body);
    const about = { kind: 'order', value: known.ids.order };
    const hint = [{ kind: 'payment', about, report: null }];
    for (const change of [{ caf_details: [{}] }, { is_refunded: true }, { is_voided: true }]) {
      const read = gateway.read({ ...raw!, body: JSON.stringify({ type, obj: { ...obj, ...change } }) });
      expect(read?.events).toEqual(hint);
    }
    const intention = { id: known.ids.intention, intention_detail: { amount: 10_050 } };
    const hmac = sign(standIn.settings.notificationSecret, `100.50${known.ids.intention}`);
    const flash: RawNotification = {
      method: 'POST',
      query: [],
      headers: {},
      body: JSON.stringify({ intention, hmac }),
    };
    expect(gateway.isGenuine(flash)).toBe(true);
    expect(gateway.read(flash)?.events).toEqual([
      { kind: 'payment', about: { kind: 'intention', value: known.ids.intention }, report: null },
    ]);
  });

  it('about a saved card, or in no known form, are no events', () => {
    const raw = (body: string): RawNotification => ({ method: 'POST', query: [], headers: {}, body });
    expect(gateway.read(raw('{"type":"TOKEN","obj":{}}'))).toEqual({ id: null, events: [] });
    expect(gateway.read(raw('{"type":"TRANSACTION","obj":{"id":1}}'))).toBeNull();
    expect(gateway.read(raw('nothing'))).toBeNull();
  });

  it('of another currency leave the payment pending', async () => {
    await started({}, 'pay');
    const [raw] = standIn.takeNotifications();
    const dollars = { ...raw!, body: raw!.body.replaceAll('"EGP"', '"USD"') };
    expect(gateway.isGenuine(dollars)).toBe(false);
    expect(gateway.read(dollars)?.events).toMatchObject([
      { report: { step: { state: 'pending', word: 'USD' } } },
    ]);
  });

  it('of an authorization or an error are never success', async () => {
    await started({}, 'pay');
    const [raw] = standIn.takeNotifications();
    const { type, obj } = JSON.parse(raw!.body);
    for (const change of [
      { is_auth: true },
      { error_occured: true },
      { pending: true },
      { success: false },
    ]) {
      const read = gateway.read({ ...raw!, body: JSON.stringify({ type, obj: { ...obj, ...change } }) });
      expect(read?.events[0]).not.toMatchObject({ report: { step: { state: 'succeeded' } } });
    }
  });

  it.each([
    ['EXPIRED_CARD', '54', 'expired_card'],
    ['INSUFFICIENT_FUNDS', '51', 'insufficient_funds'],
    ['DECLINED', '51', 'insufficient_funds'],
    ['DECLINED', '41', 'lost_card'],
    ['DECLINED', '43', 'stolen_card'],
    ['INVALID_CSC', 'N7', 'incorrect_cvc'],
    ['AUTHENTICATION_FAILED', '', 'authentication_failed'],
    ['5', '5', 'declined'],
    ['NEVER_HEARD_OF', '', 'declined'],
  ])('say why a try was declined: %s, %s', async (code, acquirer, reason) => {
    await started({}, 'decline');
    const [raw] = standIn.takeNotifications();
    const { type, obj } = JSON.parse(raw!.body);
    const data = { txn_response_code: code, acq_response_code: acquirer };
    const read = gateway.read({ ...raw!, body: JSON.stringify({ type, obj: { ...obj, data } }) });
    expect(read?.events).toMatchObject([{ report: { step: { state: 'failed', reason } } }]);
  });
});

describe('A refund through Paymob', () => {
  it('in parts is made as often as it is asked for, and notified', async () => {
    const first = await paid({ refundPiastres: 3_000 });
    standIn.takeNotifications();
    const one = await gateway.refund(first, signal);
    const second = { ...first, refundKey: 'R2', refundPiastres: 2_000, refundedBeforePiastres: 3_000 };
    const two = await gateway.refund(second, signal);
    expect([one, two]).toMatchObject([
      { state: 'refunded', way: 'refund' },
      { state: 'refunded', way: 'refund' },
    ]);
    expect(one.id).not.toBe(two.id);
    expect(standIn.books()).toEqual([
      { externalRef: REF, receivedPiastres: 10_050, refundedPiastres: 5_000 },
    ]);
    const about = { kind: 'order', value: first.ids.order };
    expect(events()).toEqual([
      {
        kind: 'refund',
        about,
        refund: { id: one.id, amountPiastres: 3_000, state: 'refunded' },
      },
      {
        kind: 'refund',
        about,
        refund: { id: two.id, amountPiastres: 2_000, state: 'refunded' },
      },
    ]);
  });

  it('of a whole card payment on its day in Cairo is a void, and a refund on the next', async () => {
    const refund = await paid();
    // 23:59 and 00:00 in Cairo.
    clock.set('2026-06-15T20:59:00Z');
    expect(await gateway.refund(refund, signal)).toMatchObject({ state: 'refunded', way: 'void' });
    expect(standIn.books()[0]?.refundedPiastres).toBe(10_050);
    expect(events().at(-1)).toMatchObject({
      kind: 'refund',
      refund: { amountPiastres: 10_050, state: 'refunded' },
    });
  });

  it('of a whole card payment on the next day, of a part, or of a wallet is no void', async () => {
    const refund = await paid();
    clock.set('2026-06-15T21:00:00Z');
    expect(await gateway.refund(refund, signal)).toMatchObject({ state: 'refunded', way: 'refund' });
    await standIn.close();
    standIn = await startStandIn({ clock });
    gateway = connect();
    expect(await gateway.refund(await paid({ method: WALLET }), signal)).toMatchObject({ way: 'refund' });
  });

  it('is a refund when Paymob does not void', async () => {
    const refund = await paid();
    await standIn.refundInDashboard(REF, 50);
    // We do not know of the 0.50 EGP yet; the void is refused, and so is a refund of more than the rest.
    expect(await gateway.refund(refund, signal)).toMatchObject({ state: 'failed' });
    const rest = { ...refund, refundPiastres: 10_000 };
    expect(await gateway.refund(rest, signal)).toMatchObject({ state: 'refunded', way: 'refund' });
  });

  it('that Paymob refuses has failed, with its reason', async () => {
    const refund = await paid({ refundPiastres: 20_000 });
    expect(await gateway.refund(refund, signal)).toEqual({
      state: 'failed',
      explanation: 'Refund amount exceeds the remaining amount',
    });
    standIn.refundsAre('refused');
    const declined = await gateway.refund({ ...refund, refundPiastres: 1_000 }, signal);
    expect(declined).toMatchObject({ state: 'failed', explanation: 'Declined' });
    expect(standIn.books()[0]?.refundedPiastres).toBe(0);
  });

  it('of a kiosk payment is not possible', async () => {
    const refund = await paid({ method: KIOSK });
    expect((await gateway.refund(refund, signal)).state).toBe('failed');
    expect(paymob.methods[KIOSK]?.refunds).toBe('bank');
  });

  it.each(['made', 'refused'] as const)('that is pending is told when it is %s', async (outcome) => {
    const refund = await paid({ refundPiastres: 3_000 });
    standIn.takeNotifications();
    standIn.refundsAre('pending');
    const answer = await gateway.refund(refund, signal);
    expect(answer).toMatchObject({ state: 'pending' });
    expect(await gateway.askRefund(refund, signal)).toEqual({ state: 'pending', id: answer.id });
    standIn.decideRefunds(outcome);
    const state = outcome === 'made' ? 'refunded' : 'failed';
    expect(await gateway.askRefund(refund, signal)).toMatchObject({ state, id: answer.id });
    expect(events()).toMatchObject([{ refund: { state: 'pending' } }, { refund: { state, id: answer.id } }]);
  });

  it.each(['error-after', 'malformed', 'silent'] as const)(
    'whose answer was lost (%s) is found, not made again',
    async (fault) => {
      const refund = await paid({ refundPiastres: 3_000 });
      standIn.fail('refund', fault);
      await expect(connect({}, 300).refund(refund, signal)).rejects.toEqual(refuses('unknown'));
      const repeated = { ...refund, isRepeated: true };
      const [made] = events().filter((event) => event.kind === 'refund');
      expect(await gateway.refund(repeated, signal)).toEqual({
        state: 'refunded',
        way: 'refund',
        id: made?.refund.id,
      });
      expect(standIn.books()[0]?.refundedPiastres).toBe(3_000);
    },
  );

  it('whose void had no answer is found as a void', async () => {
    const refund = await paid();
    standIn.fail('refund', 'error-after');
    await expect(gateway.refund(refund, signal)).rejects.toEqual(refuses('unknown'));
    expect(await gateway.refund({ ...refund, isRepeated: true }, signal)).toMatchObject({
      state: 'refunded',
      way: 'void',
    });
    expect(standIn.books()[0]?.refundedPiastres).toBe(10_050);
  });

  it('whose request may have been lost is ambiguous, and never sent again', async () => {
    const refund = await paid({ refundPiastres: 3_000 });
    standIn.fail('refund', 'error-before');
    await expect(gateway.refund(refund, signal)).rejects.toEqual(refuses('unknown'));
    expect(await gateway.refund({ ...refund, isRepeated: true }, signal)).toMatchObject({
      state: 'ambiguous',
    });
    await standIn.refundInDashboard(REF, 1_000);
    expect(await gateway.refund({ ...refund, isRepeated: true }, signal)).toMatchObject({
      state: 'ambiguous',
    });
    expect(standIn.books()[0]?.refundedPiastres).toBe(1_000);
  });

  it('that Paymob is too busy for was not made', async () => {
    const refund = await paid({ refundPiastres: 3_000 });
    standIn.fail('refund', 'busy');
    await expect(gateway.refund(refund, signal)).rejects.toEqual(refuses('busy'));
    expect(standIn.books()[0]?.refundedPiastres).toBe(0);
  });

  it('answered with an unknown word is pending', async () => {
    const refund = await paid({ refundPiastres: 3_000 });
    standIn.fail('refund', 'unknown-word');
    expect((await gateway.refund(refund, signal)).state).toBe('pending');
  });

  it("made in Paymob's dashboard is told by its notification and by asking", async () => {
    const known = await started({}, 'pay');
    standIn.takeNotifications();
    await standIn.refundInDashboard(REF, 4_000);
    const [event] = events();
    expect(event).toMatchObject({
      kind: 'refund',
      about: { kind: 'order', value: known.ids.order },
      refund: { amountPiastres: 4_000, state: 'refunded' },
    });
    // The last transaction of the order is the refund; the payment is reported all the same.
    const report = await gateway.ask(known, signal);
    expect(report?.step).toMatchObject({ state: 'succeeded', receivedPiastres: 10_050 });
    expect(report?.refunds).toEqual([(event as { refund: unknown }).refund]);
  });

  it('of all, seen before the payment was, brings both', async () => {
    const known = await started({}, 'pay');
    await standIn.refundInDashboard(REF, 10_050);
    const report = await gateway.ask(known, signal);
    expect(report?.step).toMatchObject({ state: 'succeeded', receivedPiastres: 10_050 });
    expect(report?.refunds).toMatchObject([{ amountPiastres: 10_050, state: 'refunded' }]);
  });

  it('in parts that took everything, of which only the last is known, leaves the payment pending', async () => {
    const known = await started({}, 'pay');
    await standIn.refundInDashboard(REF, 4_000);
    await standIn.refundInDashboard(REF, 6_050);
    const report = await gateway.ask(known, signal);
    expect(report?.step).toEqual({ state: 'pending', word: 'is_refunded' });
    // A caller that has already booked the money gets no other report of it.
    expect((await gateway.ask(withIds(known, report), signal))?.step.state).toBe('succeeded');
  });
});

describe("The unified checkout's pages", () => {
  const payCard = async (known: PaymentOrder, expiry: string, number = '5123450000000008', cvv = '123') =>
    post('/unifiedcheckout/card', { clientSecret: known.ids['client-secret']!, number, expiry, cvv });

  it('take a card and send the payer back with a signed result that only asks us to ask', async () => {
    const known = await started();
    const reply = await payCard(known, '01/39');
    expect(reply.status).toBe(303);
    const url = new URL(reply.headers.get('location')!);
    expect(url.searchParams.get('attempt')).toBe('1');
    const query = [...url.searchParams].filter(([name]) => name !== 'attempt');
    const raw: RawNotification = { method: 'GET', query, headers: {}, body: '' };
    expect(gateway.isGenuine(raw)).toBe(true);
    expect(gateway.read(raw)).toEqual({
      id: null,
      events: [{ kind: 'payment', about: { kind: 'order', value: known.ids.order }, report: null }],
    });
    const forged = query.map(([name, value]) => [name, name === 'amount_cents' ? '1' : value] as const);
    expect(gateway.isGenuine({ ...raw, query: forged })).toBe(false);
    expect((await gateway.ask(known, signal))?.step.state).toBe('succeeded');
  });

  it.each([
    ['01/39', 1, 'succeeded'],
    ['05/39', 1, 'failed'],
    ['04/27', 1, 'failed'],
    ['07/39', 0, 'pending'],
    ['09/39', 0, 'succeeded'],
    ['10/39', 3, 'succeeded'],
    ['12/39', 1, 'succeeded'],
    ['03/33', 1, 'failed'],
  ])('decide by the expiry: %s notifies %i times and is %s', async (expiry, count, state) => {
    const known = await started();
    await payCard(known, expiry);
    const raws = standIn.takeNotifications();
    expect(raws).toHaveLength(count);
    expect(new Set(raws.map((raw) => gateway.read(raw)?.id)).size).toBe(Math.min(count, 1));
    expect((await gateway.ask(known, signal))?.step.state).toBe(state);
  });

  it('notify late, or by a wrong signature', async () => {
    const late = await started();
    await payCard(late, '08/39');
    expect(standIn.takeNotifications()).toEqual([]);
    clock.advance({ minutes: 2 });
    expect(events()).toMatchObject([{ report: { step: { state: 'succeeded' } } }]);
    const forged = await started({ externalRef: 'OTHEROTHEROTHEROTHER' });
    await payCard(forged, '11/39');
    expect(standIn.takeNotifications().map((raw) => gateway.isGenuine(raw))).toEqual([false]);
  });

  it.each([
    ['approve', 'succeeded', undefined],
    ['giveUp', 'failed', 'authentication_failed'],
  ])('ask for 3-D Secure: %s', async (answer, state, reason) => {
    const known = await started();
    const html = await (await payCard(known, '01/39', '4111 1111 1111 1111')).text();
    expect((await gateway.ask(known, signal))?.step).toEqual({ state: 'pending' });
    const transaction = /name="transaction" value="(\d+)"/.exec(html)![1]!;
    const reply = await post('/unifiedcheckout/secure', {
      clientSecret: known.ids['client-secret']!,
      transaction,
      answer,
    });
    expect(reply.status).toBe(303);
    expect((await gateway.ask(known, signal))?.step).toMatchObject(reason ? { state, reason } : { state });
  });

  it('take a wallet that approves with its PIN', async () => {
    const known = await started({ method: WALLET });
    const form = { clientSecret: known.ids['client-secret']!, mobile: '01010101010', mpin: '123456' };
    expect(await (await post('/unifiedcheckout/wallet', form)).text()).toContain('01010101010');
    await post('/unifiedcheckout/wallet/approve', { ...form, otp: '000000' });
    expect((await gateway.ask(known, signal))?.step).toMatchObject({ state: 'failed' });
    await post('/unifiedcheckout/wallet/approve', { ...form, otp: '123456' });
    expect((await gateway.ask(known, signal))?.step).toMatchObject({ state: 'succeeded', card: null });
  });

  it('take no second payment, and none after the time', async () => {
    const known = await started({}, 'pay');
    expect(await (await payCard(known, '01/39')).text()).toContain('This has been paid');
    const late = await started({ externalRef: 'OTHEROTHEROTHEROTHER' });
    clock.advance({ hours: 1 });
    expect((await payCard(late, '01/39')).status).toBe(410);
    expect((await payCard({ ...late, ids: { 'client-secret': 'none' } }, '01/39')).status).toBe(404);
  });

  it('escape what merchants write, in both languages, and say that they are no Paymob', async () => {
    for (const locale of ['en', 'ar'] as const) {
      const known = await started({
        externalRef: `${locale}${REF}`.slice(0, 20),
        locale,
        description: '<b>"tea"</b>',
      });
      const report = await gateway.ask(known, signal);
      const html = await (await fetch((report!.step as { url: string }).url)).text();
      expect(html).toContain('&lt;b&gt;&quot;tea&quot;&lt;/b&gt;');
      expect(html).toContain(locale === 'ar' ? 'نسخة بديلة من Paymob' : 'A stand-in for Paymob');
      expect(html).toContain(locale === 'ar' ? 'dir="rtl"' : 'dir="ltr"');
      expect(html).not.toContain('stand-in-paymob.');
    }
  });

  it('have a dashboard that refunds a part and pays a code', async () => {
    const known = await started({}, 'pay');
    const kiosk = await started({ method: KIOSK, externalRef: 'OTHEROTHEROTHEROTHER' });
    await post('/unifiedcheckout/kiosk', { clientSecret: kiosk.ids['client-secret']! });
    const html = await (await fetch(`${standIn.url}/?lang=ar`)).text();
    expect(html).not.toContain('stand-in-paymob.');
    const [code, payment] = [...html.matchAll(/name="transaction" value="(\d+)"/g)].map((match) => match[1]!);
    standIn.takeNotifications();
    await post('/dashboard/refund', { transaction: payment!, amount: '20.50', lang: 'ar' });
    await post('/dashboard/pay', { transaction: code!, lang: 'ar' });
    expect((await post('/dashboard/refund', { transaction: payment!, amount: '80.01' })).status).toBe(400);
    expect(events()).toMatchObject([
      { kind: 'refund', about: { value: known.ids.order }, refund: { amountPiastres: 2_050 } },
      { kind: 'payment', about: { value: kiosk.ids.order }, report: { step: { state: 'succeeded' } } },
    ]);
  });
});

describe("A Paymob account's settings", () => {
  const refused = (change: Partial<AccountSettings>, credentials: Record<string, string> = {}) =>
    paymob.validateSettings({
      ...standIn.settings,
      ...change,
      credentials: { ...standIn.settings.credentials, ...credentials },
    });

  it('are accepted in their own mode only', () => {
    expect(refused({})).toEqual({});
    expect(refused({ mode: 'live' })).toEqual({
      'credentials.publicKey': [{ key: 'paymob.otherMode' }],
      'credentials.secretKey': [{ key: 'paymob.otherMode' }],
    });
    const live = { publicKey: 'egy_pk_live_x', secretKey: 'egy_sk_live_x' };
    expect(refused({ mode: 'live' }, live)).toEqual({});
    expect(Object.keys(refused({ mode: 'test' }, live))).toHaveLength(2);
  });

  it("are refused with another country's keys, with keys exchanged, or without", () => {
    expect(refused({}, { secretKey: 'sau_sk_test_x' })).toEqual({
      'credentials.secretKey': [{ key: 'paymob.noKey' }],
    });
    expect(refused({}, { publicKey: 'egy_sk_test_x' })).toEqual({
      'credentials.publicKey': [{ key: 'paymob.noKey' }],
    });
    expect(refused({ notificationSecret: '' })).toEqual({ notificationSecret: [{ key: 'Required' }] });
  });

  it('have an integration for each method, none of which is the end of another', () => {
    expect(refused({}, { kioskIntegration: '' })).toEqual({
      'credentials.kioskIntegration': [{ key: 'Required' }],
    });
    expect(refused({ methods: [CARD] }, { kioskIntegration: '', walletIntegration: '' })).toEqual({});
    expect(refused({}, { walletIntegration: '7558' })).toEqual({
      'credentials.walletIntegration': [{ key: 'paymob.sameEnd' }],
    });
  });

  it('are tried without changing anything', async () => {
    await expect(gateway.check(signal)).resolves.toBe('');
    const { credentials } = standIn.settings;
    for (const wrong of [
      { credentials: { ...credentials, secretKey: 'egy_sk_test_other' } },
      { credentials: { ...credentials, apiKey: 'other' } },
      { credentials: { ...credentials, cardIntegration: '5555555' } },
      { notificationSecret: 'other' },
      { mode: 'live' as const },
    ]) {
      await expect(connect(wrong).check(signal)).rejects.toEqual(refuses('refused'));
    }
    expect(standIn.books()).toEqual([]);
  });

  it('are proved as far as the documented calls go, where Paymob does not answer those of plug-ins', async () => {
    await standIn.close();
    standIn = await startStandIn({ clock, hasPluginCalls: false });
    const right = connect();
    expect(await right.check(signal)).toMatch(
      /accepts both keys, but does not say .*HMAC secret and the integration ids/,
    );
    const { credentials } = standIn.settings;
    for (const [name, wrong] of [
      ['secretKey', 'egy_sk_test_other'],
      ['apiKey', 'other'],
    ] as const) {
      const refused = connect({ credentials: { ...credentials, [name]: wrong } }).check(signal);
      await expect(refused).rejects.toEqual(refuses('refused'));
    }
    expect(standIn.books()).toEqual([]);
  });

  it('never appear in errors', async () => {
    const secrets = { secretKey: 'egy_sk_test_SECRET', apiKey: 'API-SECRET' };
    const wrong = connect({
      credentials: { ...standIn.settings.credentials, ...secrets },
      notificationSecret: 'HMAC-SECRET',
    });
    const errors = await Promise.all(
      [wrong.start(order(), signal), wrong.ask(order(), signal), wrong.check(signal)].map((call) =>
        call.then(
          () => null,
          (error: Error) => `${error.message} ${error.stack} ${JSON.stringify(error)}`,
        ),
      ),
    );
    expect(errors).not.toContain(null);
    expect(errors.join()).not.toContain('SECRET');
  });
});
